"""Lines that a memory quotes: found whatever the white space, wherever they stand, in any language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.anchors import Project, QuoteState, quotation, reanchored, standing
from commonplace.core.memory import Anchor, Memory
from commonplace.core.quotes import occurs, quotations
from requirements import requirement

RETRY = "def retry(times):\n    for _ in range(times):\n        call()"
FILE = f"import os\n\n\n{RETRY}\n\n\ndef other(name):\n    return name\n"
GO = "func Dial(host string) error {\n\treturn dial(host, 5)\n}"


def project(**files: str) -> Project:
    texts = {name.replace("__", "/") + ".py": text for name, text in files.items()}

    def find(path: str, is_it) -> str | None:
        return next((name for name, text in texts.items() if name != path and is_it(text)), None)

    return Project(read=texts.get, find=find)


@requirement("anchors.states")
@pytest.mark.parametrize(
    ("now", "state"),
    [
        (FILE, QuoteState.OK),
        (f"# a new head\n{FILE}# and a new end\n", QuoteState.OK),
        (FILE.replace("return name", "return name.strip()"), QuoteState.OK),
        (FILE.replace("    ", "\t").replace("\n", "\r\n"), QuoteState.OK),
        (FILE.replace("\n        call()", "\n\n        call()"), QuoteState.OK),
        (FILE.replace("call()", "call(timeout=3)"), QuoteState.CHANGED),
        (FILE.replace("retry(times)", "retry(times, wait)"), QuoteState.CHANGED),
        ("import os\n\n\ndef other(name):\n    return name\n", QuoteState.GONE),
        ("", QuoteState.GONE),
    ],
)  # fmt: skip
def test_only_an_edit_of_the_quoted_lines_trips_an_anchor(now: str, state: QuoteState) -> None:
    anchor = Anchor(path="a.py", quote=RETRY)

    assert standing("m", anchor, project(a=now)).state is state


@requirement("anchors.states")
def test_lines_that_stand_word_for_word_in_another_file_have_moved() -> None:
    anchor = Anchor(path="a.py", quote=RETRY)

    found = standing("m", anchor, project(a="import os\n", lib__b=FILE))

    assert (found.state, found.found_in) == (QuoteState.MOVED, "lib/b.py")


@requirement("anchors.states")
@pytest.mark.parametrize(
    ("quote", "now", "state"),
    [
        (GO, GO.replace("5", "9"), QuoteState.CHANGED),
        (
            "TIMEOUT = 30",
            "TIMEOUT = 60\nuse(TIMEOUT)\nlog(TIMEOUT)\nsend(TIMEOUT)",
            QuoteState.CHANGED,
        ),
        ("port: 8080", "name: web\nport: 9090", QuoteState.CHANGED),
        ("重试 = 三次", "等待 = 一秒\n重试 = 五次", QuoteState.CHANGED),
        ("SELECT id FROM users WHERE active", "SELECT 1", QuoteState.GONE),
    ],
)
def test_no_language_is_parsed(quote: str, now: str, state: QuoteState) -> None:
    assert standing("m", Anchor(path="a.py", quote=quote), project(a=now)).state is state


@requirement("anchors.states")
def test_a_file_that_is_not_there_is_gone() -> None:
    assert standing("m", Anchor(path="a.py", quote=RETRY), project()).state is QuoteState.GONE


@requirement("anchors.carried")
@given(
    quote=st.text("ab `~\n#-", max_size=30).map(lambda text: text.strip("\n")),
    path=st.sampled_from(["src/a.py", "a b.py", "100%.txt", "x@y.go"]),
    commit=st.sampled_from(["", "1a2b3c4"]),
)
def test_what_is_quoted_is_read_back_whatever_it_says(quote: str, path: str, commit: str) -> None:
    block = quotation(Anchor(path=path, quote=quote, commit=commit))

    found = quotations(f"before\n\n{block}\n\nafter")

    assert [each[:2] for each in found] == [(path, commit)]
    assert found[0][3].split("\n") == (quote.split("\n") if quote else [""])


@given(above=st.text("xy \n"), below=st.text("xy \n"))
def test_whatever_stands_around_them_lines_are_found(above: str, below: str) -> None:
    assert occurs(RETRY, f"{above}\n{RETRY}\n{below}")


@requirement("anchors.verify")
def test_verifying_changes_the_block_and_the_day_alone() -> None:
    from datetime import date

    old = Anchor(path="a.py", quote="x = 1")
    memory = Memory(id="m", title="M", body=f"One.\n\n{quotation(old)}\n\nTwo.")

    after = reanchored(memory, {old: Anchor(path="b.py", quote="x = 2")}, date(2026, 3, 14))

    assert after.body == "One.\n\n```python anchor:b.py verified:2026-03-14\nx = 2\n```\n\nTwo."
    assert after.modified == date(2026, 3, 14)

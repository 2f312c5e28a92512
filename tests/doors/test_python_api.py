"""A Python program opens a book and asks it; the guide's example says what happens."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime
from pathlib import Path

import pytest

import commonplace
from commonplace.app.books import found_book
from commonplace.config import Settings
from commonplace.errors import NoBook
from commonplace.storage import usage
from commonplace.storage.places import state_of

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "python-api.md"
PROMPT = "Which port does staging listen on?"
NOTE = """\
---
title: "Port"
created: 2026-01-01
tags: [CONFIG]
summary: "Staging listens on port 6001 behind the proxy."
---

# Port

Staging listens on port 6001 behind the proxy.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "my-project"
    book = found_book(folder, Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    (book.root / "10-Memories" / "MEM-port.md").write_text(NOTE, "utf-8")
    return folder


def test_the_examples_of_the_guide_print_what_the_guide_says(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.parent)
    blocks = re.findall(r"```(?:python|text)\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}

    for program, expected in zip(blocks[::2], blocks[1::2], strict=True):
        said = io.StringIO()
        with redirect_stdout(said):
            exec(program, names)
        assert re.sub(r"memory [0-9a-f]{8}", "memory <nonce>", said.getvalue()) == expected


def test_the_answer_is_frozen_and_typed(project: Path) -> None:
    answer = commonplace.open_book(project).recall(PROMPT)

    assert isinstance(answer, commonplace.Injection)
    with pytest.raises(FrozenInstanceError):
        answer.text = "something else"  # type: ignore[misc]


def test_nothing_relevant_is_an_empty_text(project: Path) -> None:
    answer = commonplace.open_book(project).recall("how do I bake sourdough bread?")

    assert (answer.text, answer.outcome, answer.hits) == ("", "nothing_relevant", ())


def test_who_searches_is_told_whatever_was_found_and_how_sure_it_is(project: Path) -> None:
    book = commonplace.open_book(project)

    (sure,), (word,) = book.search(PROMPT).found, book.search("proxy").found
    nothing = book.search("how do I bake sourdough bread?")

    assert [(each.hit.memory, each.tier) for each in (sure,)] == [("MEM-port", "sure")]
    assert word.hit.memory == "MEM-port"
    assert (nothing.outcome, nothing.found) == ("nothing_relevant", ())
    assert usage.counts(state_of(str(book.root)))["MEM-port"][0] == 1


def test_a_session_is_told_once_and_counted(project: Path) -> None:
    book = commonplace.open_book(project)

    first = book.recall(PROMPT, session="s")
    second = book.recall(PROMPT, session="s")

    assert (first.outcome, second.outcome) == ("hits", "nothing_relevant")
    assert usage.counts(state_of(str(book.root)))["MEM-port"][0] == 1
    assert usage.last_injection(state_of(str(book.root)))["prompt"] == PROMPT


def test_the_preset_of_the_project_is_used(project: Path) -> None:
    (project / ".commonplace.toml").write_text('injection = "vault"\n')

    assert "<memory-context>" in commonplace.open_book(project).recall(PROMPT).text


def test_the_personal_book_answers_beside_unless_it_shall_not(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine = found_book(tmp_path / "mine", Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    (mine.root / "10-Memories" / "MEM-mine.md").write_text(NOTE.replace("6001", "7001"), "utf-8")
    monkeypatch.setenv("COMMONPLACE_PERSONAL_BOOK", str(tmp_path / "mine"))

    both = commonplace.open_book(project).recall(PROMPT)
    own = commonplace.open_book(project, personal=False).recall(PROMPT)

    assert {each.book for each in both.hits} == {"project", "personal"}
    assert {each.book for each in own.hits} == {"project"}


def test_a_book_tells_what_it_is(project: Path) -> None:
    book = commonplace.open_book(project / "below" / "it")

    assert (book.root, book.layout) == (project / ".memory", "vault")
    assert [memory.title for memory in book.memories()] == ["Port"]


def test_without_a_book_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoBook):
        commonplace.open_book(tmp_path)


def test_importing_the_package_loads_nothing_else() -> None:
    program = (
        "import sys, commonplace; print([m for m in sys.modules if m.startswith('commonplace')])"
    )

    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, check=True)

    assert done.stdout == b"['commonplace']\n"


def test_a_name_that_is_not_there_is_an_ordinary_error() -> None:
    with pytest.raises(AttributeError):
        _ = commonplace.nonsense

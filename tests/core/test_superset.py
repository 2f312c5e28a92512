"""Nothing that a source says is lost unnamed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.claims.claim import ValueKind
from commonplace.core.memory import Candidate, Memory
from commonplace.core.superset import missing, missing_values, unnamed

VALUES = st.sampled_from(
    [
        *("30 s", "1,000 rows", "v1.2.3", "Node 18", "port 6001", "/etc/kestrel.toml", "https://a.example/x"),
        *("2024-03-01", "15:00", "ui.dark_mode", "`make all`", "85%", "三个节点", "MAX_SPEED", "2 GB"),
    ]
)  # fmt: skip
LINES = st.lists(VALUES, min_size=1, max_size=6).map("\n".join)


@given(st.text(max_size=200))
def test_a_text_keeps_what_it_says_itself(text):
    assert missing_values(text, text) == ()


@given(LINES, LINES)
def test_two_texts_together_keep_what_each_says(one, other):
    assert missing_values(one, f"{one}\n{other}") == missing_values(other, f"{one}\n{other}") == ()


@given(st.lists(VALUES, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_the_order_does_not_matter(values, random):
    shuffled = random.sample(values, len(values))

    assert missing_values("\n".join(values), "\n".join(shuffled)) == ()


@given(st.lists(VALUES, min_size=2, max_size=6, unique=True), st.data())
def test_a_value_that_is_taken_out_is_named(values, data):
    gone = data.draw(st.sampled_from(values))
    kept = [value for value in values if value != gone]

    assert missing_values("\n".join(values), "\n".join(kept))


def test_a_value_in_other_units_is_kept():
    assert missing_values("waits 1 min", "waits 60 seconds") == ()


def test_a_number_inside_a_longer_one_is_not_kept():
    assert [claim.text.strip() for claim in missing_values("port 80", "port 8080")] == ["80"]


@pytest.mark.parametrize("sign", "，；：！？,;")
def test_an_address_ends_where_the_chinese_sentence_goes_on(sign):
    source = f"地址写 kms://别名{sign}扫描发现泄露时先去轮换"

    assert missing_values(source, "地址写 kms://别名") == ()
    assert [claim.value for claim in missing_values(source, "先去轮换")] == ["kms://别名"]


def test_signs_inside_an_address_belong_to_it():
    source = "see http://a.example:8080/x;y=1,2?q=上海:1"

    assert [claim.value for claim in missing_values(source, "see http://a.example:8080/x")] == [
        "http://a.example:8080/x;y=1,2?q=上海:1"
    ]


def test_a_code_block_must_survive_line_by_line():
    source = "Run\n```sh\nmake build\nmake ship\n```\n"

    assert [claim.value for claim in missing_values(source, "make build")] == [
        "make build\nmake ship"
    ]
    assert missing_values(source, "first make build and then make ship") == ()


def test_what_stands_in_the_history_is_kept():
    old = Memory(id="a", title="Kestrel", body="port 6001", keywords=("kestrel",))
    new = Memory(
        id="a", title="Kestrel", body="port 6002", keywords=("kestrel",), history="port 6001"
    )

    assert missing([old], new) == ()


def test_a_keyword_that_is_gone_is_named():
    source = Candidate(title="t", body="b", keywords=("Kestrel", "ＰＯＲＴ"))
    result = Memory(id="a", title="t", body="b", keywords=("port",))

    assert [(claim.kind, claim.text) for claim in missing([source], result)] == [
        (ValueKind.KEYWORD, "Kestrel")
    ]


def test_what_is_lost_is_told_once_and_named_with_its_parts() -> None:
    body = "It retries 5 times; its config is /etc/billing/worker.toml."
    old = Memory(id="m", title="T", body=body, keywords=("etc/billing/worker.toml",))
    lost = missing([old], Memory(id="m", title="T", body="It retries."))

    assert unnamed(lost, ()) == ("5", "/etc/billing/worker.toml")
    assert unnamed(lost, ("/etc/billing/worker.toml",)) == ("5",)
    assert unnamed(lost, ("5", "/etc/billing/worker.toml")) == ()
    assert unnamed(lost, ("55", "/etc/billing/worker")) == ("5", "/etc/billing/worker.toml")

"""What holds of the rules judge whatever the texts are."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonplace.core.governance import Contradicts
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory

pytestmark = pytest.mark.laws


TEXTS = st.text(
    st.sampled_from("use no not 不要 port 8080 秒 30 s, . \n Kestrel`x_y`/a/b 周三 v1.2 (").map(
        str
    ),
    max_size=60,
)
WORDS = st.lists(
    st.sampled_from(
        ["Kestrel", "port", "8080", "not", "never", "staging", "30 s", "use", "Redis", "不要", "端口", "周三", ",", ".", "\n", "`a_b`", "v1.2"]
    ),
    max_size=30,
).map(" ".join)  # fmt: skip


def judged(old: str, new: str):
    return RulesJudge().compare(
        Candidate(title=new[:20], body=new), Memory(id="m", title=old[:20], body=old)
    )


@given(WORDS)
@settings(max_examples=60, deadline=None)
def test_a_text_never_contradicts_itself(text):
    assert not isinstance(judged(text, text), Contradicts)


@given(WORDS, WORDS)
@settings(max_examples=60, deadline=None)
def test_the_same_texts_get_the_same_verdict(old, new):
    assert judged(old, new) == judged(old, new)


@given(TEXTS, st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_no_text_breaks_the_judge(old, new):
    assert judged(old, new)


def test_the_time_grows_with_the_text_and_not_with_its_square():
    def seconds(copies: int) -> float:
        text = (
            "Kestrel (staging) listens on 6001, 每天 3 次; `a_b` https://x.example/a/b v1.2.3 不要用 "
            * copies
        )
        began = time.process_time()
        RulesJudge().compare(Candidate(title="t", body=text), Memory(id="m", title="t", body="x"))
        return time.process_time() - began

    seconds(1)

    assert seconds(400) < 16 * seconds(100) + 0.5


def test_one_endless_sentence_is_judged_in_time_too():
    text = "a, 6001, 每天, " * 1_000
    began = time.process_time()
    RulesJudge().compare(Candidate(title="t", body=text), Memory(id="m", title="t", body=text))

    assert time.process_time() - began < 60


def test_a_text_as_long_as_a_book_is_judged_in_a_breath():
    text = (
        "The gateway (staging) listens on 6001, never use Redis; 每周三 网关 `a_b` keeps 30 days.\n"
    )
    new, old = text * 1_800, "Kestrel listens on port 6002.\n" * 5_000
    began = time.process_time()
    RulesJudge().compare(Candidate(title="t", body=new), Memory(id="m", title="t", body=old))

    assert len(new) > 150_000
    assert time.process_time() - began < 30

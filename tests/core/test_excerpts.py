"""The passage that is said: the sentences that meet the prompt, whole and in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.excerpts import excerpt, sentences
from commonplace.core.tokens import content_tokens

NOTE = """# Deploys

Deploys go out on Tuesdays. Nobody deploys on Fridays.

- The cache of the gateway is warmed by `make warm` before traffic is let in.
- Roll back with `helm rollback`; it takes 40 seconds.
"""


def words(prompt: str) -> dict[str, float]:
    return dict.fromkeys(content_tokens(prompt), 1.0)


def test_a_short_memory_is_its_own_passage() -> None:
    text = "billing-core listens on 8084.\n\nPort 8080 is taken."

    assert excerpt(text, {}, 280) == "billing-core listens on 8084. Port 8080 is taken."


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("how do I warm the gateway cache", "The cache of the gateway is warmed by"),
        ("roll back a release", "Roll back with `helm rollback`"),
        ("can I deploy on a friday", "Nobody deploys on Fridays."),
        ("nothing of the sort", "Deploys"),
    ],
)
def test_the_sentence_that_meets_the_prompt_is_said_and_not_the_first(
    prompt: str, said: str
) -> None:
    passage = excerpt(NOTE, words(prompt), 90)

    assert said in passage
    assert len(passage) <= 90


def test_chinese_sentences_are_told_apart() -> None:
    assert sentences("端口是 8084。缓存在网关里！好") == ["端口是 8084。", "缓存在网关里！", "好"]


@given(st.text(), st.integers(1, 300))
def test_a_passage_is_never_longer_than_it_may_be(text: str, most: int) -> None:
    assert len(excerpt(text, words(text[-40:]), most)) <= most

"""Key terms: the vault's rule, and what it means for names and for Chinese."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.keywords import MOST_KEY_TERMS, key_terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("the of and to", ()),
        (
            "Always set a timeout when calling Stripe. The timeout saves workers.",
            ("Stripe", "timeout", "always", "calling", "saves"),
        ),
        (
            "# Deploy guide\n\nAlways migrate\nbefore Friday.\n\n## Undo\nUse the rollback of\nHelm.",
            ("Friday", "Helm", "deploy", "guide", "always"),
        ),
        ("Retry with backoff, retry with jitter", ("retry", "backoff", "jitter")),
        ("Use user_id and k8s here", ("user_id", "k8s")),
        ("缓存雪崩：给缓存加随机过期时间", ("缓存",)),
        ("数据库连接池", ("数据库连",)),
        ("The token [REDACTED:github-token:4663cae2] expired", ("token", "expired")),
    ],
)
def test_the_key_terms_of_a_text(text: str, expected: tuple[str, ...]) -> None:
    assert key_terms(text) == expected


def test_a_word_counts_once_whatever_its_case() -> None:
    assert key_terms("We like Docker because docker and DOCKER are one") == ("Docker",)


@given(st.text(max_size=200))
def test_there_are_never_more_terms_than_asked_and_none_twice(text: str) -> None:
    found = key_terms(text)

    assert len(found) <= MOST_KEY_TERMS
    assert len({term.casefold() for term in found}) == len(found)

"""The decisions of mem-skill's core loop: what a turn is about, and whether it is about something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.core_loop import (
    fingerprint,
    is_content,
    is_switch,
    keywords_of,
    synthesis_in,
    turns_away,
)
from requirements import requirement

SENTENCE = "The Express API on our staging server returns 502 when the database migration runs"


@requirement("A2.1.keywords", "A2.1.fingerprint")
@pytest.mark.parametrize(
    "text",
    [
        SENTENCE,
        "fix css grid gap",
        "数据库迁移之后登录接口返回错误，请检查迁移脚本和登录接口",
        "API api Api database DATABASE cache",
    ],
)
def test_a_message_has_three_to_eight_keywords_each_once_in_one_case(text: str) -> None:
    found = keywords_of(text)

    assert 3 <= len(found) <= 8
    assert len({word.casefold() for word in found}) == len(found)
    assert all(word == word.casefold() for word in found)
    assert fingerprint(found) == found[:3]


@given(st.text(max_size=300))
def test_any_text_has_at_most_eight_keywords(text: str) -> None:
    assert len(keywords_of(text)) <= 8
    assert is_content(text) in (True, False)
    assert turns_away(text) in (True, False)


def test_being_content_is_not_what_a_message_is_about() -> None:
    assert keywords_of("Perfect, that works!") == ()


@requirement("A2.2.switch", "A2.2.edges")
@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (("a", "b", "c", "d", "e"), ("a", "b", "c", "x", "y"), True),  # exactly 0.6
        (("a", "b", "c", "d", "e"), ("a", "b", "c", "d", "y"), False),  # 0.8
        (("a", "b", "c"), ("a", "b", "c", "d", "e"), True),  # 3 of the larger 5
        (("a", "b", "c"), ("a", "b", "c", "d"), False),
        ((), ("a",), True),
        (("a",), (), False),
        ((), (), True),
    ],
)
def test_a_topic_changes_when_at_most_six_tenths_stay(
    before: tuple[str, ...], now: tuple[str, ...], expected: bool
) -> None:
    assert is_switch(before, now, "") is expected


@requirement("A5.12", "A2.2.words")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Also, look at the parser.", True),
        ("Done. Next, the parser.", True),
        ("The parser is fine; instead check the lexer", True),
        ("Can you switch to the billing service?", True),
        ("by the way, who owns billing?", True),
        ("New topic: billing", True),
        ("Please open a new category for billing", True),
        ("换个分类，说说账单", True),
        ("The category pages are slow", False),
        ("另外，看一下解析器", True),
        ("解析器好了。接下来看词法", True),
        ("The parser also fails on tabs", False),
        ("use the next token instead of the last", False),
        ("Next.js renders twice", False),
        ("nextval returns null", False),
        ("the switch tool broke", False),
    ],
)
def test_transition_words_count_whole_and_common_ones_at_a_clauses_start(
    text: str, expected: bool
) -> None:
    assert turns_away(text) is expected


@requirement("A2.5.record")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Great, that works!", True),
        ("ok perfect", True),
        ("Thanks, it works now.", True),
        ("太好了，登录接口好了", True),
        ("搞定", True),
        ("not great", False),
        ("that works?", False),
        ("great but it still fails", False),
        ("write a great README", False),
        ("if that works we ship", False),
    ],
)
def test_satisfaction_is_told_from_a_task(text: str, expected: bool) -> None:
    assert is_content(text) is expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Compare SQLite and Postgres for our case", "comparison"),
        ("What are the pros and cons of monorepos?", "comparison"),
        ("analyse the outage", "analysis"),
        ("Summarize what we learned", "summary"),
        ("对比两种缓存方案", "comparison"),
        ("incomparable prices", ""),
        ("fix the parser", ""),
    ],
)
def test_a_synthesis_is_known_by_what_is_asked_for(text: str, kind: str) -> None:
    assert synthesis_in(text) == kind

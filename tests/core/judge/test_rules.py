"""The rules judge tells contradictions from facts that stand side by side."""

from functools import cache
from itertools import islice

import pytest

from commonplace.core.governance import Contradicts, Duplicate, Refines, Unrelated
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory
from core.judge.cases import COMPATIBLE, CONTRADICTIONS, IN_PASSING, MISSED, MISTAKEN

CASES = pytest.mark.parametrize(
    "step",
    [pytest.param(5, id="one in five"), pytest.param(1, id="all", marks=pytest.mark.laws)],
)


@cache
def judge(old_title, old_body, new_title, new_body):
    old = Memory(id="MEM-old", title=old_title, body=old_body)
    return RulesJudge().compare(Candidate(title=new_title, body=new_body), old)


def answer(relation):
    """Return how the judge puts it: `vetoed`, `asked`, `mentioned` or `harmless`."""
    if isinstance(relation, Contradicts):
        return "vetoed" if relation.is_sure else "asked"
    return "mentioned" if relation.evidence.mention else "harmless"


def named(table, *answers):
    return [name for name, case in table.items() if answer(judge(*case)) in answers]


def one_in(step, table):
    return dict(islice(table.items(), 0, None, step))


@CASES
def test_two_values_for_one_thing_are_told(step):
    assert named(one_in(step, CONTRADICTIONS), "harmless") == []


@pytest.mark.laws
def test_nine_of_ten_plain_contradictions_are_not_written_before_they_are_settled():
    assert len(named(CONTRADICTIONS, "mentioned")) <= len(CONTRADICTIONS) / 10


@CASES
def test_whoever_is_told_of_a_contradiction_is_shown_it_and_asked(step):
    for each in (judge(*case) for case in one_in(step, CONTRADICTIONS).values()):
        if isinstance(each, Contradicts):
            assert each.question
            assert each.evidence.differing
        else:
            assert each.evidence.mention.endswith(("?", "？"))


@CASES
def test_what_can_hold_side_by_side_is_never_vetoed(step):
    assert named(one_in(step, COMPATIBLE), "vetoed") == []


def test_two_short_texts_of_one_matter_are_mentioned_though_no_word_shows_a_clash():
    assert named(IN_PASSING, "harmless", "asked", "vetoed") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Postgres 15 runs in production.", "Postgres 16 runs in production."),
        ("We use Postgres 15.", "We use Postgres 16."),
        ("Our Node version is 18 LTS.", "We are on Node 22 now."),
        ("Node 18 is required", "Node 22 is required"),
        ("Postgres 15 跑在生产环境。", "Postgres 16 跑在生产环境。"),
        ("Maya is the contact for payroll.", "Priya is the contact for payroll."),
        ("Never force-push to main", "Force-pushing to main is fine"),
    ],
)
def test_what_is_the_same_but_for_a_value_is_asked_about(old, new):
    titles = old.rstrip(".。"), new.rstrip(".。")

    assert isinstance(judge(titles[0], old, titles[1], new), Contradicts)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Sprint 12 ends on Friday.", "Sprint 13 ends on Friday."),
        ("We renewed the certificate on 12 April.", "We renewed the certificate on 14 January."),
        ("A build takes 4 minutes.", "A build takes 4 min."),
    ],
)
def test_a_thing_with_a_number_an_event_and_another_unit_are_no_other_value(old, new):
    titles = old.rstrip("."), new.rstrip(".")

    assert not isinstance(judge(titles[0], old, titles[1], new), Contradicts)


def test_a_title_says_for_which_case_a_value_holds():
    relation = judge("Staging", "We run Node 18.", "Production", "We run Node 22.")

    assert not isinstance(relation, Contradicts)


def test_what_the_rules_cannot_see_is_known():
    assert named(MISSED, "asked", "vetoed", "mentioned") == []


def test_what_the_rules_veto_needlessly_is_known():
    assert named(MISTAKEN, "harmless", "mentioned", "asked") == []


def test_the_question_names_both_values_and_what_would_settle_it():
    relation = judge(
        "Kestrel", "Kestrel listens on port 6001.", "Kestrel", "Kestrel listens on port 6002."
    )

    assert isinstance(relation, Contradicts)
    assert relation.question == (
        "“Kestrel”: 6001 or 6002? If both hold, for which environment, version or case is each?"
    )


def test_the_question_is_asked_in_the_language_of_the_texts():
    relation = judge("网关端口", "网关监听 8080 端口。", "网关端口", "网关端口改为 9090。")

    assert isinstance(relation, Contradicts)
    assert relation.question == (
        "“网关端口”：8080 还是 9090？如果都成立，各自适用于哪个环境、版本或场景？"
    )


def test_the_same_words_in_another_dress_are_a_duplicate():
    relation = judge(
        "Base image", "Use `debian:12` as BASE image!", "base", "use debian:12 as base image"
    )

    assert isinstance(relation, Duplicate)


def test_the_same_in_traditional_characters_is_a_duplicate():
    relation = judge(
        "連接池", "報表服務的連接池最多 50 個連接。", "连接池", "报表服务的连接池最多 50 个连接。"
    )

    assert isinstance(relation, Duplicate)


def test_more_about_the_same_thing_refines_it():
    relation = judge(
        "Retries", "The client retries three times.",
        "Why retries", "The client retries three times, since the proxy drops connections at night.",
    )  # fmt: skip

    assert isinstance(relation, Refines)
    assert [claim.value for claim in relation.evidence.agreeing] == ["3"]


def test_texts_without_a_common_word_are_unrelated():
    assert isinstance(
        judge("Shell history", "Prefix it with a space.", "Fiscal year", "It begins in April."),
        Unrelated,
    )


def test_the_reasons_are_told():
    relation = judge(
        "Port", "Kestrel listens on port 6001.", "Port", "Osprey listens on port 6002."
    )

    assert relation.evidence.apart == "subject"
    assert "port" in relation.evidence.shared
    assert relation.evidence.title == 1.0


def test_an_empty_text_is_unrelated_to_everything():
    assert isinstance(judge("Port", "Kestrel listens on port 6001.", "", ""), Unrelated)

"""A text is dropped as known only where a memory says the same, sentence by sentence."""

import runpy
from itertools import islice
from pathlib import Path

import pytest

from commonplace.core.governance import Duplicate
from commonplace.core.judge.parse import sentences_with_other_values
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
TWO_FACTOR = "Two-factor is compulsory for admins and optional for everybody else."
TOKENS = "Refresh tokens live for eight hours. Access tokens live for five minutes."


def compare(new: str, old: str, title: str = ""):
    return RulesJudge().compare(
        Candidate(title="", body=new), Memory(id="MEM-old", title=title, body=old)
    )


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (
            "Deploy with the rolling strategy.",
            "Deploy with the blue-green strategy; rolling loses websocket sessions.",
        ),
        ("Use tabs in Makefiles.", "Never use tabs in Makefiles of ours."),
        ("部署用滚动策略。", "部署用蓝绿策略；滚动会断开会话。"),
        ("Two-factor is compulsory for all users.", TWO_FACTOR),
        ("Two-factor is optional for admins.", TWO_FACTOR),
        ("Refresh tokens live for five minutes.", TOKENS),
        ("The relay calls the gateway.", "The gateway calls the relay."),
        ("Run the migration before the deploy.", "Run the deploy before the migration."),
        ("Deploys are frozen.", "Deploys are frozen on Fridays."),
        ("Some merges need a review.", "All merges need a review."),
        ("Step 4 fails on Windows.", "Step 3 fails on Windows."),
        ("Then restart ingest-a.", "Then restart ingest-all."),
        ("Before noon tell the on-call to ring.", "Tell the on-call to ring before noon."),
        ("On Monday skip the worker that hangs.", "Skip the worker that hangs on Monday."),
        ("In Redis look up users with tokens.", "Look up users with tokens in Redis."),
        ("keep it off the us list", "Keep it off the US list."),
        ("In production, fix the bugs.", "Fix the bugs in production."),
        ("Support is there Monday, Friday.", "Support is there Monday - Friday."),
        ("The offset is: 5 hours.", "The offset is: - 5 hours."),
        ("If the disk is full, ask ops.", "Ask ops if the disk is full."),
        ("Deploys were frozen the last week.", "Deploys were frozen last week."),
        ("The prompt accepts no answers.", "The prompt accepts `no` answers."),
        ("网关调用中继。", "中继调用网关。"),
        ("所有合并都要评审。", "合并到主干要评审。"),
    ],
)
def test_a_text_made_of_a_memory_s_words_is_not_known_when_it_says_something_else(
    new: str, old: str
) -> None:
    assert not isinstance(compare(new, old), Duplicate)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (
            "refresh tokens live 8 h, access tokens 5 min",
            "Refresh tokens live 8 hours; access tokens five minutes.",
        ),
        ("The invoicing service is owned by Maya.", "Maya owns the invoicing service."),
        ("Every night at 02:00 the backups run.", "The backups run every night at 2:00."),
        ("Don't deploy on Fridays. Ask Ana first!", "Do not deploy on Fridays. Ask Ana first."),
        ("If the build is red, do not merge.", "Do not merge if the build is red."),
        ("報表服務最多 50 個連接。", "报表服务最多 50 个连接。"),
    ],
)
def test_the_same_statement_in_another_dress_is_known(new: str, old: str) -> None:
    assert isinstance(compare(new, old), Duplicate)


def test_what_only_shares_its_words_is_mentioned() -> None:
    relation = compare(
        "Rolling deploys lose websocket sessions.",
        "Websocket sessions: rolling deploys lose them.",
        "t",
    )

    assert not isinstance(relation, Duplicate)
    assert (
        relation.evidence.alike
        == "“t” says nearly the same in other words: is this a change of it?"
    )


def test_a_title_that_names_another_thing_makes_another_statement() -> None:
    relation = RulesJudge().compare(
        Candidate(title="Catalog service", body="The timeout is 30 s."),
        Memory(id="MEM-old", title="Payments service", body="The timeout is 30 s."),
    )

    assert not isinstance(relation, Duplicate)


@pytest.mark.parametrize("title", ["Do not use Redis", "Memcached, not Redis"])
def test_a_title_that_turns_the_words_of_its_text_makes_another_statement(title: str) -> None:
    body = "Use Redis. Do not use Memcached."
    relation = RulesJudge().compare(
        Candidate(title=title, body=body), Memory(id="MEM-old", title="Use Redis", body=body)
    )

    assert not isinstance(relation, Duplicate)


def test_of_texts_that_say_something_else_hardly_one_is_dropped_and_of_repeats_most_are() -> None:
    script = runpy.run_path(str(BENCHMARKS / "false_statements.py"))
    answers = [(each.rule == "repeats", script["verdict"](each)) for each in script["by_hand"]()]

    assert answers.count((False, "dropped")) <= 15
    assert answers.count((True, "dropped")) >= 42
    assert len(answers) >= 810


@pytest.mark.laws
def test_at_most_one_in_a_hundred_false_statements_made_of_a_note_s_words_is_dropped() -> None:
    script = runpy.run_path(str(BENCHMARKS / "false_statements.py"))
    built = list(islice(script["statements"](), 0, None, 9))
    answers = [script["verdict"](each) for each in built]

    assert len(built) >= 150
    assert answers.count("dropped") <= len(built) / 100


@pytest.mark.parametrize(
    ("new", "old", "is_other"),
    [
        ("A blocked gate is Sev8.", "A blocked gate is Sev1.", True),
        ("Run two e2e jobs at once.", "Run two e9e jobs at once.", True),
        ("It starts. Calls to /v9 are free.", "Calls to /v2 are free. It starts.", True),
        ("A blocked gate is Sev1.", "A blocked gate is Sev1.", False),
        ("Runner 1 is slow. Runner 2 is slow.", "Runner 2 is slow. Runner 1 is slow.", False),
        ("A blocked gate is loud.", "A blocked gate is Sev1.", False),
    ],
)
def test_sentences_that_are_the_same_but_for_a_value_are_found(
    new: str, old: str, is_other: bool
) -> None:
    assert bool(sentences_with_other_values(new, old)) is is_other

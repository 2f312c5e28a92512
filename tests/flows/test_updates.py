"""A fact that changed is asked about; where both are kept the newer is served first and says since when."""

import json
from datetime import date
from pathlib import Path

import pytest

from commonplace.core.decided_pairs import (
    PAGE,
    Succession,
    decided_by,
    pair_of,
    successions,
    with_decided,
)
from commonplace.core.governance import Contradicts
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory
from commonplace.hook.prompt_answer import DECIDED_PAIRS, answer
from transcript import command_line

OLD = "The orders database of the shop runs Postgres 15."
NEW = "The orders database of the shop runs Postgres 16."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, NEW),
        ("We run Postgres 15 in production.", "Production was upgraded to Postgres 16."),
        ("The release freeze is on December 20th.", "The freeze moved to December 18th."),
        ("Backups go to server 24.", "Backups go to server 25."),
        ("Ask Maya about invoicing.", "Maya is on leave until March; ask Ravi about invoicing."),
        ("封版时间是 20 号。", "封版时间改到 18 号。"),
        (
            "The freeze begins on the 20th of December.",
            "The freeze begins on the 18th of December.",
        ),
        ("The on-call engineer is Ana.", "The on-call engineer is Ben, since Ana is on leave."),
    ],
)
def test_another_value_of_one_thing_is_asked_about_before_it_is_written(old: str, new: str) -> None:
    relation = RulesJudge().compare(
        Candidate(title=new, body=new), Memory(id="MEM-old", title=old, body=old)
    )

    assert isinstance(relation, Contradicts)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The shop was closed on the 3rd of May.", "The shop was closed on the 5th of May."),
        ("The default region is Oslo.", "The fallback region is Bergen."),
    ],
)
def test_what_happened_twice_and_two_roles_are_not_asked_about(old: str, new: str) -> None:
    relation = RulesJudge().compare(
        Candidate(title=new, body=new), Memory(id="MEM-old", title=old, body=old)
    )

    assert not isinstance(relation, Contradicts)


FRONTEND = """Frontend monorepo

Six apps share one repository, and each has an owner in CODEOWNERS.
Node 20, enforced with `engine-strict`. Packages are linked by pnpm workspaces.
Tests run in vitest; flows run in Playwright, at most 15 for each app.
Renovate merges patch updates by itself, minors wait for a person."""


@pytest.mark.parametrize(
    ("new", "is_asked"),
    [
        ("The frontend monorepo requires Node 22.", True),
        ("The frontend monorepo requires Node 20.", False),
        ("Frontend apps may have at most 25 flows in Playwright.", True),
        ("The payroll export has 18 columns.", False),
    ],
)
def test_another_figure_in_a_corner_of_a_longer_note_is_asked_about(
    new: str, is_asked: bool
) -> None:
    old = Memory(id="MEM-old", title="Frontend monorepo", body=FRONTEND)

    relation = RulesJudge().compare(Candidate(title=new, body=new), old)

    assert isinstance(relation, Contradicts) is is_asked


def test_of_two_kept_memories_the_later_one_is_known_with_its_day() -> None:
    old = Memory(id="MEM-a", title="15", body=OLD, created=date(2026, 1, 2))
    new = Memory(id="MEM-b", title="16", body=NEW, created=date(2026, 3, 14))
    page = with_decided("", [decided_by(pair_of(new, old), "ada", date(2026, 3, 14))])

    assert successions(page, [old, new]) == (Succession("MEM-b", "MEM-a", date(2026, 3, 14)),)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init", "--layout", "vault"]).code == 0
    return tmp_path


@pytest.mark.usefixtures("book")
def test_recall_puts_the_newer_of_two_kept_values_first_and_says_since_when() -> None:
    command_line(["remember", OLD, "--title", "Orders database Postgres", "--yes"])
    command_line(["remember", NEW, "--title", "Postgres now", "--separate", "--yes"])

    hits = json.loads(command_line(["recall", "orders database postgres", "--json"]).out)["hits"]
    told = command_line(["recall", "orders database postgres"]).out.decode()

    assert [(hit["title"], "since" in hit) for hit in hits] == [
        ("Postgres now", True),
        ("Orders database Postgres", False),
    ]
    assert f"[since {hits[0]['since']}] {NEW[:-1]}" in told


@pytest.mark.laws
@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("order", [1, -1])
def test_a_hook_puts_the_newer_of_two_kept_values_first_and_says_since_when(
    book: Path, order: int
) -> None:
    told = [(OLD, "Orders database Postgres"), (NEW, "Orders database Postgres now")][::order]
    for at, (text, title) in enumerate(told):
        answers = ["--separate"] if at else []
        command_line(["remember", text, "--title", title, *answers, "--yes"])
    command_line(["recall", "postgres"])

    given = answer("Which Postgres does the orders database run?", str(book), "")

    said = [line[2] for line in given.lines]
    assert said[0].startswith("[since ")
    assert told[1][0][:-1] in said[0]
    assert [told[0][0][:-1] in line for line in said[1:]] == [True]


def test_the_hook_looks_for_the_page_where_it_stands() -> None:
    assert DECIDED_PAIRS == PAGE


@pytest.mark.usefixtures("book")
def test_lint_finds_two_values_of_one_thing_that_stand_already(book: Path) -> None:
    command_line(["remember", "We run Postgres 15 in production.", "--yes"])
    command_line(["remember", "Production runs Postgres 16.", "--separate", "--yes"])
    (book / ".memory/.commonplace/decided-pairs.md").unlink()

    issues = json.loads(command_line(["lint", "--json"]).out)["issues"]

    assert "contradiction" in [issue["check"] for issue in issues]

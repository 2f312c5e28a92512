"""What may contradict a memory is mentioned to whoever agrees, and holds nothing back."""

import json
from pathlib import Path

import pytest

import commonplace
from commonplace.app.books import open_book
from commonplace.core.governance import Compatible, Contradicts, Duplicate, Evidence, Relation, Verb
from commonplace.flows.capture import Given, capture
from commonplace.flows.decisions import dispute
from commonplace.flows.govern import Answer, Governance, NeighbourSearch, govern
from commonplace.testing import ScriptedJudge
from flows.governing import Desk, desk, told
from requirements import requirement
from transcript import command_line

OLD = "Pull requests are squashed."
NEW = "Pull requests are merged with rebase."
QUESTION = "Which of them?"
DOUBTED = Compatible(Evidence(doubt=QUESTION))


@pytest.fixture
def book() -> Desk:
    made = desk("vault")
    made.remember(OLD)
    made.remember("The beta programme is closed.", told(Verb.CREATE))
    return made


def considered(book: Desk, *relations: Relation, answer: Answer | None = None) -> Governance:
    names = [memory.id for memory in book.memories()]
    judge = ScriptedJudge(relations=dict(zip(names, relations, strict=False)))
    neighbour_search = NeighbourSearch(find=book.find, judge=judge)
    return govern([capture(NEW, Given())], book.look(), neighbour_search, [answer or Answer()])


def doubts(governance: Governance) -> list[str]:
    return [each.doubt for each in governance.proposal.compared if each.doubt]


@requirement("govern.mention")
def test_a_doubt_is_told_and_the_text_is_written(book: Desk) -> None:
    governance = considered(book, DOUBTED)

    assert doubts(governance) == [QUESTION]
    assert not governance.is_open
    assert governance.proposal.changes


def test_the_nearest_doubt_is_enough(book: Desk) -> None:
    assert doubts(considered(book, DOUBTED, DOUBTED)) == [QUESTION]


def test_who_has_decided_is_told_of_no_doubt(book: Desk) -> None:
    assert doubts(considered(book, DOUBTED, answer=told(Verb.CREATE))) == []


def test_what_is_asked_about_or_not_written_is_not_mentioned_as_well(book: Desk) -> None:
    asked = considered(book, DOUBTED, Contradicts(Evidence(), "Really?", is_sure=False))
    known = considered(book, DOUBTED, Duplicate(Evidence(new_in_old=1.0, old_in_new=1.0)))

    assert asked.is_open
    assert doubts(asked) == doubts(known) == []


def test_two_memories_in_doubt_stay_apart(book: Desk) -> None:
    one, other = book.memories()

    assert dispute(one, other, ScriptedJudge(relations={one.id: DOUBTED})) == QUESTION


@requirement("govern.mention")
def test_people_and_programs_are_told_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["init"], ["remember", OLD, "--yes"]):
        assert command_line(words).code == 0
    monkeypatch.setattr(
        "commonplace.core.judge.rules.RulesJudge.compare", lambda _, new, old: DOUBTED
    )

    made = commonplace.open_book(tmp_path).propose(NEW)
    ran = command_line(["remember", NEW, "--yes", "--json"])

    (old,) = (memory.id for memory in open_book(tmp_path).reading().memories if OLD in memory.body)
    assert isinstance(made, commonplace.Proposed)
    assert made.doubts == {old: QUESTION}
    assert ran.code == 0
    assert f"{old} may say otherwise. {QUESTION}" in ran.err
    assert json.loads(ran.out)["doubts"] == [{"memory": old, "question": QUESTION}]

"""Several texts at once: each is put before the book as those before it leave it."""

import pytest

from commonplace.core.governance import Override, Verb
from commonplace.core.judge.rules import RulesJudge
from commonplace.flows.capture import Given, capture
from commonplace.flows.commit import commit
from commonplace.flows.govern import Answer, NeighbourSearch, govern
from commonplace.flows.proposals import advanced, edits_between
from flows.books import STAMP
from flows.governing import NAMES, NOW, Desk, desk

OLD = "The staging API listens on port 6001."
TEXTS = ("The staging API writes its log to /var/log/api.", "The staging API runs as user web.")


def taught(name: str) -> Desk:
    book = desk(name)
    book.remember(OLD)
    return book


def write_all(book: Desk, texts: tuple[str, ...], verb: Verb | None) -> None:
    neighbour_search = NeighbourSearch(find=book.find, judge=RulesJudge())
    target = book.memories()[0].id
    answer = Answer(override=Override(verb, target) if verb else None)
    candidates = [capture(text, Given()) for text in texts]
    governance = govern(
        candidates, book.look(), neighbour_search, [answer] * len(texts), action="learn"
    )
    commit(governance.proposal, book.layout, book.store, STAMP, NOW.date())


@pytest.mark.parametrize("name", NAMES)
def test_two_texts_that_join_one_memory_both_stand_in_it(name: str) -> None:
    book = taught(name)

    write_all(book, TEXTS, Verb.EXTEND)

    (memory,) = [m for m in book.memories() if "6001" in m.body]
    assert "/var/log/api" in memory.body
    assert "user web" in memory.body


def test_what_one_text_has_just_brought_is_not_replaced_by_the_next() -> None:
    book = taught("vault")

    write_all(book, TEXTS, Verb.UPDATE)

    (memory,) = book.memories()
    assert "/var/log/api" in memory.body
    assert "user web" in memory.body
    assert "6001" in memory.history


def test_every_new_memory_is_linked_from_what_it_is_related_with() -> None:
    book = taught("vault")

    write_all(book, TEXTS, Verb.CREATE)

    old, *new = sorted(book.memories(), key=lambda memory: "6001" not in memory.body)
    assert {memory.id for memory in new} <= set(old.links)


def test_the_edits_between_two_states_lead_from_one_to_the_other() -> None:
    edits = edits_between({"a": b"1", "b": b"2", "c": b"3"}, {"a": b"1", "b": b"4", "d": b"5"})

    assert [(edit.path, edit.after) for edit in edits] == [("b", b"4"), ("c", None), ("d", b"5")]


def test_a_view_that_nothing_changes_is_the_same_view() -> None:
    look = taught("vault").look()

    assert advanced(look, ()) is look

"""What enters a book is compared with what stands there, in every layout."""

import pytest

from commonplace.core.changes import Bury, Create, Edit
from commonplace.core.governance import Skip, SkipReason, Verb, Veto
from commonplace.core.memory import Memory
from commonplace.errors import BadInput
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import NeighbourSearch, govern
from commonplace.layouts.registry import layout_of
from commonplace.testing import ScriptedJudge
from flows.governing import NAMES, Desk, desk, told
from requirements import requirement

OLD = "The staging API listens on port 6001."
NEW = "The staging API listens on port 6002."
FULLER = "The staging API listens on port 6001, behind nginx, see /etc/nginx/api.conf."


def taught(name: str) -> Desk:
    book = desk(name)
    book.remember(OLD)
    return book


@pytest.mark.parametrize("name", NAMES)
def test_what_is_known_is_skipped_however_it_is_written(name: str) -> None:
    book = taught(name)

    governance = book.consider("the staging api listens on port ６００１")

    assert governance.proposal.changes == governance.proposal.edits == ()
    (item,) = governance.items
    assert isinstance(item.case.decision, Skip)
    assert item.case.decision.reason is SkipReason.ALREADY_KNOWN


@pytest.mark.parametrize("name", [name for name in NAMES if "topic" in layout_of(name).holds])
def test_the_same_words_under_another_topic_are_kept_and_mentioned(name: str) -> None:
    book = desk(name)
    book.remember("The timeout is 30 seconds.", topic="payments")

    governance = book.consider("The timeout is 30 seconds.", topic="search")

    assert governance.proposal.changes
    (compared,) = governance.proposal.compared
    assert "Does it hold for search, too" in compared.doubt


@requirement("govern.veto")
@pytest.mark.parametrize("name", NAMES)
def test_a_contradiction_is_a_question_and_no_change(name: str) -> None:
    book = taught(name)

    governance = book.consider(NEW)

    assert governance.proposal.changes == ()
    (item,) = governance.items
    assert isinstance(item.case.decision, Veto)
    assert "6001" in item.case.decision.question
    assert "6002" in item.case.decision.question


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_keeps_both_and_says_when_the_new_one_holds(name: str) -> None:
    book = taught(name)

    book.remember(NEW, told(Verb.CREATE, when="during the migration"))

    new = next(m for m in book.memories() if "6002" in m.body)
    assert any("6001" in text for text in book.living())
    assert "during the migration" in f"{new.validity.applies_when} {new.body}"


@requirement("D2.replace")
@pytest.mark.parametrize("name", NAMES)
def test_the_new_one_replaces_the_old_one_which_is_buried_and_named(name: str) -> None:
    book = taught(name)

    book.remember(NEW, told(Verb.SUPERSEDE))

    (old,) = [m for m in book.memories() if m.tombstone]
    (new,) = [m for m in book.memories() if "6002" in m.body]
    assert old.tombstone is not None
    assert old.tombstone.superseded_by == new.id
    assert not any("6001" in text for text in book.living())
    if "supersedes" in book.layout.holds:
        assert (new.supersedes, "port 6001" in new.history) == ((old.id,), True)


def test_the_vault_extends_what_a_text_adds_to_and_says_where_it_came_from() -> None:
    book = desk("vault")
    book.remember("The nightly backup writes to the bucket of the platform team.")

    book.remember("The nightly backup of the platform team takes 20 minutes.", source="chat")

    (memory,) = book.memories()
    assert memory.body.startswith("The nightly backup writes to the bucket")
    assert "\n\n## Extension (2026-03-14)\n\n**Source**: chat\n\nThe nightly" in memory.body


@requirement("A2.5.related")
def test_mem_skill_appends_to_the_related_entry_and_dates_it() -> None:
    book = taught("mem-skill")

    book.remember(FULLER)

    (memory,) = book.memories()
    assert memory.body == f"- {OLD}\n- {FULLER}"
    assert b"**Updated:** 2026-03-14" in book.store.files["knowledge-base/general.md"]


@requirement("D2.merge")
def test_lingxi_merges_into_the_fuller_note_and_buries_the_other() -> None:
    book = taught("lingxi")

    receipt = book.remember(FULLER)

    new, old = receipt.memories
    buried = book.look().memory(old)
    assert buried.tombstone is not None
    assert buried.tombstone.reason == f"merged_into:{new}"
    assert book.look().memory(new).supersedes == (old,)
    assert book.living() == [FULLER]


def test_the_fuller_note_of_a_merge_keeps_when_the_other_was_wanted_and_how_sure_it_was() -> None:
    book = desk("lingxi")
    said = {"strength": "validated", "audience": "team"}
    book.remember(OLD, when_to_load=("before a rollout",), tags=("ops",), extra=said)

    receipt = book.remember(FULLER, extra={"scope": "broad"})

    new = book.look().memory(receipt.memories[0])
    assert (new.when_to_load, new.tags) == (("before a rollout",), ("ops",))
    assert {**new.extra, **said, "scope": "broad"} == dict(new.extra)


def test_a_merge_into_a_note_that_says_more_keeps_its_name() -> None:
    book = desk("lingxi")
    book.remember(FULLER)

    book.remember("The staging API listens on port 6001 with TLS 1.3.", told(Verb.MERGE))

    (memory,) = book.memories()
    assert "/etc/nginx/api.conf" in memory.body
    assert "TLS 1.3" in memory.body


@requirement("A2.5.links")
@pytest.mark.parametrize("name", ["vault", "mem-skill", "lingxi"])
def test_a_separate_memory_is_linked_both_ways(name: str) -> None:
    book = taught(name)

    receipt = book.remember(FULLER, told(Verb.CREATE))

    new = book.look().memory(receipt.memories[0])
    (old,) = [m for m in book.memories() if m.id != new.id]
    assert (new.links, old.links) == ((old.id,), (new.id,))


@pytest.mark.parametrize("name", ["vault", "lingxi"])
def test_links_to_a_replaced_memory_lead_to_its_successor(name: str) -> None:
    book = taught(name)
    linking = book.remember("The staging API of ours logs to /var/log/api.", told(Verb.CREATE))

    receipt = book.remember(NEW, told(Verb.SUPERSEDE, target=first(book, "6001").id))

    assert book.look().memory(linking.memories[0]).links == (receipt.memories[0],)


NAMED = ("6001", "staging", "listens")


def first(book: Desk, value: str) -> Memory:
    return next(m for m in book.memories() if value in m.body)


def test_an_update_that_has_no_place_for_the_old_text_names_what_it_would_drop() -> None:
    book = taught("profile")
    target = first(book, "6001").id

    with pytest.raises(BadInput, match="6001"):
        book.consider("The API is written in Go.", told(Verb.UPDATE, target))

    book.remember("The API is written in Go.", told(Verb.UPDATE, target, dropped=NAMED))
    assert book.living() == ["The API is written in Go."]


def test_an_update_needs_a_memory_to_update() -> None:
    with pytest.raises(BadInput, match="no memory near"):
        desk("vault").consider("Alone.", told(Verb.UPDATE))


@requirement("govern.bounded", "B2.search")
def test_one_question_to_the_engine_and_at_most_five_comparisons() -> None:
    book = desk("vault")
    for number in range(8):
        book.remember(f"Service {number} logs to /var/log/service-{number}.", told(Verb.CREATE))
    book.queries.clear()
    judge = ScriptedJudge()

    governance = govern(
        [capture("Service 9 logs to /var/log/service-9.", Given())],
        book.look(),
        NeighbourSearch(find=book.find, judge=judge),
    )

    assert len(book.queries) == 1
    assert len(judge.compared) == len(governance.proposal.compared) == 5


@requirement("B2.search")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_buried_is_nobodys_neighbour(name: str) -> None:
    book = taught(name)
    book.remember(NEW, told(Verb.SUPERSEDE))
    (buried,) = [memory.id for memory in book.memories() if memory.tombstone]

    governance = book.consider(FULLER)

    assert buried not in {near.memory for near in governance.proposal.compared}


@pytest.mark.parametrize("verb", [Verb.MERGE, Verb.EXTEND, Verb.UPDATE, Verb.SUPERSEDE])
def test_nothing_joins_a_memory_that_is_buried(verb: Verb) -> None:
    book = taught("vault")
    book.remember(NEW, told(Verb.SUPERSEDE))
    (buried,) = [memory.id for memory in book.memories() if memory.tombstone]

    with pytest.raises(BadInput, match="forgotten already"):
        book.consider(FULLER, told(verb, buried))


@requirement("B2.fallback")
@pytest.mark.parametrize("name", NAMES)
def test_a_book_without_an_index_is_compared_by_its_words_and_told_so(name: str) -> None:
    book = taught(name)
    book.degraded = "index-damaged"

    governance = book.consider(NEW)

    assert governance.degraded == "index-damaged"
    assert isinstance(governance.items[0].case.decision, Veto)


def test_a_memory_that_holds_only_then_does_not_contradict_what_holds_elsewhere() -> None:
    book = desk("vault")
    book.remember("The API listens on port 6001.")
    book.remember("The API listens on port 6002.", told(Verb.CREATE, when="in production"))
    book.remember("The API listens on port 6001.", told(Verb.SKIP))

    decision = book.consider("In staging the API listens on port 6001.").items[0].case.decision

    assert not (isinstance(decision, Veto) and "6002" in decision.memory.body)


def test_the_changes_of_a_proposal_say_what_was_decided() -> None:
    book = taught("vault")

    replaced = book.consider(NEW, told(Verb.SUPERSEDE)).proposal
    extended = book.consider(NEW, told(Verb.EXTEND)).proposal

    assert [type(change) for change in replaced.changes] == [Create, Bury]
    assert (replaced.action, extended.action) == ("supersede", "extend")
    assert [type(change) for change in extended.changes] == [Edit]


def test_the_receipt_counts_the_memories_that_were_compared() -> None:
    book = taught("vault")

    proposal = book.consider("Coffee is in the kitchen.").proposal

    assert [each.relation for each in proposal.compared] == ["unrelated"]

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.changes import Create, Erase, Proposal
from commonplace.errors import ChangedUnderneath, NoSuchMemory
from commonplace.flows.capture import Given, capture
from commonplace.flows.change import Revision, edit, forget
from commonplace.flows.govern import govern
from commonplace.flows.undo import last_undoable, standing, undo
from commonplace.testing import MemoryStore
from flows.books import ALONE, book, look, write


def remember(text: str, store: MemoryStore) -> Proposal:
    return govern([capture(text, Given())], look(store), ALONE).proposal


def undo_last(store: MemoryStore) -> Proposal:
    proposal = undo(last_undoable(store.receipts()), look(store), store)
    write(proposal, store)
    return proposal


def test_an_undo_brings_back_the_bytes_from_before() -> None:
    store = book(vpn="The VPN\nUse it.")
    before = dict(store.files)
    write(edit("vpn", Revision(title="Changed"), look(store)), store)

    undo_last(store)

    assert store.files == before


def test_the_undo_of_a_new_memory_takes_it_away_and_says_so() -> None:
    store = book()
    before = dict(store.files)
    write(remember("Deploys need the VPN", store), store)

    proposal = undo_last(store)

    assert store.files == before
    assert [type(change) for change in proposal.changes] == [Erase]


def test_undo_twice_goes_back_two_steps() -> None:
    store = book(vpn="The VPN\nUse it.")
    before = dict(store.files)
    write(edit("vpn", Revision(title="One"), look(store)), store)
    write(edit("vpn", Revision(title="Two"), look(store)), store)

    undo_last(store)
    undo_last(store)

    assert store.files == before
    with pytest.raises(NoSuchMemory, match="nothing to undo"):
        undo_last(store)


def test_an_undo_can_be_undone() -> None:
    store = book()
    write(remember("Deploys need the VPN", store), store)
    after = dict(store.files)
    undo_last(store)

    again = undo(store.written[-1], look(store), store)
    write(again, store)

    assert store.files == after
    assert [type(change) for change in again.changes] == [Create]
    assert [stands for _, stands in standing(store.receipts())] == [True, False, True]


def test_a_file_that_changed_since_is_named_and_nothing_is_written() -> None:
    store = book(vpn="The VPN\nUse it.")
    write(edit("vpn", Revision(title="Changed"), look(store)), store)
    store.files["vpn.txt"] = b"A person's own words"

    with pytest.raises(ChangedUnderneath, match=r"vpn\.txt has changed since receipt-0000"):
        undo_last(store)
    assert store.files["vpn.txt"] == b"A person's own words"


@pytest.mark.laws
@given(st.lists(st.sampled_from(["remember", "edit", "forget"]), max_size=6))
def test_undoing_every_step_gives_the_first_bytes_back(steps: list[str]) -> None:
    store = book(vpn="The VPN\nUse it.")
    before = dict(store.files)
    for number, step in enumerate(steps):
        living = [memory.id for memory in look(store).reading.memories if memory.is_active]
        if step == "remember" or not living:
            write(remember(f"Thing number {number}", store), store)
        elif step == "edit":
            write(edit(living[0], Revision(body=f"Take {number}"), look(store)), store)
        else:
            write(forget([living[0]], "gone", look(store)), store)

    for _ in steps:
        undo_last(store)

    assert store.files == before

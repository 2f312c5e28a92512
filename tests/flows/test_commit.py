import pytest

from commonplace.core.changes import Create
from commonplace.core.memory import Memory
from commonplace.core.rejections import PAGE, Rejection, append_rejection
from commonplace.errors import ChangedUnderneath, WriteFailed, WriteRefused
from commonplace.flows.capture import Given, capture
from commonplace.flows.commit import commit
from commonplace.flows.govern import govern
from commonplace.flows.proposals import propose
from flows.books import ALONE, LAYOUT, NOW, STAMP, book, look, write


def remember(text: str, store):
    return govern([capture(text, Given())], look(store), ALONE).proposal


def test_nothing_is_written_before_the_commit() -> None:
    store = book()
    before = dict(store.files)

    remember("Deploys need the VPN", store)

    assert store.files == before


def test_a_commit_writes_the_memory_and_brings_the_index_up_to_date() -> None:
    store = book()

    done = write(remember("Deploys need the VPN", store), store)

    assert store.files == {
        "deploys-1.txt": b"Deploys need the VPN\nDeploys need the VPN",
        "index.txt": b"deploys-1\n",
    }
    assert (done.receipt.memories, done.stale) == (("deploys-1",), None)


def test_two_candidates_of_one_title_get_two_files() -> None:
    store = book()
    twice = [capture("Deploys need the VPN", Given()), capture("Deploys need it", Given())]

    write(govern(twice, look(store), ALONE).proposal, store)

    assert {"deploys-1.txt", "deploys-2.txt"} <= set(store.files)


def test_a_file_that_changed_while_the_proposal_waited_is_not_overwritten() -> None:
    store = book()
    proposal = remember("Deploys need the VPN", store)
    store.files["deploys-1.txt"] = b"Somebody else's"

    with pytest.raises(ChangedUnderneath, match=r"deploys-1\.txt changed"):
        write(proposal, store)
    assert store.files["deploys-1.txt"] == b"Somebody else's"


def test_an_index_that_cannot_be_written_does_not_fail_the_commit_and_is_told() -> None:
    store = book()
    proposal = remember("Deploys need the VPN", store)
    store.refuses_refresh = WriteFailed("write-failed", path="index.txt", cause="full")

    done = commit(proposal, LAYOUT, store, STAMP, NOW.date())

    assert "deploys-1.txt" in store.files
    assert done.stale is store.refuses_refresh


def test_the_index_counts_a_note_somebody_saved_while_the_proposal_waited() -> None:
    store = book()
    proposal = remember("Deploys need the VPN", store)
    store.files["ada-1.txt"] = b"Ada's own\n"

    write(proposal, store)

    assert store.files["index.txt"] == b"ada-1\ndeploys-1\n"


def refusing(claim: str) -> bytes:
    return append_rejection("", Rejection(claim=claim, who="ada", at=NOW.date())).encode()


def test_what_the_book_has_refused_is_not_even_proposed() -> None:
    store = book()
    store.files[PAGE] = refusing("Deploys need the VPN")
    brought_back = Create(Memory(id="vpn-1", title="VPN", body="Deploys need the VPN"))

    with pytest.raises(WriteRefused):
        propose("restore", [brought_back], look(store))


def test_what_was_refused_while_the_proposal_waited_is_not_written() -> None:
    store = book()
    proposal = remember("Deploys need the VPN", store)
    store.files[PAGE] = refusing("Deploys need the VPN")
    before = dict(store.files)

    with pytest.raises(WriteRefused):
        write(proposal, store)
    assert store.files == before

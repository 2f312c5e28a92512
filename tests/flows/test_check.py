from commonplace.core.ports import Problem
from commonplace.errors import BookBusy
from commonplace.flows.check import check, fix, renew_indices
from commonplace.flows.commit import derived_files, found, with_ignored
from commonplace.testing import MemoryStore
from flows.books import LAYOUT, NOW, book, look


def test_a_sound_book_has_no_problems() -> None:
    assert check(look(book(vpn="A\nB"))) == ()


def test_a_stale_index_and_an_unreadable_note_are_both_told() -> None:
    store = book(vpn="A\nB")
    store.files |= {"index.txt": b"", "bad.txt": b""}

    assert check(look(store)) == (
        Problem(path="bad.txt", code="empty"),
        Problem(path="index.txt", code="stale-index", can_fix=True),
    )


def test_fixing_regenerates_the_index_and_counts_it() -> None:
    store = book(vpn="A\nB")
    store.files["index.txt"] = b"rubbish"

    assert fix(LAYOUT, store, NOW.date()) == 1
    assert store.files["index.txt"] == b"vpn\n"


def test_a_reader_mends_a_stale_index() -> None:
    store = book(vpn="A\nB")
    del store.files["index.txt"]

    renew_indices(look(store), store)

    assert store.files["index.txt"] == b"vpn\n"


def test_a_reader_is_not_failed_by_an_index_it_cannot_mend() -> None:
    store = book(vpn="A\nB")
    store.files["index.txt"] = b"stale"
    store.refuses_refresh = BookBusy("book-busy", seconds=0, owner="?")

    renew_indices(look(store), store)

    assert store.files["index.txt"] == b"stale"


def test_a_new_book_is_the_skeleton_of_its_layout() -> None:
    store = MemoryStore()

    assert found(LAYOUT, store, NOW.date()) == ("index.txt",)
    assert store.files == {"index.txt": b""}


def test_ignored_lines_are_added_once_and_others_are_kept() -> None:
    lines = [f"/{name}" for name in derived_files(LAYOUT, NOW.date())] or ["/index.txt"]
    once = with_ignored("*.pyc", lines)

    assert once == "*.pyc\n# Made by commonplace from the memories.\n/index.txt\n"
    assert with_ignored(once, lines) == once

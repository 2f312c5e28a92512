"""Whether a book has changed is seen without reading it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from commonplace.storage.change_detection import (
    MOST_DOUBTS,
    RACY_NS,
    Numbered,
    Seen,
    doubts,
    folder_times,
    is_alike,
    is_changed,
    is_reordered,
    listed,
    numbered,
    read_seen,
    seen_of,
    sweep,
    turned,
    write_seen,
)

LATER = 10**19
"""A moment long after every file was touched."""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    for name in ("a", "b"):
        (tmp_path / "notes" / f"{name}.md").write_text("text")
        os.utime(tmp_path / "notes" / f"{name}.md", ns=(10**18, 10**18))
    os.utime(tmp_path / "notes", ns=(10**18, 10**18))
    return tmp_path


def seen_in(book: Path) -> Seen:
    return sweep(str(book), ("notes",), LATER)


def _edit(book: Path) -> None:
    with open(book / "notes" / "a.md", "r+b") as file:
        file.write(b"TEXT")


def _save_by_rename(book: Path) -> None:
    (book / "new").write_text("text")
    os.replace(book / "new", book / "notes" / "a.md")


def test_a_note_with_two_names_is_not_lost_in_the_sum(book: Path) -> None:
    os.link(book / "notes" / "a.md", book / "notes" / "twin.md")
    seen = seen_in(book)

    _edit(book)

    assert is_changed(str(book), seen, LATER)


CHANGES: list[Callable[[Path], object]] = [
    _edit,
    _save_by_rename,
    lambda book: (book / "notes" / "c.md").write_text("new"),
    lambda book: (book / "notes" / "a.md").unlink(),
    lambda book: (book / "notes" / "a.md").rename(book / "notes" / "z.md"),
    lambda book: (book / "notes" / "a.md").write_text("longer text"),
]


def test_a_book_that_nobody_touched_is_unchanged(book: Path) -> None:
    assert not is_changed(str(book), seen_in(book), LATER)
    assert not is_reordered(str(book), seen_in(book))


@pytest.mark.parametrize("change", CHANGES)
def test_every_kind_of_change_is_seen(book: Path, change: Callable[[Path], object]) -> None:
    seen = seen_in(book)
    change(book)

    assert is_changed(str(book), seen, LATER)


@pytest.mark.parametrize("change", CHANGES[1:5])
def test_files_that_come_go_or_are_renamed_are_seen_without_looking_at_each(
    book: Path, change: Callable[[Path], object]
) -> None:
    seen = seen_in(book)
    change(book)

    assert is_reordered(str(book), seen)


def test_a_file_changed_just_now_is_looked_at_again_next_time(book: Path) -> None:
    touched = (book / "notes" / "a.md").stat().st_ctime_ns
    seen = sweep(str(book), ("notes",), touched + RACY_NS // 2)

    assert is_changed(str(book), seen, LATER)


def test_nothing_seen_means_everything_may_have_changed(book: Path) -> None:
    assert is_changed(str(book), {}, LATER)
    assert is_reordered(str(book), {})


def test_what_was_seen_is_kept_for_its_index_alone(book: Path, tmp_path: Path) -> None:
    index, other = tmp_path / "index", tmp_path / "other"
    index.write_text("")
    other.write_text("")
    write_seen(str(tmp_path), str(index), seen_in(book))

    assert read_seen(str(tmp_path), str(index)) == seen_in(book)
    assert read_seen(str(tmp_path), str(other)) == {}


def test_a_folder_that_is_gone_is_a_change(book: Path) -> None:
    seen = seen_in(book)
    (book / "notes").rename(book / "elsewhere")

    assert is_changed(str(book), seen, LATER)
    assert is_reordered(str(book), seen)


def test_the_files_of_known_folders_are_listed_with_how_they_look(book: Path) -> None:
    look = (book / "notes" / "a.md").stat()

    found = listed(str(book), seen_in(book))

    assert found is not None
    assert (sorted(found), found["notes/a.md"]) == (["notes/a.md", "notes/b.md"], look)


def test_a_new_folder_means_that_everything_must_be_looked_through(book: Path) -> None:
    seen = seen_in(book)
    (book / "notes" / "below").mkdir()

    assert listed(str(book), seen) is None


def test_a_look_from_a_list_is_the_one_that_a_sweep_has(book: Path) -> None:
    seen = seen_in(book)
    found = listed(str(book), seen)
    assert found is not None

    assert seen_of(found, seen, folder_times(str(book), seen), LATER) == seen


def test_what_is_left_out_may_change(book: Path) -> None:
    seen = sweep(str(book), ("notes",), LATER, left_out={"notes": "a.md"})

    _edit(book)

    assert not is_changed(str(book), seen, LATER)


def test_files_in_doubt_are_named_up_to_a_handful(book: Path) -> None:
    touched = (book / "notes" / "a.md").stat().st_ctime_ns
    assert doubts(sweep(str(book), ("notes",), touched)) == ["notes/a.md", "notes/b.md"]
    assert doubts(seen_in(book)) == []

    for number in range(MOST_DOUBTS):
        (book / "notes" / f"{number}.md").write_text("new")
    assert doubts(sweep(str(book), ("notes",), touched)) is None


WRITES: list[tuple[Callable[[Path], object], list[str]]] = [
    (_edit, ["a"]),
    (_save_by_rename, ["a"]),
    (lambda book: (book / "notes" / "c.md").write_text("new"), ["c"]),
    (lambda book: (book / "notes" / "a.md").unlink(), ["a"]),
    (lambda book: (book / "notes" / "a.md").rename(book / "notes" / "z.md"), ["a", "z"]),
]


def numbers(book: Path, names: list[str]) -> dict[str, Numbered]:
    paths = [f"notes/{name}.md" for name in names]
    return {path: numbered((book / path).stat()) for path in paths if (book / path).exists()}


@pytest.mark.parametrize(("write", "names"), WRITES)
def test_our_own_write_is_added_to_what_was_seen(
    book: Path, write: Callable[[Path], object], names: list[str]
) -> None:
    seen, before = seen_in(book), numbers(book, names)

    write(book)
    now = turned(str(book), seen, before, numbers(book, names))

    assert now is not None
    assert is_alike(now, seen_in(book))
    assert {*(doubts(now) or ())} >= {*numbers(book, names)}


@pytest.mark.parametrize("change", CHANGES)
def test_what_somebody_else_did_meanwhile_is_not_taken_for_known(
    book: Path, change: Callable[[Path], object]
) -> None:
    seen = seen_in(book)

    (book / "notes" / "ours.md").write_text("ours")
    change(book)
    now = turned(str(book), seen, {}, numbers(book, ["ours"]))

    assert now is None or not is_alike(now, seen_in(book))

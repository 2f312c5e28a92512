"""Whoever reads a book mends its indices, and does the work once."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from commonplace.core.changes import NO_OCCASION
from commonplace.layouts.vault import VaultLayout
from transcript import command_line

INDEX = "memory-index.json"


class CountingLayout(VaultLayout):
    """A vault that counts how often its indices were derived."""

    derived = 0

    def derive(self, files, today, done=(), occasion=NO_OCCASION):
        self.derived += 1
        return super().derive(files, today, done, occasion)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init"]).code == 0
    assert command_line(["remember", "Deploys need the VPN.", "--yes"]).code == 0
    found = open_book(tmp_path)
    return Book(layout=CountingLayout(), store=found.store, root=found.root, project=found.project)


def later() -> datetime:
    """A moment at which nothing of the book changed within the same tick."""
    return datetime.now(UTC) + timedelta(seconds=10)


def test_an_unchanged_book_is_derived_once(book: Book) -> None:
    book.fresh_view(later())
    book.fresh_view(later())

    assert book.layout.derived == 1


def test_a_book_changed_a_moment_ago_is_derived_each_time(book: Book) -> None:
    now = datetime.now(UTC)

    book.fresh_view(now)
    book.fresh_view(now)

    assert book.layout.derived == 2


def test_a_note_edited_in_place_is_seen_and_the_index_mended(book: Book) -> None:
    book.fresh_view(later())
    (note,) = book.root.glob("10-Memories/MEM-*.md")
    note.write_text(note.read_text("utf-8").replace("VPN", "LAN"), "utf-8")

    book.fresh_view(later())

    assert "LAN" in (book.root / INDEX).read_text("utf-8")


def test_an_index_that_somebody_removed_comes_back(book: Book) -> None:
    book.fresh_view(later())
    (book.root / INDEX).unlink()

    book.fresh_view(later())

    assert (book.root / INDEX).exists()

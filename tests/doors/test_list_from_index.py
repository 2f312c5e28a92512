"""`list` says from the index what the files say, and opens the files that it shows."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from commonplace.app.recall import index_of, newest_in
from commonplace.core.rejections import PAGE
from commonplace.doors.cli import list as list_command
from commonplace.doors.cli.context import Desk
from commonplace.flows.view import Selection, select
from commonplace.storage import change_detection
from transcript import command_line

NOW = datetime(2100, 1, 1, tzinfo=UTC)
"""So late that nothing of the book changed a moment ago."""
TEXTS = (
    "Deploys to production need the VPN.",
    "The nightly backup runs at 02:00.",
    "Use tabs in Makefiles, never spaces.",
)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init"]).code == 0
    for text in TEXTS:
        assert command_line(["remember", text, "--yes", "--topic", "ops"]).code == 0
    found = open_book(tmp_path)
    index_of(found).freshen()
    found.fresh_view(NOW)
    return found


def listed(book: Book, most: int | None = None, *, wants_json: bool = False) -> object:
    desk = Desk(environ={}, folder=book.project, clock=lambda: NOW, is_terminal=False)
    desk.wants_json = wants_json
    return list_command._from_index(desk, book, Selection(topic="ops"), most)


def names(found: object) -> list[str]:
    assert isinstance(found, list_command._Listed)
    return [memory.id for memory, _ in found.shown]


def test_the_index_lists_what_the_files_list(book: Book) -> None:
    whole, first = names(listed(book)), names(listed(book, 2))
    said = json.loads(command_line(["list", "--topic", "ops", "--json"]).out)

    assert whole == [each["id"] for each in said]
    assert first == whole[:2]


def test_only_what_is_shown_is_read(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = Book.memories_at
    monkeypatch.setattr(
        Book, "memories_at", lambda self, paths: whole(self, _noted(list(paths), read))
    )

    found = listed(book, 1, wants_json=True)

    assert len(read) == 1
    assert found.shown[0][0].body in TEXTS
    assert found.count == len(TEXTS)


def _noted(paths: list[str], read: list[str]) -> list[str]:
    read += paths
    return paths


def test_a_book_that_was_edited_is_read_whole(book: Book) -> None:
    note = next(book.root.glob("10-Memories/MEM-*backup*.md"))
    note.write_text(note.read_text("utf-8").replace("backup", "upload"), "utf-8")

    assert listed(book) is None
    assert "upload" in command_line(["list", "--json"]).out.decode()


def test_what_is_refused_by_a_page_that_came_later_is_not_listed_as_approved(book: Book) -> None:
    assert command_line(["reject", "Water boils at ninety degrees.", "--yes"]).code == 0
    page = book.store.read_one(PAGE)
    assert page is not None
    text = page.decode("utf-8").replace("Water boils at ninety degrees.", TEXTS[0])
    (book.root / PAGE).write_text(text, "utf-8")

    statuses = {
        each["body"]: each["status"] for each in json.loads(command_line(["list", "--json"]).out)
    }

    assert statuses[TEXTS[0]] == "quarantined"
    assert listed(book) is None


def test_buried_memories_are_listed_from_the_files(book: Book) -> None:
    desk = Desk(environ={}, folder=book.project, clock=lambda: NOW, is_terminal=False)

    assert list_command._from_index(desk, book, Selection(is_whole=True), None) is None


@pytest.mark.parametrize("most", [None, 1, 2])
@pytest.mark.parametrize("wanted", [Selection(), Selection(topic="ops"), Selection(kind="none")])
def test_the_index_sorts_as_the_files_are_sorted(
    book: Book, wanted: Selection, most: int | None
) -> None:
    found = newest_in(book, wanted, most, NOW)
    whole = select(book.reading().memories, wanted, book.ledger.moments())

    assert found is not None
    count, shown = found
    assert count == len(whole)
    assert [memory.id for memory, _ in shown] == [memory.id for memory in whole[:most]]


def test_a_list_looks_at_each_file_once_for_the_book_and_for_its_index(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line("list")
    looks: list[str] = []
    listed = change_detection._listed
    monkeypatch.setattr(
        change_detection, "_listed", lambda folder, end: looks.append(folder) or listed(folder, end)
    )

    assert newest_in(book, Selection(), 1, NOW)
    assert [os.path.basename(each) for each in looks].count("10-Memories") == 1
    assert not change_detection._SHARED

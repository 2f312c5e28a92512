"""In a book too large to look at each note before a prompt, an edit in place is seen by the next one."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app import hot, hot_index
from commonplace.app.books import Book, found_book
from commonplace.app.indexing import index_of
from commonplace.config import Settings

NOTE = (
    '---\ntitle: "{title}"\ncreated: 2026-01-01\nsummary: "{title}"\n---\n\n# {title}\n\n{title}.\n'
)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.setattr(hot_index, "LOOK_AT_EACH", 1)
    made = found_book(tmp_path / "project", Settings(), datetime(2026, 11, 1, tzinfo=UTC))
    for name, title in (("a", "Staging runs on port 6001"), ("b", "Retry uploads three times")):
        (made.root / "10-Memories" / f"MEM-{name}.md").write_text(NOTE.format(title=title))
    index_of(made).freshen()
    return made


def edit_in_place(book: Book) -> None:
    path = book.root / "10-Memories" / "MEM-b.md"
    with open(path, "r+", encoding="utf-8") as file:
        file.write(NOTE.format(title="Rotate the signing certificate yearly"))
        file.truncate()


def asked(book: Book) -> str:
    return hot.answer("when do we rotate the signing certificate", str(book.project), "").block


def test_an_edit_in_place_is_seen_by_the_prompt_after_the_next(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_in_place(book)

    assert asked(book) == ""

    monkeypatch.setattr(hot_index, "LOOK_BACK_NS", 0)
    hot.look_back(str(book.project))

    assert "Rotate the signing certificate" in asked(book)


def test_looking_back_waits_its_time(book: Book) -> None:
    edit_in_place(book)
    hot.look_back(str(book.project))

    assert asked(book) == ""


def test_a_small_book_needs_no_looking_back(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot_index, "LOOK_AT_EACH", 1000)
    monkeypatch.setattr(hot_index, "LOOK_BACK_NS", 0)
    hot.look_back(str(book.project))

    assert not os.path.exists(os.path.join(os.path.dirname(index_of(book).path), hot_index.LOOKED))


def test_that_it_was_tried_is_noted_even_when_time_runs_out(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_time(*_: object) -> list[str]:
        raise hot_index.deadline.OutOfTimeError

    monkeypatch.setattr(hot_index, "LOOK_BACK_NS", 0)
    monkeypatch.setattr(hot_index, "edited_since", out_of_time)
    hot.look_back(str(book.project))

    mark = os.path.join(os.path.dirname(index_of(book).path), hot_index.LOOKED)
    assert time.time() - os.path.getmtime(mark) < 60

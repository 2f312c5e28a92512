"""In a book too large to look at each note before a prompt, an edit in place is seen by the next one."""

import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import ten_seconds_later
from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.engines.local.engine import LocalEngine
from commonplace.hook import index, prompt_answer, refresher
from commonplace.storage.change_detection import last_look, note_look
from commonplace.storage.places import cache_of

NOTE = (
    '---\ntitle: "{title}"\ncreated: 2026-01-01\nsummary: "{title}"\n---\n\n# {title}\n\n{title}.\n'
)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.setattr(index, "LOOK_AT_EACH", 1)
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
    return prompt_answer.answer(
        "when do we rotate the signing certificate", str(book.project), ""
    ).block


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return whose refresher was wanted; it does its work at once, in this process."""
    roots: list[str] = []

    def want(root: str) -> None:
        roots.append(root)
        refresher.refresh(root)

    monkeypatch.setattr(refresher, "want", want)
    return roots


def test_an_edit_in_place_is_seen_by_the_prompt_after_the_next(
    book: Book, wanted: list[str]
) -> None:
    edit_in_place(book)

    assert asked(book) == ""

    prompt_answer.look_back(str(book.project))

    assert "Rotate the signing certificate" in asked(book)
    assert wanted == [str(book.root)]


def test_an_edit_right_after_a_look_is_not_forgotten(book: Book, wanted: list[str]) -> None:
    note_look(cache_of(str(book.root)), time.time_ns(), 10**12)
    edit_in_place(book)
    prompt_answer.look_back(str(book.project))

    assert "Rotate the signing certificate" in asked(book)


def test_a_look_that_was_cut_off_moves_no_mark(
    book: Book, wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def out_of_time(*_: object) -> list[str]:
        raise index.clock.OutOfTimeError

    monkeypatch.setattr(index, "LOOK_BACK_SHARE", 0)
    before = last_look(cache_of(str(book.root)))
    edit_in_place(book)
    with monkeypatch.context() as patch:
        patch.setattr(index, "edited_since", out_of_time)
        prompt_answer.look_back(str(book.project))

    assert last_look(cache_of(str(book.root))) == before

    prompt_answer.look_back(str(book.project))

    assert "Rotate the signing certificate" in asked(book)


def test_looking_back_finds_nothing_and_starts_nobody(
    book: Book, wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "LOOK_BACK_SHARE", 0)
    with ten_seconds_later():
        index_of(book).freshen()
        prompt_answer.look_back(str(book.project))

    assert wanted == []


BESIDE = """
import os, sys, time
from commonplace.hook import capture, index
wanted, slow = sys.argv[1:]
sys.argv = ["commonplace", "hook", "prompt"]
index.LOOK_AT_EACH, index.LOOK_BACK_SHARE = 1, 0
index.is_reordered = lambda *_: False
def edited_since(*_):
    time.sleep(float(slow))
    return ["10-Memories/MEM-b.md"]
index.edited_since = edited_since
capture.start_child = lambda *words: open(wanted, "w").close()
from commonplace.entry import main
main()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be copied here")
def test_no_host_waits_until_every_file_of_a_large_book_was_looked_at(
    book: Book, tmp_path: Path
) -> None:
    wanted = tmp_path / "wanted"
    subprocess.run(
        [sys.executable, "-I", "-c", BESIDE, str(wanted), "1.5"],
        input=b'{"prompt": "when do we rotate the signing certificate"}',
        cwd=book.project,
        env={"COMMONPLACE_HOOK_BUDGET_S": "20", **os.environ},
        capture_output=True,
        check=True,
    )

    assert not wanted.exists()

    until = time.monotonic() + 30
    while not wanted.exists() and time.monotonic() < until:
        time.sleep(0.1)

    assert wanted.exists()


def test_a_small_book_needs_no_looking_back(
    book: Book, wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "LOOK_AT_EACH", 1000)
    edit_in_place(book)
    prompt_answer.look_back(str(book.project))

    assert wanted == []


def test_an_edited_memory_that_would_be_told_is_told_as_it_is_now(book: Book) -> None:
    path = book.root / "10-Memories" / "MEM-a.md"
    path.write_text(NOTE.format(title="Staging runs on port 7443"), "utf-8")

    first = prompt_answer.answer("which port does staging run on", str(book.project), "")

    assert "7443" in first.block
    assert "6001" not in first.block
    assert first.outcome == "hits"


def test_a_memory_that_was_removed_in_a_large_book_is_not_told(book: Book) -> None:
    (book.root / "10-Memories" / "MEM-a.md").unlink()

    first = prompt_answer.answer("which port does staging run on", str(book.project), "")

    assert first.block == ""


def test_what_was_edited_in_one_book_changes_nothing_for_another(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook asks the project's book and the personal one: each is taken in batch by batch, as time allows."""
    other = found_book(tmp_path / "other", Settings(), datetime(2026, 11, 1, tzinfo=UTC))
    index_of(other).freshen()
    (book.root / "10-Memories" / "MEM-a.md").write_text(NOTE.format(title="Staging is 7443"))
    prompt_answer.answer("which port does staging run on", str(book.project), "")
    for number in range(2 * index.AT_ONCE):
        path = other.root / "10-Memories" / f"MEM-n{number}.md"
        path.write_text(NOTE.format(title=f"Committee {number} decides matter {number}"), "utf-8")
    update, sizes = LocalEngine.update, []

    def counted(self, changed, removed=()) -> None:
        sizes.append(len(changed := tuple(changed)))
        update(self, changed, removed)

    monkeypatch.setattr(LocalEngine, "update", counted)
    monkeypatch.setattr(index.clock, "start", lambda _: None)
    asked(other)

    assert max(sizes) == index.AT_ONCE

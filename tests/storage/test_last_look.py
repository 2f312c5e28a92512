"""A book that looks as it did is not derived again; any difference is seen."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from commonplace.core.ports import FileLook
from commonplace.storage import last_look
from commonplace.storage.change_detection import LOOK_BACK_SHARE, RACY_NS, sweep
from commonplace.storage.folders import FolderReader
from commonplace.storage.last_look import MOST_DOUBTFUL, SHORT_NS, LastLook, look_of

DAY = date(2026, 3, 14)
LONG_AGO = 1_000_000_000
NOW = LONG_AGO + 2 * RACY_NS
NOTE = FileLook(size=7, mtime_ns=LONG_AGO, ctime_ns=LONG_AGO, inode=3)
SAID = {"a.md": "A", "b.md": "B"}
BOOK = {"a.md": NOTE, "b.md": replace(NOTE, inode=4)}


def test_the_same_look_is_known_again_whatever_the_order_of_files(tmp_path: Path) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), SAID.get, unread=0)

    turned = dict(reversed(BOOK.items()))
    assert LastLook(tmp_path, "1.0").is_like(look_of(turned, DAY, NOW), SAID.get)


@pytest.mark.parametrize("part", ["size", "mtime_ns", "ctime_ns", "inode"])
def test_a_file_that_looks_different_in_anything_is_seen(tmp_path: Path, part: str) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), SAID.get, unread=0)

    changed = {**BOOK, "a.md": replace(NOTE, **{part: getattr(NOTE, part) - 1})}
    assert not LastLook(tmp_path, "1.0").is_like(look_of(changed, DAY, NOW), SAID.get)


@pytest.mark.parametrize(
    "changed",
    [{"a.md": NOTE}, {**BOOK, "c.md": NOTE}, {"a.md": NOTE, "c.md": BOOK["b.md"]}, {}],
    ids=["gone", "new", "renamed", "empty"],
)
def test_a_file_that_came_or_went_is_seen(tmp_path: Path, changed: dict[str, FileLook]) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), SAID.get, unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(look_of(changed, DAY, NOW), SAID.get)


def test_another_day_and_another_writer_look_again(tmp_path: Path) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), SAID.get, unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(look_of(BOOK, date(2026, 3, 15), NOW), SAID.get)
    assert not LastLook(tmp_path, "1.1").is_like(look_of(BOOK, DAY, NOW), SAID.get)


def test_what_changed_a_moment_ago_is_trusted_for_what_it_says(tmp_path: Path) -> None:
    racy = look_of(BOOK, DAY, LONG_AGO + RACY_NS - 1)
    LastLook(tmp_path, "1.0").keep(racy, SAID.get, unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(racy, {**SAID, "b.md": "C"}.get)
    assert not LastLook(tmp_path, "1.0").is_like(look_of(BOOK, DAY, NOW), {}.get)
    assert LastLook(tmp_path, "1.0").is_like(racy, SAID.get)


def test_what_was_found_to_say_the_same_is_read_no_more_when_it_has_settled(tmp_path: Path) -> None:
    racy = look_of(BOOK, DAY, LONG_AGO + RACY_NS - 1)
    LastLook(tmp_path, "1.0").keep(racy, SAID.get, unread=0)

    assert LastLook(tmp_path, "1.0").is_like(look_of(BOOK, DAY, NOW), SAID.get)
    assert LastLook(tmp_path, "1.0").is_like(look_of(BOOK, DAY, NOW), {}.get)


def test_a_file_that_is_new_to_the_clock_is_not_trusted_unread(tmp_path: Path) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), SAID.get, unread=0)

    set_back = look_of(BOOK, DAY, LONG_AGO + RACY_NS - 1)
    assert not LastLook(tmp_path, "1.0").is_like(set_back, SAID.get)


def test_many_files_that_changed_a_moment_ago_are_not_kept(tmp_path: Path) -> None:
    book = {f"{number}.md": NOTE for number in range(MOST_DOUBTFUL + 1)}
    racy = look_of(book, DAY, LONG_AGO + RACY_NS - 1)
    LastLook(tmp_path, "1.0").keep(racy, SAID.get, unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(racy, SAID.get)


def test_a_look_that_cannot_be_kept_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), SAID.get, unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(look_of(BOOK, DAY, NOW), SAID.get)


@pytest.fixture
def glanced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LastLook, FolderReader]:
    """A book that was looked at long after it was written, and whose folders were kept then."""
    (tmp_path / "book" / "notes").mkdir(parents=True)
    (tmp_path / "book" / "empty").mkdir()
    (tmp_path / "book" / "notes" / "a.md").write_bytes(b"A")
    (tmp_path / "book" / "index.json").write_bytes(b"{}")
    monkeypatch.setattr(last_look, "time", clock := Clock(time.time_ns() + 10 * RACY_NS))
    shelf = FolderReader(str(tmp_path / "book"))
    last = LastLook(shelf.root, "1.0")
    look = look_of(shelf.looks(lambda _: True), DAY, clock.time_ns())
    last.keep(look, lambda _: None, unread=0)
    seen = sweep(shelf.root, shelf.folders_below(), clock.time_ns(), "")
    last.keep_glance(seen, look, DAY, clock.time_ns())
    return last, shelf


class Clock:
    """A moment that stands still, and a processor that is as slow as it is told."""

    def __init__(self, now_ns: int) -> None:
        self.now_ns = now_ns
        self.step_ns = 0
        self.spent_ns = 0

    def time_ns(self) -> int:
        return self.now_ns

    def process_time_ns(self) -> int:
        self.spent_ns += self.step_ns
        return self.spent_ns


def _edited(root: Path) -> None:
    with open(root / "notes" / "a.md", "r+b") as file:
        file.write(b"B")


UNSEEN_BY_FOLDERS = [_edited, lambda root: (root / "index.json").write_bytes(b"[]")]
CHANGES: list[Callable[[Path], object]] = [
    *UNSEEN_BY_FOLDERS,
    lambda root: (root / "empty" / "new.md").write_bytes(b"N"),
    lambda root: (root / "notes" / "a.md").rename(root / "notes" / "b.md"),
    lambda root: (root / "notes" / "a.md").unlink(),
    lambda root: (root / "more").mkdir(),
]


def test_a_book_that_nobody_touched_is_known_at_a_glance(
    glanced: tuple[LastLook, FolderReader],
) -> None:
    last, shelf = glanced

    assert last.is_at_a_glance(shelf, DAY)
    assert not last.is_at_a_glance(shelf, date(2026, 3, 15))
    assert not LastLook(shelf.root, "1.1").is_at_a_glance(shelf, DAY)


@pytest.mark.parametrize("change", CHANGES)
def test_a_glance_sees_every_change(
    glanced: tuple[LastLook, FolderReader], change: Callable[[Path], object]
) -> None:
    last, shelf = glanced
    last.is_at_a_glance(shelf, DAY)

    change(Path(shelf.root))

    assert not last.is_at_a_glance(shelf, DAY)


@pytest.mark.parametrize("change", CHANGES)
def test_in_a_large_book_a_glance_sees_edits_when_the_last_look_is_its_share_ago(
    glanced: tuple[LastLook, FolderReader],
    change: Callable[[Path], object],
) -> None:
    last, shelf = glanced
    clock = last_look.time
    assert isinstance(clock, Clock)
    clock.step_ns = SHORT_NS + 1  # so long the look takes
    assert last.is_at_a_glance(shelf, DAY)

    change(Path(shelf.root))

    assert last.is_at_a_glance(shelf, DAY) is (change in UNSEEN_BY_FOLDERS)
    clock.now_ns += LOOK_BACK_SHARE * clock.step_ns
    assert not last.is_at_a_glance(shelf, DAY)

"""A book that looks as it did is not derived again; any difference is seen."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from commonplace.core.ports import FileLook
from commonplace.storage.change_detection import RACY_NS
from commonplace.storage.last_look import LastLook, look_of

DAY = date(2026, 3, 14)
LONG_AGO = 1_000_000_000
NOW = LONG_AGO + 2 * RACY_NS
NOTE = FileLook(size=7, mtime_ns=LONG_AGO, ctime_ns=LONG_AGO, inode=3)
BOOK = {"a.md": NOTE, "b.md": replace(NOTE, inode=4)}


def test_the_same_look_is_known_again_whatever_the_order_of_files(tmp_path: Path) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), unread=0)

    turned = dict(reversed(BOOK.items()))
    assert LastLook(tmp_path, "1.0").is_like(look_of(turned, DAY, NOW))


@pytest.mark.parametrize("part", ["size", "mtime_ns", "ctime_ns", "inode"])
def test_a_file_that_looks_different_in_anything_is_seen(tmp_path: Path, part: str) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), unread=0)

    changed = {**BOOK, "a.md": replace(NOTE, **{part: getattr(NOTE, part) - 1})}
    assert not LastLook(tmp_path, "1.0").is_like(look_of(changed, DAY, NOW))


@pytest.mark.parametrize(
    "changed",
    [{"a.md": NOTE}, {**BOOK, "c.md": NOTE}, {"a.md": NOTE, "c.md": BOOK["b.md"]}, {}],
    ids=["gone", "new", "renamed", "empty"],
)
def test_a_file_that_came_or_went_is_seen(tmp_path: Path, changed: dict[str, FileLook]) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(look_of(changed, DAY, NOW))


def test_another_day_and_another_writer_look_again(tmp_path: Path) -> None:
    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(look_of(BOOK, date(2026, 3, 15), NOW))
    assert not LastLook(tmp_path, "1.1").is_like(look_of(BOOK, DAY, NOW))


def test_what_changed_a_moment_ago_is_never_trusted(tmp_path: Path) -> None:
    racy = look_of(BOOK, DAY, LONG_AGO + RACY_NS - 1)
    LastLook(tmp_path, "1.0").keep(racy, unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(racy)


def test_a_look_that_cannot_be_kept_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    LastLook(tmp_path, "1.0").keep(look_of(BOOK, DAY, NOW), unread=0)

    assert not LastLook(tmp_path, "1.0").is_like(look_of(BOOK, DAY, NOW))

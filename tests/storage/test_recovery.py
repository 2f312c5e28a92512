"""What a dead writer left is finished, put aside or cleared away by the next one."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from commonplace.core.changes import Outcome
from commonplace.core.names import is_conflict_copy
from commonplace.storage.disk import Disk
from commonplace.storage.records import Record, seal, unseal
from storage.shelves import STAMP, Shelf


class Died(Exception):
    """The writer ends here, without a chance to clear up."""


class Mortal(Disk):
    """A disk whose user dies right after the n-th change of a name."""

    def __init__(self, lives: int) -> None:
        self.lives = lives

    def _live(self) -> None:
        self.lives -= 1
        if self.lives == 0:
            raise Died

    def link(self, source: str, target: str) -> None:
        super().link(source, target)
        self._live()

    def exchange(self, staged: str, target: str) -> None:
        super().exchange(staged, target)
        self._live()

    def rename(self, source: str, target: str) -> None:
        super().rename(source, target)
        self._live()

    def unlink(self, path: str) -> None:
        super().unlink(path)
        self._live()


OLD = {"a.md": "one\n", "b.md": "two\n"}
NEW = {"a.md": "ONE\n", "c.md": "three\n"}


def die_after(shelf: Shelf, lives: int) -> bool:
    """Change three files and say whether the writer died on the way."""
    shelf.write(OLD)
    try:
        shelf.reopened(Mortal(lives)).write({"a.md": "ONE\n", "b.md": None, "c.md": "three\n"})
    except Died:
        return True
    return False


def open_record(shelf: Shelf) -> tuple[Path, Record]:
    (path,) = (shelf.state / "journal").glob("*.json")
    return path, unseal(path.read_bytes())


@pytest.mark.parametrize("lives", range(1, 10))
def test_a_writer_may_die_after_any_change_of_a_name(shelf: Shelf, lives: int) -> None:
    died = die_after(shelf, lives)

    again = shelf.reopened()
    again.store.read(lambda _: True)

    assert shelf.texts() == NEW
    assert died == (lives < 9)
    assert shelf.kept("journal") == ["bad"]


def test_a_text_displaced_by_a_writer_that_died_before_looking_is_kept(shelf: Shelf) -> None:
    class DiesAtOnce(Disk):
        def exchange(self, staged: str, target: str) -> None:
            Path(target).write_text("theirs\n")
            super().exchange(staged, target)
            raise Died

    shelf.write({"a.md": "one\n"})
    with pytest.raises(Died):
        shelf.reopened(DiesAtOnce()).write({"a.md": "ours\n"})

    again = shelf.reopened()
    with again.store.locked():
        pass

    (copy,) = (path for path in shelf.texts() if is_conflict_copy(path))
    assert shelf.texts() == {"a.md": "ours\n", copy: "theirs\n"}
    assert [each.code for each in again.store.notices] == ["replayed", "kept-both"]
    assert next(again.store.receipts()).outcome is Outcome.CONFLICT


def test_a_note_edited_before_the_replay_is_kept_and_ours_stands_beside_it(shelf: Shelf) -> None:
    die_after(shelf, 1)
    (shelf.root / "a.md").write_text("edited by hand\n")

    shelf.reopened().store.read(lambda _: True)

    (copy,) = (path for path in shelf.texts() if is_conflict_copy(path))
    assert shelf.texts() == {"a.md": "edited by hand\n", copy: "ONE\n", "c.md": "three\n"}


def test_a_damaged_record_is_put_aside_and_never_applied(shelf: Shelf) -> None:
    die_after(shelf, 1)
    path, _ = open_record(shelf)
    path.write_bytes(path.read_bytes().replace(b"ONE", b"BAD"))

    again = shelf.reopened()
    again.store.read(lambda _: True)

    assert {name: text for name, text in shelf.texts().items() if name.endswith(".md")} == OLD
    assert [each.code for each in again.store.notices] == ["journal-damaged"]
    assert [name.name for name in (shelf.state / "journal" / "bad").iterdir()] == [path.name]


def test_a_record_of_another_machine_is_left_alone_and_told(shelf: Shelf) -> None:
    die_after(shelf, 1)
    path, record = open_record(shelf)
    path.write_bytes(seal(replace(record, host="elsewhere")))

    again = shelf.reopened()
    again.store.read(lambda _: True)

    assert (shelf.root / "a.md").read_text() == "one\n"
    assert [each.code for each in again.store.notices] == ["journal-elsewhere"]
    assert path.exists()


def test_a_record_that_came_back_after_its_receipt_is_not_carried_out_again(shelf: Shelf) -> None:
    receipt = shelf.write({"a.md": "one\n"})
    closed = shelf.state / "receipts" / f"{receipt.id}.json"
    (shelf.state / "journal" / closed.name).write_bytes(closed.read_bytes())
    (shelf.root / "a.md").write_text("later\n")

    shelf.reopened().store.read(lambda _: True)

    assert shelf.texts() == {"a.md": "later\n"}
    assert shelf.kept("journal") == ["bad"]


def test_a_receipt_is_a_line_of_json_and_its_checksum(shelf: Shelf) -> None:
    receipt = shelf.write({"a.md": "one\n"})

    body, check = (shelf.state / "receipts" / f"{receipt.id}.json").read_text().splitlines()

    assert json.loads(body)["steps"][0]["after"] == {"text": "one\n"}
    assert list(json.loads(check)) == ["sha256"]


def test_a_reader_does_not_wait_for_a_living_writer(shelf: Shelf) -> None:
    die_after(shelf, 1)
    other = shelf.reopened()

    with other.store._lock.hold():
        snapshot = shelf.reopened().store.read(lambda path: path.endswith(".md"))

    assert snapshot.files == {"a.md": b"one\n", "b.md": b"two\n"}


def test_leftovers_of_dead_writers_are_swept_and_those_of_living_ones_are_not(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    for pid in (ended.pid, os.getpid()):
        (shelf.root / f".mem-{pid}-abc.tmp").write_text("half a no")
    monkeypatch.setattr("commonplace.storage.publish.LEFTOVER_AGE_S", 0)

    shelf.write({"a.md": "one\n"})

    assert sorted(shelf.texts()) == [f".mem-{os.getpid()}-abc.tmp", "a.md"]
    assert len(shelf.kept("displaced")) == 1


def test_a_young_leftover_is_left_alone(shelf: Shelf) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    (shelf.root / f".mem-{ended.pid}-abc.tmp").write_text("half a no")

    shelf.write({"a.md": "one\n"})

    assert len(shelf.texts()) == 2


def test_a_replay_that_cannot_write_refuses_new_writes_but_not_reading(shelf: Shelf) -> None:
    class Broken(Disk):
        def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
            raise OSError(28, "No space left on device")

    die_after(shelf, 1)
    broken = shelf.reopened(Broken())

    assert broken.store.read(lambda path: path == "a.md").files == {"a.md": b"one\n"}
    with pytest.raises(Exception, match="No space left"), broken.store.locked():
        broken.store.apply(broken.proposal({}), STAMP)

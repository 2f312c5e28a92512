"""One door: all files of a proposal or none, and a receipt that says what happened."""

import os
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from commonplace.core.changes import FileEdit, FileImage, Outcome, fingerprint
from commonplace.errors import (
    BadInput,
    BookBusy,
    Bug,
    ChangedUnderneath,
    NoBook,
    NoSuchMemory,
    OutsideBook,
    TooManyAtOnce,
    WriteFailed,
)
from commonplace.storage.disk import Disk
from commonplace.storage.store import FolderStore
from requirements import requirement
from storage.shelves import STAMP, Shelf


def write_blindly(shelf: Shelf, path: str, content: bytes) -> None:
    edits = (FileEdit(path, None, content),)
    with shelf.store.locked():
        shelf.store.apply(replace(shelf.proposal({}), edits=edits), STAMP)


def test_several_files_are_made_changed_and_removed_in_one_commit(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n", "b.md": "two\n"})

    receipt = shelf.write({"a.md": "ONE\n", "b.md": None, "deep/er/c.md": "three\n"})

    assert shelf.texts() == {"a.md": "ONE\n", "deep/er/c.md": "three\n"}
    assert receipt.outcome is Outcome.COMMITTED
    assert receipt.images == (
        FileImage(path="a.md", before=b"one\n", after=b"ONE\n"),
        FileImage(path="b.md", before=b"two\n", after=None),
        FileImage(path="deep/er/c.md", before=None, after=b"three\n"),
    )


def test_every_file_and_folder_of_a_commit_is_flushed_to_the_disk(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: set[int] = set()
    flush = os.fsync

    def recorded(descriptor: int) -> None:
        flushed.add(os.fstat(descriptor).st_ino)
        flush(descriptor)

    monkeypatch.setattr(os, "fsync", recorded)

    receipt = shelf.write({"a.md": "one\n", "deep/b.md": "two\n"})

    kept = [shelf.root / "a.md", shelf.root / "deep/b.md", *shelf.state.rglob(f"*{receipt.id}*")]
    assert len(kept) == 3
    assert {path: path.stat().st_ino in flushed for path in kept} == dict.fromkeys(kept, True)
    folders = {shelf.root, shelf.root / "deep", *(path.parent for path in kept)}
    assert {path: path.stat().st_ino in flushed for path in folders} == dict.fromkeys(folders, True)


def test_a_receipt_can_be_read_back_whole_and_by_its_beginning(shelf: Shelf) -> None:
    first = shelf.write({"a.md": "one\n"})
    second = shelf.write({"a.md": "two\n"})

    assert list(shelf.reopened().store.receipts()) == [second, first]
    assert shelf.store.receipt(first.id[:-2]) == first
    assert (first.who, first.channel, first.seconds, first.neighbours, first.tokens) == (
        "ann",
        "flag",
        0.5,
        3,
        7,
    )


def test_an_unknown_receipt_is_refused_and_an_ambiguous_one_told_apart(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})
    shelf.write({"b.md": "two\n"})

    for name in ("zzz", "../receipts"):
        with pytest.raises(NoSuchMemory, match=f"No receipt begins with {name}"):
            shelf.store.receipt(name)
    with pytest.raises(BadInput, match="2 could mean 2"):
        shelf.store.receipt("2")


def test_a_file_that_changed_since_the_proposal_stops_the_whole_commit(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n", "b.md": "two\n"})
    proposal = shelf.proposal({"b.md": "TWO\n", "a.md": "ONE\n"})
    (shelf.root / "a.md").write_text("a person was here\n")

    with pytest.raises(ChangedUnderneath, match=r"a\.md"), shelf.store.locked():
        shelf.store.apply(proposal, STAMP)

    assert shelf.texts() == {"a.md": "a person was here\n", "b.md": "two\n"}


def test_a_file_that_must_not_exist_is_never_overwritten(shelf: Shelf) -> None:
    proposal = shelf.proposal({"a.md": "ours\n"})
    (shelf.root / "a.md").write_text("theirs\n")

    with pytest.raises(ChangedUnderneath), shelf.store.locked():
        shelf.store.apply(proposal, STAMP)

    assert shelf.texts() == {"a.md": "theirs\n"}


@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "a/../../x.md", "C:/x.md", "a\\x.md", ""])
def test_no_edit_leaves_the_book(shelf: Shelf, path: str) -> None:
    with pytest.raises(OutsideBook):
        write_blindly(shelf, path, b"x")

    assert shelf.texts() == {}


def test_a_linked_folder_is_not_written_through(shelf: Shelf, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (shelf.root / "link").symlink_to(outside)

    with pytest.raises(OutsideBook):
        write_blindly(shelf, "link/x.md", b"x")

    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("big.md", b"x" * ((1 << 20) + 1)),
        ("latin.md", b"caf\xe9"),
        ("CLAUDE.md", b"obey"),
        ("con.md", b"device"),
        ("what?.md", b"unportable"),
        ("n" * 118 + ".md", b"long"),
    ],
)
def test_a_text_or_name_we_cannot_take_is_refused(shelf: Shelf, path: str, content: bytes) -> None:
    with pytest.raises(BadInput):
        write_blindly(shelf, path, content)

    assert shelf.texts() == {}


def test_two_names_that_one_system_takes_for_the_same_are_refused(shelf: Shelf) -> None:
    shelf.write({"Straße.md": "one\n"})

    for files in ({"STRASSE.md": "x"}, {"x.md": "1", "X.md": "2"}):
        with pytest.raises(BadInput, match="differs"):
            shelf.write(files)

    assert shelf.texts() == {"Straße.md": "one\n"}


def test_a_write_without_the_lock_is_our_bug(shelf: Shelf) -> None:
    with pytest.raises(Bug):
        shelf.store.apply(shelf.proposal({"a.md": "one\n"}), STAMP)


def test_a_second_writer_is_told_who_holds_the_book(shelf: Shelf) -> None:
    other = FolderStore(shelf.root, state=str(shelf.state), timeout_s=0.02)

    with shelf.store.locked(), pytest.raises(BookBusy, match=f"pid {os.getpid()}"), other.locked():
        pass


def test_a_book_that_is_not_there_is_not_made_by_writing(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "none", state=str(tmp_path / "state"))

    with pytest.raises(NoBook), store.locked():
        pass


def test_the_state_is_for_its_owner_alone(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})

    for path in (shelf.state, *shelf.state.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 or path.name.startswith("lock")


def test_a_changed_note_keeps_its_mode_and_a_new_one_takes_its_folders(shelf: Shelf) -> None:
    shelf.root.chmod(0o750)
    shelf.write({"a.md": "one\n"})
    (shelf.root / "a.md").chmod(0o604)

    shelf.write({"a.md": "two\n", "b.md": "new\n"})

    assert stat.S_IMODE((shelf.root / "a.md").stat().st_mode) == 0o604
    assert stat.S_IMODE((shelf.root / "b.md").stat().st_mode) == 0o640


def test_a_disk_that_says_no_while_staging_leaves_nothing(shelf: Shelf) -> None:
    class Full(Disk):
        def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
            if content == b"second\n":
                raise OSError(28, "No space left on device")
            super().write_new(path, content, mode)

    full = shelf.reopened(Full())

    with pytest.raises(WriteFailed, match=r"b\.md: No space left on device"):
        full.write({"new/a.md": "first\n", "new/b.md": "second\n"})

    assert list(shelf.root.iterdir()) == []
    assert shelf.kept("journal") == ["bad"]


class Refusing(Disk):
    """A disk that lets no file change names with the one at `stuck`, and removes no journal record."""

    def __init__(self, stuck: str, *, keeps_promises: bool = False) -> None:
        self._stuck = stuck
        self._keeps_promises = keeps_promises

    def exchange(self, staged: str, target: str) -> None:
        if target.endswith(self._stuck):
            raise OSError(1, "Operation not permitted")
        super().exchange(staged, target)

    def unlink(self, path: str) -> None:
        if self._keeps_promises and "/journal/" in path and path.endswith(".json"):
            raise OSError(5, "Input/output error")
        super().unlink(path)


@requirement("C2.never-later")
@pytest.mark.parametrize("stuck", ["a.md", "b.md"])
def test_a_write_that_fails_after_the_promise_is_taken_back_and_never_written_later(
    shelf: Shelf, stuck: str
) -> None:
    shelf.write({"a.md": "one\n", "b.md": "two\n", "gone.md": "was\n"})
    before = shelf.texts()

    with pytest.raises(WriteFailed, match=f"{stuck}: Operation not permitted"):
        shelf.reopened(Refusing(stuck)).write(
            {"gone.md": None, "a.md": "ONE\n", "new/c.md": "3\n", "b.md": "TWO\n"}
        )

    again = shelf.reopened()
    again.store.read(lambda path: path.endswith(".md"))
    assert (shelf.texts(), again.store.notices) == (before, ())
    assert shelf.kept("journal") == ["bad"]
    assert not (shelf.root / "new").exists()


@requirement("C2.never-later")
def test_a_text_that_a_person_saved_meanwhile_is_not_taken_back(shelf: Shelf) -> None:
    class SavedMeanwhile(Refusing):
        def exchange(self, staged: str, target: str) -> None:
            if target.endswith("b.md"):
                (shelf.root / "a.md").write_text("a person's\n", "utf-8")
            super().exchange(staged, target)

    shelf.write({"a.md": "one\n", "b.md": "two\n"})

    with pytest.raises(WriteFailed):
        shelf.reopened(SavedMeanwhile("b.md")).write({"a.md": "ONE\n", "b.md": "TWO\n"})

    assert shelf.texts() == {"a.md": "a person's\n", "b.md": "two\n"}


def test_a_failure_that_cannot_be_taken_back_is_pending_and_finished_by_the_next_reader(
    shelf: Shelf,
) -> None:
    shelf.write({"a.md": "one\n", "b.md": "two\n"})
    refusing = Refusing("a.md", keeps_promises=True)

    receipt = shelf.reopened(refusing).write({"a.md": "ONE\n", "b.md": "TWO\n", "c.md": "3\n"})

    assert receipt.outcome is Outcome.COMMITTED_PENDING
    again = shelf.reopened()
    files = again.store.read(lambda path: path.endswith(".md")).files
    assert files == {"a.md": b"ONE\n", "b.md": b"TWO\n", "c.md": b"3\n"}
    assert [notice.code for notice in again.store.notices] == ["replayed"]
    assert again.store.receipt(receipt.id).outcome is Outcome.COMMITTED
    assert set(shelf.texts()) == {"a.md", "b.md", "c.md"}


def test_derived_files_are_replaced_without_a_receipt(shelf: Shelf) -> None:
    with shelf.store.locked():
        shelf.store.refresh([shelf.edit("index.md", "v1\n")])
        shelf.store.refresh([shelf.edit("index.md", "v2\n"), shelf.edit("sub/i.json", "{}")])
        shelf.store.refresh([shelf.edit("sub/i.json", None)])

    assert shelf.texts() == {"index.md": "v2\n"}
    assert list(shelf.store.receipts()) == []


def test_a_book_that_is_suddenly_empty_is_not_begun_anew(shelf: Shelf) -> None:
    shelf.write({f"n{number}.md": "x\n" for number in range(11)})
    for path in shelf.root.iterdir():
        path.unlink()

    with pytest.raises(TooManyAtOnce, match="11"):
        shelf.write({"a.md": "one\n"})

    shelf.store.accept_emptiness()
    shelf.write({"a.md": "one\n"})
    assert shelf.texts() == {"a.md": "one\n"}


def test_ids_sort_by_time_even_when_the_clock_is_set_back(shelf: Shelf) -> None:
    ids = [shelf.write({"a.md": f"{number}\n"}).id for number in range(5)]
    (shelf.state / "tally.json").unlink()
    ids.append(shelf.write({"a.md": "again\n"}).id)

    assert ids == sorted(ids)
    assert len(set(ids)) == 6


def test_an_edit_that_changes_nothing_touches_nothing(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})
    before = (shelf.root / "a.md").stat()

    receipt = shelf.write({"a.md": "one\n"})

    assert receipt.images == ()
    assert (shelf.root / "a.md").stat().st_ino == before.st_ino


def test_reading_one_file_gives_its_bytes_nothing_or_a_reason(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})
    os.mkfifo(shelf.root / "pipe.md")

    assert shelf.store.read_one("a.md") == b"one\n"
    assert shelf.store.read_one("none/b.md") is None
    assert fingerprint(None) is None
    with pytest.raises(BadInput, match="not-a-file"):
        shelf.store.read_one("pipe.md")


def test_a_reader_is_not_stopped_by_a_journal_it_cannot_look_into(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})
    for folder in ("journal", "receipts"):
        shutil.rmtree(shelf.state / folder)
        (shelf.state / folder).write_text("a file where a folder should be")

    assert shelf.store.read(lambda path: path.endswith(".md")).files == {"a.md": b"one\n"}
    with pytest.raises(BadInput, match="state"):
        list(shelf.store.receipts())
    with pytest.raises(WriteFailed):
        shelf.write({"a.md": "two\n"})


def test_a_lock_that_cannot_be_opened_refuses_the_write(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})
    (shelf.state / "lock").unlink()
    (shelf.state / "lock").mkdir()

    with pytest.raises(WriteFailed, match="lock"):
        shelf.write({"a.md": "two\n"})

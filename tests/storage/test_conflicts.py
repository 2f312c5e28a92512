"""A person does not take our lock: their text is kept, wherever their save falls."""

import errno
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from commonplace.core.changes import Outcome
from commonplace.core.names import is_conflict_copy
from commonplace.storage import publish
from commonplace.storage.disk import Disk
from commonplace.storage.swap import Guarantee, guarantee_in
from storage.shelves import Shelf

NOTE = "note.md"


class Interrupted(Disk):
    """A disk on which a person acts in the last moment before a swap, a creation or a removal."""

    def __init__(self, act: Callable[[Path], object]) -> None:
        self.act = act

    def exchange(self, staged: str, target: str) -> None:
        self.act(Path(target))
        super().exchange(staged, target)

    def link(self, source: str, target: str) -> None:
        if target.endswith(NOTE):
            self.act(Path(target))
        super().link(source, target)

    def rename(self, source: str, target: str) -> None:
        if source.endswith(NOTE):
            self.act(Path(source))
        super().rename(source, target)


def save(path: Path) -> None:
    path.write_text("theirs\n")


def copy_of(shelf: Shelf) -> str:
    (copy,) = (path for path in shelf.texts() if is_conflict_copy(path))
    return copy


def test_a_save_in_the_last_moment_before_the_swap_becomes_the_conflict_copy(shelf: Shelf) -> None:
    shelf.write({NOTE: "one\n"})

    receipt = shelf.reopened(Interrupted(save)).write({NOTE: "ours\n"})

    copy = copy_of(shelf)
    assert receipt.outcome is Outcome.CONFLICT
    assert receipt.conflicts == {NOTE: copy}
    assert shelf.texts() == {NOTE: "ours\n", copy: "theirs\n"}
    assert shelf.store.receipt(receipt.id) == receipt


def test_a_derived_file_that_was_saved_in_the_last_moment_is_kept_beside_the_new_one(
    shelf: Shelf,
) -> None:
    shelf.write({NOTE: "one\n"})
    again = shelf.reopened(Interrupted(save))

    with again.store.locked():
        again.store.refresh([again.edit(NOTE, "derived\n")])

    assert shelf.texts() == {NOTE: "derived\n", copy_of(shelf): "theirs\n"}


def test_a_note_that_appears_under_a_new_name_is_kept_and_ours_stands_beside_it(
    shelf: Shelf,
) -> None:
    receipt = shelf.reopened(Interrupted(save)).write({NOTE: "ours\n"})

    assert receipt.outcome is Outcome.CONFLICT
    assert shelf.texts() == {NOTE: "theirs\n", copy_of(shelf): "ours\n"}


def test_a_note_removed_in_the_last_moment_stays_removed_and_ours_stands_beside(
    shelf: Shelf,
) -> None:
    shelf.write({NOTE: "one\n"})

    receipt = shelf.reopened(Interrupted(Path.unlink)).write({NOTE: "ours\n"})

    assert receipt.outcome is Outcome.CONFLICT
    assert shelf.texts() == {copy_of(shelf): "ours\n"}


def test_a_note_edited_in_the_last_moment_survives_its_removal(shelf: Shelf) -> None:
    shelf.write({NOTE: "one\n"})

    receipt = shelf.reopened(Interrupted(save)).write({NOTE: None})

    assert receipt.outcome is Outcome.CONFLICT
    assert shelf.texts() == {copy_of(shelf): "theirs\n"}


def test_a_link_put_in_the_place_of_a_note_is_not_followed(shelf: Shelf, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret\n")
    shelf.write({NOTE: "one\n"})

    def relink(path: Path) -> None:
        path.unlink()
        path.symlink_to(secret)

    receipt = shelf.reopened(Interrupted(relink)).write({NOTE: "ours\n"})

    assert receipt.outcome is Outcome.CONFLICT
    assert (shelf.root / NOTE).read_text() == "ours\n"
    assert secret.read_text() == "secret\n"


def test_a_conflict_copy_is_told_and_is_not_a_note(shelf: Shelf) -> None:
    shelf.write({NOTE: "one\n"})
    shelf.reopened(Interrupted(save)).write({NOTE: "ours\n"})

    snapshot = shelf.store.read(lambda path: path.endswith(".md"))

    assert set(snapshot.files) == {NOTE}
    assert [(each.path, each.code) for each in snapshot.problems] == [
        (copy_of(shelf), "conflict-copy")
    ]


def test_a_save_through_an_open_descriptor_after_the_swap_comes_back(shelf: Shelf) -> None:
    shelf.write({NOTE: "one\n"})
    with (shelf.root / NOTE).open("r+") as editor:
        shelf.write({NOTE: "ours\n"})
        editor.write("typed too late\n")

    again = shelf.reopened()
    with again.store.locked():
        pass

    copy = copy_of(shelf)
    assert shelf.texts() == {NOTE: "ours\n", copy: "typed too late\n"}
    assert [(each.path, each.code, each.detail) for each in again.store.notices] == [
        (NOTE, "late-save", copy)
    ]


def test_a_displaced_text_is_let_go_after_two_days_unless_it_says_something_new(
    shelf: Shelf,
) -> None:
    shelf.write({NOTE: "one\n", "b.md": "two\n"})
    with (shelf.root / NOTE).open("r+") as editor:
        shelf.write({NOTE: "ours\n", "b.md": "TWO\n"})
        editor.write("late\n")
    for name in shelf.kept("displaced"):
        os.utime(shelf.state / "displaced" / name, (0, 0))

    displaced = shelf.store._displaced
    assert list(publish.settle(displaced, datetime.now(UTC) + timedelta(hours=23))) == []
    assert len(shelf.kept("displaced")) == 2
    told = list(publish.settle(displaced, datetime.now(UTC) + timedelta(hours=25)))
    assert len(shelf.kept("displaced")) == 1
    assert list(publish.settle(displaced, datetime.now(UTC) + timedelta(hours=25))) == []

    assert [each.code for each in told] == ["late-save"]
    assert shelf.kept("displaced") == []
    assert shelf.texts()[copy_of(shelf)] == "late\n"


def test_a_folder_that_lies_about_writing_is_found_out(shelf: Shelf) -> None:
    class Lying(Disk):
        def exchange(self, staged: str, target: str) -> None:
            super().exchange(staged, target)
            Path(target).write_text("what the sync client wanted\n")

    shelf.write({NOTE: "one\n"})

    receipt = shelf.reopened(Lying()).write({NOTE: "ours\n"})

    assert receipt.outcome is Outcome.CONFLICT
    assert shelf.texts()[copy_of(shelf)] == "ours\n"


def test_both_swaps_leave_the_old_file_itself_under_the_new_ones_name(tmp_path: Path) -> None:
    for exchange in (Disk().exchange_at_once, Disk().exchange_in_steps):
        new, target = tmp_path / "new", tmp_path / "target"
        new.write_text("new")
        target.write_text("old")
        old_inode = target.stat().st_ino

        exchange(str(new), str(target))

        assert (target.read_text(), new.read_text()) == ("new", "old")
        assert new.stat().st_ino == old_inode
        assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "target"]


def test_doctor_can_ask_what_is_guaranteed_in_a_folder(tmp_path: Path) -> None:
    assert guarantee_in(str(tmp_path)) is Guarantee.SWAP
    assert list(tmp_path.iterdir()) == []


class Plain(Disk):
    """A file system with neither exchange nor hard links to new names, such as a USB stick's."""

    def exchange(self, staged: str, target: str) -> None:
        self.exchange_in_steps(staged, target)

    def link(self, source: str, target: str) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), source)


def test_a_plain_file_system_is_written_too(shelf: Shelf) -> None:
    plain = shelf.reopened(Plain())
    plain.write({NOTE: "one\n", "b.md": "two\n"})

    receipt = plain.write({NOTE: "ONE\n", "b.md": None, "c.md": "three\n"})

    assert receipt.outcome is Outcome.COMMITTED
    assert shelf.texts() == {NOTE: "ONE\n", "c.md": "three\n"}


class Apart(Disk):
    """A book and a state folder on two devices."""

    def rename(self, source: str, target: str) -> None:
        if os.path.dirname(target).endswith("displaced"):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), source)
        super().rename(source, target)


def test_a_book_on_another_device_than_its_state_is_written_and_left_clean(shelf: Shelf) -> None:
    apart = shelf.reopened(Apart())
    apart.write({NOTE: "one\n"})

    receipt = apart.write({NOTE: "two\n"})

    assert receipt.outcome is Outcome.COMMITTED
    assert receipt.images[0].before == b"one\n"
    assert shelf.texts() == {NOTE: "two\n"}
    assert shelf.kept("displaced") == []

"""A drawer is written through the one door: receipts, undo, and nothing outside it."""

import os
from pathlib import Path

import pytest

from commonplace.core.changes import Outcome
from commonplace.drawers.drawer import Drawer, drawer_folder
from commonplace.errors import ChangedUnderneath
from requirements import requirement
from transcript import command_line


@pytest.fixture
def drawer() -> Drawer:
    made = Drawer(drawer_folder("memory-tool") / "memories", "claude")
    made.prepare()
    return made


def test_all_files_of_a_write_are_written_or_none(drawer: Drawer) -> None:
    drawer.write("create", {}, {"a/one": b"1", "two": b"2"})
    (drawer.root / "two").write_bytes(b"by a person")

    with pytest.raises(ChangedUnderneath):
        drawer.write("edit", {"a/one": b"1", "two": b"2"}, {"a/one": None, "two": b"3"})

    assert drawer.read("a/one") == b"1"
    assert drawer.read("two") == b"by a person"


@requirement("drawers.commands")
def test_a_person_reads_the_log_of_a_drawer_and_undoes_in_it(drawer: Drawer) -> None:
    first = drawer.write("create", {}, {"a/one.md": b"1\n"})
    drawer.write("delete", {"a/one.md": b"1\n"}, {"a/one.md": None})

    shown = command_line(["log", "--drawer", "memory-tool"]).out.decode().splitlines()
    dry = command_line(["undo", "--drawer", str(drawer.root.parent), "--dry-run"]).out.decode()
    undone = command_line(["undo", "--drawer", "memory-tool"])

    assert [line.split("  ")[2:] for line in shown] == [
        ["claude (policy, agent)", "delete a/one.md"],
        ["claude (policy, agent)", "create a/one.md"],
    ]
    assert "+1" in dry.splitlines()
    assert undone.out.decode().startswith("Undone: a/one.md (receipt ")
    assert drawer.read("a/one.md") == b"1\n"
    assert command_line(["undo", first.id, "--drawer", "memory-tool"]).code == 0
    assert list(drawer.root.iterdir()) == []
    assert command_line(["undo", "--drawer", "elsewhere"]).code == 1


def test_a_drawer_in_a_project_is_no_book_and_is_never_recalled(drawer: Drawer) -> None:
    drawer.write("create", {}, {"port.md": b"Staging listens on port 6001.\n"})

    refused = command_line(["recall", "--book", str(drawer.root), "which port?"])

    assert (refused.code, "There is no book" in refused.err) == (1, True)


def test_a_crash_after_the_promise_is_finished_by_the_next_reader(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(drawer.store._disk, "publish_new", full_disk)
    monkeypatch.setattr(drawer.store._journal, "withdraw", full_disk)
    receipt = drawer.write("create", {}, {"deep/one": b"1"})

    assert receipt.outcome is Outcome.COMMITTED_PENDING
    assert not os.path.exists(drawer.root / "deep" / "one")
    again = Drawer(drawer.root)
    again.prepare()
    assert again.read("deep/one") == b"1"
    assert (drawer.root / "deep").stat().st_mode & 0o077 == 0
    assert Path(drawer.store.state).is_dir()

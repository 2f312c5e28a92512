"""Trying whether something can be written leaves nothing, whatever became of those who tried before."""

import os
import subprocess
from pathlib import Path

import pytest

from commonplace.storage import publish
from commonplace.storage.swap import try_folders, try_state
from storage.shelves import Shelf


@pytest.fixture
def gone() -> int:
    """Return the number of a process that is over."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    return ended.pid


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_try_leaves_nothing_and_changes_nothing(shelf: Shelf) -> None:
    shelf.write({"a.md": "one\n"})
    before = {path: path.stat() for path in shelf.state.rglob("*") if path.is_file()}

    try_state(str(shelf.state))

    assert {path: path.stat() for path in shelf.state.rglob("*") if path.is_file()} == before


def test_what_a_killed_try_left_goes_with_the_next_one(
    tmp_path: Path, gone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pid in (gone, os.getpid()):
        (tmp_path / f".mem-{pid}-abc.tmp").touch()
    (tmp_path / f".mem-{gone}-text.tmp").write_text("half a no")
    (tmp_path / "index.sqlite").touch()
    kept = names(tmp_path)

    try_folders([str(tmp_path)])
    while_young = names(tmp_path)
    monkeypatch.setattr(publish, "LEFTOVER_AGE_S", 0)
    try_folders([str(tmp_path)])

    assert while_young == kept
    assert names(tmp_path) == kept - {f".mem-{gone}-abc.tmp"}


def test_what_a_killed_try_left_in_the_state_goes_with_the_next_commit(
    shelf: Shelf, gone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [shelf.state / name / f".mem-{gone}-abc.tmp" for name in ("", "proposals", "journal")]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(publish, "LEFTOVER_AGE_S", 0)

    shelf.write({"a.md": "one\n"})

    assert [path for path in left if path.exists()] == []
    assert len(shelf.kept("displaced")) == len(left)


def test_a_file_where_a_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "proposals").touch()

    with pytest.raises(NotADirectoryError) as raised:
        try_state(str(tmp_path))

    assert raised.value.filename == str(tmp_path / "proposals")

"""A full or forbidden disk: nothing changed, nothing elsewhere, and the error says where and why."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commonplace.core.changes import Outcome
from commonplace.errors import WriteFailed
from commonplace.storage.store import FolderStore
from faults.merging import advance, generation_of, leftovers, make_book, open_store
from faults.programs import command, environment
from faults.sizes import size

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount and become somebody else"),
]
NOBODY = 65534
SMALL_BYTES = 256 * 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return the mount point of a disk of 256 KiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_BYTES}", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let us mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path, free_bytes: int) -> None:
    """Leave only so much room on the disk of `folder`."""
    (folder / "filler").unlink(missing_ok=True)
    room = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize - free_bytes
    (folder / "filler").write_bytes(b"x" * max(0, room))


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder`."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def refusal_of(store: FolderStore) -> WriteFailed | None:
    """Advance and return the refusal, if it was refused."""
    try:
        assert advance(store) is Outcome.COMMITTED
    except WriteFailed as refusal:
        return refusal
    return None


def refusals_on_full_disk(store: FolderStore, disk: Path, folder: Path, tries: int) -> int:
    """Advance with ever less room, and return how often the disk said no."""
    refusals = 0
    for number in range(tries):
        before = generation_of(folder)
        fill(disk, free_bytes=(tries - number) * 65_536 // tries)
        refusal = refusal_of(store)
        assert generation_of(folder) == before + (refusal is None)
        assert leftovers(folder) == []
        if refusal:
            refusals += 1
            assert os.strerror(28) in str(refusal)
            assert str(disk) in str(refusal)
    return refusals


def test_a_book_on_a_full_disk_is_left_as_it_was(small_disk: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    make_book(folder)
    shutil.move(folder / "book", small_disk / "book")
    (folder / "book").symlink_to(small_disk / "book")
    tries = size(40, 500)

    refusals = refusals_on_full_disk(open_store(folder), small_disk, folder, tries)

    assert refusals > tries // 4
    fill(small_disk, SMALL_BYTES)
    assert advance(open_store(folder)) is Outcome.COMMITTED


def test_a_state_folder_on_a_full_disk_stops_the_write_too(
    small_disk: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "here"
    make_book(folder)
    shutil.move(folder / "state", small_disk / "state")
    (folder / "state").symlink_to(small_disk / "state")
    store = FolderStore(folder / "book", state=str(small_disk / "state"))
    tries = size(40, 500)

    assert refusals_on_full_disk(store, small_disk, folder, tries) > tries // 4


def as_nobody(line: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command line as a user who owns nothing."""
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return subprocess.run(
        [*become, *line], env=environment(), capture_output=True, text=True, check=False
    )


@pytest.fixture
def strangers_book(tmp_path: Path) -> Path:
    """Return a folder whose book belongs to root and whose state belongs to nobody."""
    if as_nobody([sys.executable, "-c", f"open({__file__!r})"]).returncode:
        pytest.skip("a user without rights cannot even read this repository")
    folder = tmp_path / "shared"
    make_book(folder)
    for path in (folder / "state", *(folder / "state").rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    for path in (folder, *folder.parents):
        if path.is_relative_to(tmp_path.parents[1]) or path == tmp_path.parents[1]:
            path.chmod(path.stat().st_mode | stat.S_IXOTH | stat.S_IROTH)
    return folder


def test_a_folder_one_may_not_write_is_left_as_it_was(strangers_book: Path) -> None:
    before = tree(strangers_book / "book")

    done = as_nobody(command("advance.py", strangers_book))

    assert done.stdout.startswith("failed")
    assert str(strangers_book / "book") in done.stdout
    assert os.strerror(13) in done.stdout
    assert tree(strangers_book / "book") == before
    assert not list((strangers_book / "state" / "journal").glob("*.json*"))


def test_a_state_folder_one_may_not_write_stops_the_write_too(strangers_book: Path) -> None:
    before = tree(strangers_book)
    for path in ((strangers_book / "state"), *(strangers_book / "state").rglob("*")):
        os.chown(path, 0, 0)

    done = as_nobody(command("advance.py", strangers_book))

    assert done.stdout.startswith("failed")
    assert str(strangers_book / "state") in done.stdout
    assert tree(strangers_book) == before

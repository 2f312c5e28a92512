"""A save that the disk refuses: errcode 1003, the files as they were, and nothing anywhere else."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from requirements import requirement

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount and become somebody else"),
]
NOBODY = 65534
NEEDED = ("commonplace", "click", "platformdirs", "filelock", "yaml")
REQUESTS = {
    "user": ["--target", "user", "--field", "称呼", "--value", "Bob"],
    "topic": ["--target", "topic", "--name", "fresh", "--content", "hello"],
}


class Stranger:
    """A user without rights, a copy of the program that they may read, and a profile of theirs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.chmod(0o755)
        for name in NEEDED:
            found = find_spec(name)
            shutil.copytree(found.submodule_search_locations[0], folder / "lib" / name)
        subprocess.run(["chmod", "-R", "a+rX", folder / "lib"], check=True)
        self.own("home")
        self.python = next((path for path in _interpreters() if not self.run(path, "-V")[0]), "")

    def own(self, name: str) -> Path:
        """Return a new folder that belongs to them."""
        path = self.folder / name
        path.mkdir(exist_ok=True)
        os.chown(path, NOBODY, NOBODY)
        return path

    def run(self, *line: str) -> tuple[int, str]:
        """Run a command line as them and return exit code and output."""
        become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        folders = {f"XDG_{kind}_HOME": f"{self.folder}/home/{kind}" for kind in ("STATE", "DATA")}
        environ = {"PYTHONPATH": f"{self.folder}/lib", "HOME": f"{self.folder}/home", **folders}
        done = subprocess.run(
            [*become, *line], env=environ, cwd="/", capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout

    def commonplace(self, *words: str) -> tuple[int, str]:
        """Run the command line as them."""
        return self.run(self.python, "-m", "commonplace", *words)


def _interpreters() -> list[str]:
    return [os.path.realpath(sys.executable), f"/usr/bin/python3.{sys.version_info.minor}"]


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    with tempfile.TemporaryDirectory(prefix="commonplace-") as folder:
        found = Stranger(Path(folder))
        if not found.python:
            pytest.skip("a user without rights finds no Python of this version")
        yield found


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder`, but who held the lock last, and what is derived: marks of a look follow it."""
    left_out = {"lib", ".cache", "lock.owner"}
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in paths if left_out.isdisjoint(path.parts)}


@requirement("C2.paths")
@pytest.mark.parametrize("target", REQUESTS)
def test_a_profile_one_may_not_write_is_left_as_it_was(stranger: Stranger, target: str) -> None:
    book = stranger.own("book")
    stranger.commonplace("init", str(book), "--layout", "profile")
    for path in (book, *book.iterdir()):
        os.chown(path, 0, 0)
        path.chmod(0o755 if path.is_dir() else 0o644)
    stranger.commonplace("save", "--book", str(book), *REQUESTS[target])
    before = tree(stranger.folder)

    code, told = stranger.commonplace("save", "--book", str(book), *REQUESTS[target])

    answer = json.loads(told)
    assert (code, answer["errcode"], answer["files"]) == (1, 1003, [])
    assert "Permission denied" in answer["message"]
    assert tree(stranger.folder) == before


@requirement("C2.paths")
@pytest.mark.parametrize("target", REQUESTS)
def test_a_profile_on_a_full_disk_is_left_as_it_was(stranger: Stranger, target: str) -> None:
    disk = stranger.own("disk")
    mount = ["mount", "-t", "tmpfs", "-o", f"size=64k,uid={NOBODY}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let us mount a small disk")
    try:
        stranger.commonplace("init", str(disk), "--layout", "profile")
        room = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        (disk / "filler").write_bytes(b"x" * room)
        stranger.commonplace("save", "--book", str(disk), *REQUESTS[target])
        before = tree(stranger.folder)

        code, told = stranger.commonplace("save", "--book", str(disk), *REQUESTS[target])

        answer = json.loads(told)
        assert (code, answer["errcode"], answer["files"]) == (1, 1003, [])
        assert "No space left on device" in answer["message"]
        assert tree(stranger.folder) == before
    finally:
        subprocess.run(["umount", str(disk)], check=True)

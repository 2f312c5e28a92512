"""Let every kind of upkeep die before each of its operations on the disk, and look at the book.

Run as a program of its own (`python upkeep_kills.py FOLDER LAYOUT MOST MODE...`). No clock is asked: the
writer counts its operations and ends itself with SIGKILL, half of a file written where it was writing one.
Prints one line of JSON: what was found, by mode.
"""

import json
import os
import shutil
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from commonplace.app.books import Book, book_in
from commonplace.app.upkeep import care_for
from commonplace.config import Settings
from commonplace.core.changes import Proposal
from commonplace.core.ports import Stamp
from commonplace.storage.disk import Disk
from commonplace.storage.store import FolderStore
from doors.distill_books import NOW, everything, planted_book

STAMP = Stamp(who="ada", channel="flag")
SEEDS = 40
AFTER_GRACE = NOW + timedelta(days=8)


class MortalDisk(Disk):
    """A disk whose user dies before an operation of a certain number; of none when that is 0."""

    def __init__(self, dies_at: int = 0) -> None:
        self.dies_at = dies_at
        self.done = 0

    def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
        if self.done + 1 == self.dies_at:
            Path(path).write_bytes(content[: len(content) // 2])
        self._live()
        super().write_new(path, content, mode)

    def sync_folder(self, path: str) -> None:
        self._live()
        super().sync_folder(path)

    def make_folder(self, path: str, mode: int = 0o777) -> None:
        self._live()
        super().make_folder(path, mode)

    def publish_new(self, staged: str, target: str) -> None:
        self._live()
        super().publish_new(staged, target)

    def exchange(self, staged: str, target: str) -> None:
        self._live()
        super().exchange(staged, target)

    def rename(self, source: str, target: str) -> None:
        self._live()
        super().rename(source, target)

    def unlink(self, path: str) -> None:
        self._live()
        super().unlink(path)

    def _live(self) -> None:
        self.done += 1
        if self.done == self.dies_at:
            os.kill(os.getpid(), signal.SIGKILL)


class NothingToDoError(Exception):
    """This book offers nothing to the upkeep that is wanted."""


class Ward:
    """One book before one piece of upkeep, which can be had again as often as one likes."""

    def __init__(self, folder: Path, layout: str, seed: int, mode: str) -> None:
        self.folder, self.project = folder, folder / "project"
        self.project.mkdir(parents=True)
        planted_book(self.project, layout, seed, count=8)
        self.now = AFTER_GRACE if mode == "gc" else NOW
        if mode == "gc":
            self._bury_more()
        self.proposal = self._proposed(mode, self.now)
        for name in ("project", "state"):
            shutil.copytree(folder / name, folder / f"{name}.kept")

    def notes(self) -> dict[str, bytes]:
        """Return the memory files as the next reader finds them: a dead writer's promise is finished."""
        book = self._book()
        files = book.snapshot().files
        return {path: text for path, text in files.items() if not book.layout.derives(path)}

    def carry_out(self, disk: MortalDisk) -> None:
        """Commit the proposal on a book that is as it was in the beginning."""
        for name in ("project", "state"):
            shutil.rmtree(self.folder / name)
            shutil.copytree(self.folder / f"{name}.kept", self.folder / name)
        self._book(disk).commit(self.proposal, STAMP, self.now)

    def _book(self, disk: Disk | None = None) -> Book:
        book = book_in(self.project, Settings())
        assert book is not None
        layout = book.layout
        store = FolderStore(book.root, folders=layout.folders, derives=layout.derives, disk=disk)
        return replace(book, store=store)

    def _proposed(self, mode: str, now: datetime) -> Proposal:
        book = self._book()
        proposal = everything(mode, care_for(book, book.view(now))).proposal
        if proposal is None:
            raise NothingToDoError
        return proposal

    def _bury_more(self) -> None:
        """Purge what can be purged, so that there is more than one file to erase where it can."""
        book = self._book()
        burial = everything("purge", care_for(book, book.view(NOW))).proposal
        if burial is not None:
            book.commit(burial, STAMP, NOW)


def found_ward(top: Path, layout: str, mode: str) -> Ward:
    """Return the first book that needs this upkeep, each with private folders of its own."""
    for seed in range(SEEDS):
        folder = top / f"{mode}-{seed}"
        os.environ["XDG_STATE_HOME"] = str(folder / "state")
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        with suppress(NothingToDoError):
            return Ward(folder, layout, seed, mode)
    raise AssertionError(f"no book in {layout} offers anything to {mode}")


def is_killed(ward: Ward, dies_at: int) -> bool:
    """Carry the upkeep out in a process of its own, and say whether it died as it should."""
    child = os.fork()
    if child == 0:
        ward.carry_out(MortalDisk(dies_at))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def spread(last: int, most: int) -> list[int]:
    """Return `most` numbers from 1 to `last`, both included, as even as can be."""
    if last <= most:
        return list(range(1, last + 1))
    return [1 + at * (last - 1) // (most - 1) for at in range(most)]


def killed(ward: Ward, most: int) -> dict[str, int]:
    """Kill at most `most` writers and return what was found."""
    old, disk = ward.notes(), MortalDisk()
    ward.carry_out(disk)
    new = ward.notes()
    assert old != new
    counts = {"kills": 0, "old": 0, "new": 0, "mixed": 0}
    for dies_at in spread(disk.done, most):
        counts["kills"] += is_killed(ward, dies_at)
        found = ward.notes()
        counts["old"] += found == old
        counts["new"] += found == new
        counts["mixed"] += found not in (old, new)
    return {**counts, "tries": min(disk.done, most), "files": len(ward.proposal.edits)}


def main(top: Path, layout: str, most: int, modes: list[str]) -> None:
    """Go through all modes, each with a book of its own."""
    found = {mode: killed(found_ward(top, layout, mode), most) for mode in modes}
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])

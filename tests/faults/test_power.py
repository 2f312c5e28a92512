"""Power loss: every state the disk may be in leads to the old book or to the new one."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from commonplace.core.changes import Outcome
from commonplace.storage.store import FolderStore
from faults.merging import advance, make_book, open_store, recovered_generation
from faults.power import RecordingDisk, lay_out, states

pytestmark = pytest.mark.faults

ENOUGH_STATES = 100
BROKEN = {"torn or mixed", "acknowledged and lost", "neither"}


class NoFileFlush(RecordingDisk):
    """Believe that writing is enough."""

    def sync_file(self, descriptor: int, path: str) -> None:
        return


class NoFolderFlush(RecordingDisk):
    """Believe that renaming is enough."""

    def sync_folder(self, path: str) -> None:
        return


class NoJournal(RecordingDisk):
    """Publish file by file and promise nothing."""


def recorded(folder: Path, kind: type[RecordingDisk], generation: int) -> RecordingDisk:
    """Advance a book once on a disk that writes everything down."""
    store = make_book(folder)
    for _ in range(1, generation):
        advance(store)
    disk = kind(folder)
    assert advance(_weakened(open_store(folder, disk), kind)) is Outcome.COMMITTED
    return disk


def _weakened(store: FolderStore, kind: type[RecordingDisk]) -> FolderStore:
    if kind is NoJournal:
        journal = store._journal
        journal.promise = journal.close = lambda record: None  # type: ignore[method-assign]
    return store


def verdicts(disk: RecordingDisk, old: int) -> Iterator[str]:
    """Recover from every state and yield what was found."""
    for moment, files in states(disk):
        folder = Path(tempfile.mkdtemp(prefix="power-", dir=_quick_folder()))
        try:
            lay_out(files, folder)
            yield _verdict(folder, old, is_acknowledged=moment == disk.moment)
        finally:
            shutil.rmtree(folder)


def _quick_folder() -> str | None:
    """Prefer memory: a thousand small books are laid out and thrown away."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _verdict(folder: Path, old: int, *, is_acknowledged: bool) -> str:
    try:
        generation = recovered_generation(folder)
    except AssertionError:
        return "torn or mixed"
    if is_acknowledged and generation != old + 1:
        return "acknowledged and lost"
    return {old: "old", old + 1: "new"}.get(generation, "neither")


@pytest.mark.parametrize("generation", [1, 2], ids=["with a removal", "with a creation"])
def test_every_state_after_a_power_failure_is_the_old_book_or_the_new(
    tmp_path: Path, generation: int
) -> None:
    disk = recorded(tmp_path / "recorded", RecordingDisk, generation)

    found = Counter(verdicts(disk, generation))

    assert set(found) == {"old", "new"}
    assert found.total() >= ENOUGH_STATES


@pytest.mark.parametrize("kind", [NoFileFlush, NoFolderFlush, NoJournal])
def test_the_same_search_finds_the_fault_of_a_weaker_writer(
    tmp_path: Path, kind: type[RecordingDisk]
) -> None:
    disk = recorded(tmp_path / "recorded", kind, 1)

    assert any(verdict in BROKEN for verdict in verdicts(disk, 1))

"""What a file system promises, found out by trying it in the folder that will be written to."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from commonplace.storage.disk import Disk
from commonplace.storage.publish import STAGED_PREFIX, staged_name
from commonplace.storage.recovery import is_leftover
from commonplace.storage.swap import Guarantee, guarantee_in
from commonplace.storage.usage import LAST, LINES


@dataclass(frozen=True, slots=True, kw_only=True)
class Promises:
    """What holds for files in one folder."""

    guarantee: Guarantee
    flushes: bool
    """Whether names and contents can be made to survive a power failure."""
    is_case_sensitive: bool


def promises_in(folder: str) -> Promises:
    """Try what writing needs on scratch files in `folder`, which are gone afterwards; raise `OSError`."""
    guarantee = guarantee_in(folder)
    name = staged_name()
    path, disk = os.path.join(folder, name), Disk()
    try:
        flushes = _flushes(disk, path, folder)
        is_sensitive = not os.path.exists(os.path.join(folder, name.upper()))
    finally:
        with suppress(FileNotFoundError):
            os.unlink(path)
    return Promises(guarantee=guarantee, flushes=flushes, is_case_sensitive=is_sensitive)


def _flushes(disk: Disk, path: str, folder: str) -> bool:
    """Write one file and flush it with its folder; a file that is not there is no answer."""
    try:
        disk.write_new(path, b"")
        disk.sync_folder(folder)
    except OSError:
        if not os.path.exists(path):
            raise
        return False
    return True


_FOLDERS = ("", "journal", "receipts", "displaced", "proposals", "sessions")
_FILES = ("lock", "lock.owner", "approvals.jsonl", "tally.json", "looked-over", LINES, LAST)


def try_state(state: str) -> None:
    """Try every folder and file of a book's state that a commit or a hook writes; raise `OSError`.

    What is not there yet is made on first need; nothing is left behind and no file is changed.
    """
    try_folders(os.path.join(state, name) if name else state for name in _FOLDERS)
    for name in _FILES:
        _try_file(os.path.join(state, name))


def try_folders(folders: Iterable[str]) -> None:
    """Make a scratch file in each of `folders` that is there, and remove it; raise `OSError`."""
    for folder in folders:
        if os.path.lexists(folder):
            _clear(folder)
            scratch = os.path.join(folder, staged_name())
            Disk().write_new(scratch, b"")
            os.unlink(scratch)


def _clear(folder: str) -> None:
    """Remove the scratch files of tries that were killed; they are empty, and no text ever is lost with them."""
    now = datetime.now(UTC)
    with os.scandir(folder) as entries:
        scratch = [entry.path for entry in entries if entry.name.startswith(STAGED_PREFIX)]
    for path in scratch:
        with suppress(FileNotFoundError):  # somebody else's, gone by now
            if not os.lstat(path).st_size and is_leftover(path, now):
                os.unlink(path)


def _try_file(path: str) -> None:
    if os.path.lexists(path):
        os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC))

"""Whether what is private to a book can be written: found out by trying, as for the book itself.

Rights on paper say too little: a disk may be mounted for reading, a file marked as immutable, and a
folder may stand where a file should.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from commonplace.storage.disk import Disk
from commonplace.storage.publish import STAGED_PREFIX, staged_name
from commonplace.storage.recovery import is_leftover
from commonplace.storage.usage import LAST, LINES

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

"""The index file as a thing on disk: opened, locked, swapped in, set aside."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator

from filelock import FileLock, Timeout

from commonplace.engines.local.reading import open_index
from commonplace.engines.local.troubles import SQLITE_TROUBLES, Busy, trouble_of

LOCK_WAIT_S = 10.0
SET_ASIDE = ".damaged"
"""Added to the name of an index that was not to be trusted; the last one is kept to be looked at."""


class IndexFile:
    """One index and the lock beside it: readers only open, writers hold the lock."""

    def __init__(self, path: str, lock_wait_s: float = LOCK_WAIT_S) -> None:
        self.path = path
        self._lock = FileLock(path + ".lock", timeout=lock_wait_s, mode=0o600)

    @contextlib.contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """Open the index and see all of it as it is at one moment."""
        connection = open_index(self.path)
        try:
            yield connection
        except SQLITE_TROUBLES as error:
            raise trouble_of(error) from error
        finally:
            connection.close()

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Be the only writer; raise `Busy` when another one does not come to an end."""
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        try:
            with self._lock:
                yield
        except Timeout as error:
            raise Busy(self.path) from error

    def swap_in(self, make: Callable[[str], None]) -> None:
        """Let `make` write a new index beside the old one and put it in its place, all or nothing.

        What the old one left for a rollback would be rolled back into the new one: it goes first.
        """
        fresh = f"{self.path}.{os.getpid()}.new"
        try:
            self._remove_unfinished()
            make(fresh)
            _remove(self.path + "-journal")
            os.replace(fresh, self.path)
        finally:
            _remove(fresh)

    def _remove_unfinished(self) -> None:
        """Remove what writers left who were killed; whoever holds the lock is the only one alive."""
        folder, name = os.path.split(self.path)
        for each in os.listdir(folder):
            if each.startswith(f"{name}.") and each.endswith((".new", ".new-journal")):
                _remove(os.path.join(folder, each))

    def set_aside(self) -> None:
        """Move the index out of the way, so that nobody asks it again."""
        with contextlib.suppress(FileNotFoundError):
            os.replace(self.path, self.path + SET_ASIDE)

    def exists(self) -> bool:
        """Say whether there is an index."""
        return os.path.exists(self.path)

    def size(self) -> int:
        """Return the size of the index in bytes."""
        return os.path.getsize(self.path)


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)

"""One writer per book: an advisory lock in the state folder, with an owner one can name.

The kernel frees it when its holder dies, so no stale lock is left by a crash. The owner's note
beside it is for people only; nothing is decided by it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from commonplace.errors import BookBusy
from commonplace.storage.disk import failure
from commonplace.storage.last_look import jot, read_jotted
from commonplace.storage.places import PRIVATE_FILE

if TYPE_CHECKING:
    import filelock

TIMEOUT_S = 10.0
_LONGEST_COMMAND = 40
_POLL_S = 0.005
"""Short, because a write takes milliseconds and eight agents may be waiting."""


class WriterLock:
    """The only writer's place of one book; may be taken again by the one who holds it."""

    def __init__(self, state: str, timeout_s: float = TIMEOUT_S) -> None:
        self._owner = os.path.join(state, "lock.owner")
        self._timeout_s = timeout_s
        self._path = os.path.join(state, "lock")
        self._made: filelock.BaseFileLock | None = None

    @property
    def is_held(self) -> bool:
        """Say whether this writer holds the book."""
        return self._made is not None and self._made.is_locked

    @contextmanager
    def hold(self, timeout_s: float | None = None) -> Iterator[None]:
        """Hold the book, or raise `BookBusy` that names who has it."""
        wait = self._timeout_s if timeout_s is None else timeout_s
        lock = self._lock()
        try:
            lock.acquire(timeout=wait, poll_interval=_POLL_S)
        except TimeoutError as trouble:
            raise self._busy(wait) from trouble
        except OSError as trouble:
            raise failure(trouble, self._path) from trouble
        try:
            self._sign()
            yield
        finally:
            lock.release()

    def holder(self) -> str:
        """Return who holds the book at this moment, empty when nobody does.

        The only way to know is to try: the kernel, not the owner's note, says whether it is free.
        """
        if not os.path.exists(self._path):
            return ""
        lock = self._lock()
        try:
            lock.acquire(timeout=0)
        except TimeoutError:
            return str(read_jotted(self._owner) or "?")
        except OSError as trouble:
            raise failure(trouble, self._path) from trouble
        lock.release()
        return ""

    def _lock(self) -> filelock.BaseFileLock:
        if self._made is None:
            import filelock  # noqa: PLC0415 - dear, and most commands only read

            self._made = filelock.FileLock(self._path, mode=PRIVATE_FILE)
        return self._made

    def _sign(self) -> None:
        since = datetime.now(UTC).isoformat(timespec="seconds")
        command = os.path.basename(sys.argv[0])[:_LONGEST_COMMAND] if sys.argv else ""
        with suppress(OSError):
            jot(self._owner, f"{command}, pid {os.getpid()}, since {since}")

    def _busy(self, waited_s: float) -> BookBusy:
        owner = read_jotted(self._owner)
        return BookBusy("book-busy", seconds=f"{waited_s:g}", owner=owner or "?")

"""One writer per book: an advisory lock in the state folder, with an owner one can name.

The kernel frees it when its holder dies, so no stale lock is left by a crash. The owner's note
beside it is for people only; nothing is decided by it.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Protocol

from commonplace.errors import BookBusy
from commonplace.storage.codec import jot, read_jotted
from commonplace.storage.disk import failure
from commonplace.storage.places import PRIVATE_FILE

TIMEOUT_S = 10.0
_LONGEST_COMMAND = 40
_POLL_S = 0.005
"""Short, because a write takes milliseconds and eight agents may be waiting."""


class _Lock(Protocol):
    """One place that a thread holds against all others, and may take again."""

    @property
    def is_locked(self) -> bool:
        """Whether this thread holds it."""

    def acquire(self, timeout: float, poll_interval: float) -> object:
        """Hold it, or raise `TimeoutError`."""

    def release(self) -> None:
        """Let it go, once for each time that it was taken."""


def _lock_at(path: str) -> _Lock:
    """Return the lock at `path`; where the system has no `flock`, the package that finds something like it."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows

        return _KernelLock(path, fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        # Decision 0005: flock and LockFileEx behind one face; why the other libraries, stands there, too.
        import filelock  # noqa: PLC0415 - loading it takes as long as two bare interpreters

        return filelock.FileLock(path, mode=PRIVATE_FILE)


class _KernelLock(threading.local):
    """A lock of the kernel's, which frees it when its holder dies; each thread holds its own."""

    def __init__(self, path: str, flock: Callable[[int, int], None], how: int) -> None:
        self._path = path
        self._flock = flock
        self._how = how
        self._file = -1
        self._depth = 0

    @property
    def is_locked(self) -> bool:
        """Whether this thread holds it."""
        return self._depth > 0

    def acquire(self, timeout: float, poll_interval: float) -> None:
        """Hold it, or raise `TimeoutError`."""
        until = time.monotonic() + timeout
        while not self._depth and not self._is_taken():
            if time.monotonic() >= until:
                raise TimeoutError(self._path)
            time.sleep(poll_interval)
        self._depth += 1

    def release(self) -> None:
        """Let it go, once for each time that it was taken."""
        self._depth -= 1
        if not self._depth:
            os.close(self._file)

    def _is_taken(self) -> bool:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
        try:
            self._flock(file, self._how)
            is_there = os.fstat(file).st_nlink > 0  # else somebody has removed it meanwhile
        except OSError as trouble:
            os.close(file)
            if trouble.errno in (errno.EACCES, errno.EAGAIN):
                return False
            raise
        if is_there:
            self._file = file
        else:
            os.close(file)
        return is_there


class WriterLock:
    """The only writer's place of one book; may be taken again by the one who holds it."""

    def __init__(self, state: str, timeout_s: float = TIMEOUT_S) -> None:
        self._owner = os.path.join(state, "lock.owner")
        self._timeout_s = timeout_s
        self._path = os.path.join(state, "lock")
        self._made: _Lock | None = None

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
            lock.acquire(timeout=0, poll_interval=_POLL_S)
        except TimeoutError:
            return str(read_jotted(self._owner) or "?")
        except OSError as trouble:
            raise failure(trouble, self._path) from trouble
        lock.release()
        return ""

    def _lock(self) -> _Lock:
        if self._made is None:
            self._made = _lock_at(self._path)
        return self._made

    def _sign(self) -> None:
        since = datetime.now(UTC).isoformat(timespec="seconds")
        command = os.path.basename(sys.argv[0])[:_LONGEST_COMMAND] if sys.argv else ""
        with suppress(OSError):
            jot(self._owner, f"{command}, pid {os.getpid()}, since {since}")

    def _busy(self, waited_s: float) -> BookBusy:
        owner = read_jotted(self._owner)
        return BookBusy("book-busy", seconds=f"{waited_s:g}", owner=owner or "?")

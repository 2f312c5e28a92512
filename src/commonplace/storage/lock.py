"""One writer per book: an advisory lock in the state folder, with an owner one can name.

The kernel frees it when its holder dies, so no stale lock is left by a crash. The owner's note
beside it is for people only; nothing is decided by it.

How a book looked when its derived files were last found fresh.

Kept in the cache folder: losing it costs deriving them once more. Looks are compared for equality,
never for "newer than", since clocks jump and a checkout brings old times.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from typing import NamedTuple, Protocol

from commonplace.core.hashing import digest
from commonplace.core.ports import FileLook, Overlook
from commonplace.errors import BookBusy
from commonplace.storage.change_detection import (
    LOOK_BACK_SHARE,
    RACY_NS,
    Seen,
    is_doubtful,
    is_reordered,
    number_of,
    sweep,
)
from commonplace.storage.codec import Json
from commonplace.storage.disk import failure
from commonplace.storage.places import PRIVATE_FILE, cache_of, make_private, write_private
from commonplace.storage.plain_files import read_plain

_LINE_BYTES = 2048
_FIELDS = 6
_WORD = (1 << 64) - 1
SHORT_NS = 20_000_000
"""A look at every file that takes no longer is taken each time: in books up to some 5,000 notes."""
MOST_DOUBTFUL = 10
"""So many files are read again to know that they say the same; a write of one note changes five."""


def jot(path: str, value: Json) -> None:
    """Write `value` over the line at `path`."""
    line = json.dumps(value).encode("ascii").ljust(_LINE_BYTES - 1) + b"\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def read_jotted(path: str) -> Json:
    """Return the line at `path`; None when it is missing or torn."""
    try:
        with open(path, "rb") as file:
            value: Json = json.loads(file.read(_LINE_BYTES))
    except (OSError, ValueError):
        return None
    return value


class Look(NamedTuple):
    """How all files of a book look on one day."""

    digest: str
    racy: tuple[str, ...]
    """The files that changed so lately that they may change again within the same tick."""


def look_of(looks: Mapping[str, FileLook], today: date, now_ns: int) -> Look:
    """Return how all files look on this day."""
    since_ns = now_ns - RACY_NS
    total = sum(_number(path, look) for path, look in looks.items())
    return summed(total, [path for path in looks if _is_since(looks[path], since_ns)], today)


def look_over(shelf: LookedFiles, wanted: Callable[[str], bool], today: date, now_ns: int) -> Look:
    """Return how all wanted files of a book look on this day, summed up while they are listed."""
    seen = shelf.look_over(wanted, now_ns - RACY_NS)
    return summed(seen.total, seen.racy, today)


def summed(total: int, racy: Iterable[str], today: date) -> Look:
    """Return the look of which the numbers of all files and the names of the latest are known."""
    return Look(f"{today.isoformat()} {total & _WORD:016x}", tuple(sorted(racy)))


def _number(path: str, look: FileLook) -> int:
    return number_of(path, (look.size, look.mtime_ns, look.ctime_ns, look.inode))


def _is_since(look: FileLook, since_ns: int) -> bool:
    return max(look.mtime_ns, look.ctime_ns) > since_ns


Hashes = Callable[[str], str | None]
"""The hash of what the file at a path says, None for one that is not there."""


class LookedFiles(Protocol):
    """The files of a book, looked at and read."""

    root: str

    def look(self, path: str) -> FileLook | None:
        """Return how one file looks."""

    def look_over(self, wanted: Callable[[str], bool], since_ns: int) -> Overlook:
        """Return how every wanted file looks, summed up."""

    def read_one(self, path: str) -> bytes | None:
        """Read one file, None when it is not there."""


class LastLook:
    """The last look at one book that found everything fresh.

    Beside the look it keeps what the files said that were changed shortly before: they are trusted for
    their content, since another change within the same tick would look alike.
    """

    def __init__(self, root: str | os.PathLike[str], writer: str) -> None:
        """Speak of the book at `root`; what another version of the `writer` found does not count."""
        self._writer = writer
        self._cache = cache_of(os.fspath(root))
        self._path = os.path.join(self._cache, "fresh.json")
        self._glance_path = os.path.join(self._cache, "glance.txt")

    def is_like(self, look: Look, hash_of: Hashes) -> bool:
        """Say whether the book looks exactly as it did then, and says the same where that is not enough."""
        kept = self._kept()
        if kept[:2] != [self._writer, look.digest]:
            return False
        doubtful, said = kept[3:5]
        if not (isinstance(doubtful, list) and {*look.racy} <= {*doubtful}):
            return False
        if not doubtful:
            return True
        is_same = said == _said(list(map(str, doubtful)), hash_of)
        if is_same and not look.racy:
            self._write([*kept[:3], [], "", kept[5]])
        return is_same

    def is_settled(self, look: Look) -> bool:
        """Say whether this is the look that was kept, and nothing of it is in doubt: every file could be read."""
        return self._kept()[:4] == [self._writer, look.digest, 0, []] and not look.racy

    def is_at_a_glance(self, shelf: LookedFiles, today: date) -> bool:
        """Say whether the book looks as it did then, told by its folders and without telling files apart.

        Its folders tell who came, went or was renamed. Every file is looked at unless that was done so lately
        that doing it again would take more than its share of somebody's day: as a hook has it (`hook.index`).
        """
        began_ns = time.time_ns()
        seen, looked_ns, took_ns = self._glance(today)
        if not seen or is_reordered(shelf.root, seen):
            return False
        if took_ns > SHORT_NS and 0 <= began_ns - looked_ns < LOOK_BACK_SHARE * took_ns:
            return True
        began_cpu_ns = time.process_time_ns()
        if sweep(shelf.root, tuple(seen), began_ns, "") != seen:
            return False
        self._keep_glance(seen, today, began_ns, time.process_time_ns() - began_cpu_ns)
        return True

    def keep_glance(self, seen: Seen, look: Look, today: date, began_ns: int) -> None:
        """Keep how the folders looked just before `look`, so that the next one can be told at a glance."""
        if self.is_settled(look) and not is_doubtful(seen):
            self._keep_glance(seen, today, began_ns, 0)

    def _glance(self, today: date) -> tuple[Seen, int, int]:
        kept = self._kept()
        text = (read_plain(self._glance_path) or b"").decode("utf-8", "surrogateescape")
        head, *lines = text.split("\n")
        if len(kept) != _FIELDS or not head.startswith(self._head(kept[1], today)):
            return {}, 0, 0
        looked_ns, took_ns = head.split(" ")[-2:]
        values = (line.partition("\t") for line in lines)
        return {folder: value for value, _, folder in values}, int(looked_ns), int(took_ns)

    def _keep_glance(self, seen: Seen, today: date, began_ns: int, took_ns: int) -> None:
        head = f"{self._head(self._kept()[1], today)}{began_ns} {took_ns}"
        lines = [head, *(f"{value}\t{folder}" for folder, value in seen.items())]
        with suppress(OSError):  # as below
            write_private(self._glance_path, "\n".join(lines))

    def _head(self, digest: Json, today: date) -> str:
        return f"{self._writer} {digest} {today.isoformat()} "

    def is_readable(self, look: Look, hash_of: Hashes) -> bool:
        """Say whether the book looks as it did then, and every file of it could be read."""
        return self.unread == 0 and self.is_like(look, hash_of)

    @property
    def was_followed(self) -> bool:
        """Whether the derived files were brought after single changes then, not made of the whole book."""
        return self._kept()[5:] == [True]

    @property
    def unread(self) -> int | None:
        """How many files could not be read then; None when nobody has counted them."""
        kept = self._kept()
        return kept[2] if len(kept) == _FIELDS and isinstance(kept[2], int) else None

    def keep(
        self, look: Look, hash_of: Hashes, *, unread: int | None, is_followed: bool = False
    ) -> None:
        """Keep `look`, with what the lately changed files say, unless these are too many to look through."""
        if len(look.racy) <= MOST_DOUBTFUL:
            racy: list[Json] = list(look.racy)
            said = _said(look.racy, hash_of) if racy else ""
            self._write([self._writer, look.digest, unread, racy, said, is_followed])

    def _write(self, kept: Json) -> None:
        with suppress(OSError):  # a disk that refuses costs time and nothing else
            make_private(self._cache)
            jot(self._path, kept)

    def _kept(self) -> list[Json]:
        kept = read_jotted(self._path)
        return kept if isinstance(kept, list) and len(kept) == _FIELDS else []


def _said(paths: Sequence[str], hash_of: Hashes) -> str:
    return digest("\n".join(hash_of(path) or "" for path in paths).encode())


class WriterLook:
    """The look of a book around a write: whether its derived files were fresh before, and that they are after."""

    def __init__(
        self, last: LastLook, store: LookedFiles, wanted: Callable[[str], bool], today: date
    ) -> None:
        self._last = last
        self._store = store
        self._wanted = wanted
        self._today = today
        self._total = 0
        self._racy: set[str] = set()
        self._derived: Mapping[str, FileLook] = {}
        self._before: dict[str, FileLook | None] = {}
        self._said: dict[str, str | None] = {}
        self._unread: int | None = None

    @property
    def was_followed(self) -> bool:
        """Whether the derived files were brought after single changes when they were last found fresh."""
        return self._last.was_followed

    def look(self, now_ns: int) -> Look:
        """Look at all files, for a reader who writes nothing but derived files."""
        self._look_over(now_ns)
        return summed(self._total, self._racy, self._today)

    def read(self, unread: int) -> None:
        """Take down how many files could not be read after that look."""
        self._unread = unread

    def note(self, paths: Iterable[str]) -> None:
        """Note how the files look that are about to be written."""
        self._before = {path: self._store.look(path) for path in paths if self._wanted(path)}

    def was_fresh(self, before: Mapping[str, str | None]) -> bool:
        """Say whether, but for what was written, the book looks as when all of it was last found fresh.

        `before` gives the hash of what the written files said.
        """
        since_ns = self._look_over(time.time_ns())
        then = self._total - sum(self._numbers(self._before))
        then += sum(_number(path, look) for path, look in self._before.items() if look)
        lately = {path for path, look in self._before.items() if look and _is_since(look, since_ns)}
        is_fresh = self._last.is_like(
            summed(then, lately | self._racy - {*self._before}, self._today),
            lambda path: before[path] if path in before else self._hash_of(path),
        )
        self._unread = self._last.unread if is_fresh else None
        return is_fresh

    def keep(self, derived: Iterable[str], said: Hashes, *, is_followed: bool) -> None:
        """Keep how the book looks with its `derived` files just written; `said` knows the hashes of the write."""
        made = {*derived}
        total = self._total + sum(self._numbers(made))
        total -= sum(_number(path, look) for path, look in self._derived.items() if path in made)
        look = summed(total, self._racy | (made - {*self._derived}), self._today)
        known = self._said
        self._last.keep(
            look,
            lambda path: said(path) or known.get(path),
            unread=self._unread,
            is_followed=is_followed,
        )

    def _look_over(self, now_ns: int) -> int:
        since_ns = now_ns - RACY_NS
        seen = self._store.look_over(self._wanted, since_ns)
        self._total, self._racy, self._derived = seen.total, {*seen.racy}, seen.derived
        return since_ns

    def _numbers(self, paths: Iterable[str]) -> Iterator[int]:
        looks = ((path, self._store.look(path)) for path in paths)
        return (_number(path, look) for path, look in looks if look)

    def _hash_of(self, path: str) -> str | None:
        content = self._store.read_one(path)
        self._said[path] = None if content is None else digest(content)
        return self._said[path]


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

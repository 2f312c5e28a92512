"""How a book looked when its derived files were last found fresh.

Kept in the cache folder: losing it costs deriving them once more. Looks are compared for equality,
never for "newer than", since clocks jump and a checkout brings old times.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple, Protocol

from commonplace.core.hashing import digest
from commonplace.core.ports import FileLook, Overlook
from commonplace.storage.change_detection import (
    LOOK_BACK_SHARE,
    RACY_NS,
    Seen,
    is_doubtful,
    is_reordered,
    number_of,
    sweep,
)
from commonplace.storage.codec import Json, jot, read_jotted
from commonplace.storage.places import cache_of, make_private, write_private
from commonplace.storage.plain_files import read_plain

_FIELDS = 6
_WORD = (1 << 64) - 1
SHORT_NS = 20_000_000
"""A look at every file that takes no longer is taken each time: in books up to some 5,000 notes."""
MOST_DOUBTFUL = 10
"""So many files are read again to know that they say the same; a write of one note changes five."""


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

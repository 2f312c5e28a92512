"""Bring an index up to date with the files: one changed file costs one file.

Files are compared by how they look (size, times, inode), for being different, never for being newer:
clocks jump and git checks out old files. What looks the same but changed a moment before it was
indexed is read again, since a second change within the same tick would look alike.

Files are taken in by small batches, each committed by itself, the newest first: whoever is interrupted
leaves behind what is done, and the next one goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from commonplace.core.hashing import digest
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.ports import FileLook, Reader, Reading
from commonplace.core.search import Source
from commonplace.core.values import dataclass
from commonplace.errors import CommonplaceError

if TYPE_CHECKING:
    from commonplace.core.changes import Files

AT_ONCE = 500
RACY_NS = 2_000_000_000
_LATER_NS = 1 << 63
"""A moment so late that no change is recent: for whoever compares without reading."""


class KnownFile(Protocol):
    """A file as it was when it was indexed."""

    @property
    def size(self) -> int: ...  # noqa: D102 - as `core.search.Source` says
    @property
    def mtime_ns(self) -> int: ...  # noqa: D102
    @property
    def ctime_ns(self) -> int: ...  # noqa: D102
    @property
    def inode(self) -> int: ...  # noqa: D102
    @property
    def sha256(self) -> str: ...  # noqa: D102


class Index(Protocol):
    """An engine that keeps something which can grow old."""

    def files(self) -> Mapping[str, KnownFile]:
        """Return how each file looked when it was indexed."""

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Take in files that are new or changed, and forget those at the paths `removed`."""

    def restamp(self, looks: Mapping[str, FileLook]) -> None:
        """Keep how files look now whose content has not changed."""


class FileLooks(Protocol):
    """The files of a book, looked at and read."""

    def looks(self, wanted: Callable[[str], bool]) -> Mapping[str, FileLook]:
        """Return how every wanted file looks, without reading it."""

    def read_one(self, path: str) -> bytes | None:
        """Read one file, None when it is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshened:
    """What had to be done."""

    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def is_source(layout: Reader, path: str) -> bool:
    """Say whether memories may stand in `path`."""
    return path.endswith(".md") and layout.reads(path) and not layout.derives(path)


def freshen(
    layout: Reader, shelf: FileLooks, index: Index, now_ns: int, at_once: int = AT_ONCE
) -> Freshened:
    """Take in every file that is new or looks different, and forget those that are gone."""
    done = tuple(taken_in(layout, shelf, index, now_ns, at_once))
    return Freshened(
        changed=tuple(path for batch in done for path in batch.changed),
        removed=tuple(path for batch in done for path in batch.removed),
    )


def taken_in(
    layout: Reader, shelf: FileLooks, index: Index, now_ns: int, at_once: int = AT_ONCE
) -> Iterator[Freshened]:
    """Take in what changed, `at_once` files by one update, and yield each batch when it is kept."""
    return batches(layout, shelf, index, compared(layout, shelf, index, now_ns), at_once)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """What looks otherwise than an index knows it."""

    known: Mapping[str, KnownFile]
    looks: Mapping[str, FileLook]
    suspects: Sequence[str]
    """Files that look otherwise, the one that changed last first; some may say what they said."""
    removed: tuple[str, ...]

    @property
    def new(self) -> int:
        """How many files the index has never seen."""
        return sum(path not in self.known for path in self.suspects)

    @property
    def surely_old(self) -> int:
        """How many of the files that it knows are gone, or have another size and so other words."""
        known, looks = self.known, self.looks
        again = (p for p in self.suspects if p in known and known[p].size != looks[p].size)
        return len(self.removed) + sum(1 for _ in again)


def compared(layout: Reader, shelf: FileLooks, index: Index, now_ns: int) -> Apart:
    """Compare how the files look with how they looked when they were indexed; none is read."""
    known = index.files()
    looks = shelf.looks(lambda path: path in known or is_source(layout, path))
    suspects = [path for path, look in looks.items() if _is_stale(look, known.get(path), now_ns)]
    suspects.sort(key=lambda path: -_changed_ns(looks[path]))
    removed = tuple(path for path in known if path not in looks)
    return Apart(known=known, looks=looks, suspects=suspects, removed=removed)


def batches(
    layout: Reader, shelf: FileLooks, index: Index, apart: Apart, at_once: int
) -> Iterator[Freshened]:
    """Take in what is `apart`, and yield each batch when it is kept."""
    if apart.removed:
        index.update((), apart.removed)
        yield Freshened(removed=apart.removed)
    for start in range(0, len(apart.suspects), at_once):
        contents = contents_of(shelf, apart.suspects[start : start + at_once])
        changed = take_in_differing(layout, index, contents, apart.known, apart.looks)
        yield Freshened(changed=changed)


def take_in_differing(
    layout: Reader,
    index: Index,
    contents: Files,
    known: Mapping[str, KnownFile],
    looks: Mapping[str, FileLook],
) -> tuple[str, ...]:
    """Take in those of `contents` that are not as they were indexed; what was only touched stays."""
    changed: dict[str, bytes] = {}
    touched: dict[str, FileLook] = {}
    for path, text in contents.items():
        file = known.get(path)
        if file is None or file.sha256 != digest(text):
            changed[path] = text
        elif not _looks_like(looks[path], file):
            touched[path] = looks[path]
    if changed:
        index.update(sources_of(layout, changed, looks, changed))
    if touched:
        index.restamp(touched)
    return tuple(changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How far an index is from the files."""

    files: int
    apart: tuple[str, ...]
    """Files that look otherwise than when they were indexed, new and vanished ones included."""

    @property
    def agreement(self) -> float | None:
        """The share of files that the index knows as they are; None without any."""
        whole = max(self.files, len(self.apart))
        return 1 - len(self.apart) / whole if whole else None


def drift(layout: Reader, shelf: FileLooks, index: Index) -> Drift:
    """Compare an index with the files by how they look; nothing is read and nothing taken in."""
    known = index.files()
    looks = shelf.looks(lambda path: is_source(layout, path))
    apart = [path for path, look in looks.items() if _is_stale(look, known.get(path), _LATER_NS)]
    return Drift(files=len(looks), apart=(*apart, *(path for path in known if path not in looks)))


def contents_of(shelf: FileLooks, paths: Iterable[str]) -> dict[str, bytes]:
    """Return what the files at `paths` say, without those that cannot be read."""
    return {path: text for path in paths if (text := read_or_none(shelf, path)) is not None}


def read_or_none(shelf: FileLooks, path: str) -> bytes | None:
    """Read a file as far as it can be read; what cannot is listed by `check`, and never served."""
    try:
        return shelf.read_one(path)
    except CommonplaceError:
        return None


def sources_of(
    layout: Reader, files: Files, looks: Mapping[str, FileLook], wanted: Iterable[str]
) -> tuple[Source, ...]:
    """Return the `wanted` ones of `files` as an engine takes them in; one without memories too."""
    reading = layout.parse(files)
    memories: dict[str, list[Memory]] = {path: [] for path in wanted}
    for memory in reading.memories:
        if (path := reading.places[memory.id].path) in memories:
            memories[path].append(memory)
    return tuple(
        _source(path, files[path], looks[path], tuple(found), reading)
        for path, found in memories.items()
        if path in files and path in looks
    )


def _source(
    path: str, content: bytes, look: FileLook, memories: tuple[Memory, ...], reading: Reading
) -> Source:
    lines: dict[MemoryId, tuple[int, int]] = {
        memory.id: (reading.places[memory.id].first_line, reading.places[memory.id].last_line)
        for memory in memories
    }
    return Source(
        path=path,
        memories=memories,
        sha256=digest(content),
        size=look.size,
        mtime_ns=look.mtime_ns,
        ctime_ns=look.ctime_ns,
        inode=look.inode,
        lines=lines,
        keywords=reading.keywords.get(path, ()),
    )


def _is_stale(look: FileLook, known: KnownFile | None, now_ns: int) -> bool:
    return known is None or not _looks_like(look, known) or _changed_ns(look) > now_ns - RACY_NS


def _looks_like(look: FileLook, known: KnownFile) -> bool:
    return (known.size, known.mtime_ns, known.ctime_ns, known.inode) == (
        look.size,
        look.mtime_ns,
        look.ctime_ns,
        look.inode,
    )


def _changed_ns(look: FileLook) -> int:
    return max(look.mtime_ns, look.ctime_ns)

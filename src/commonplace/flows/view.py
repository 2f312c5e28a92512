"""A book as it stood at one moment: what every proposal is made on."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from copy import copy
from datetime import UTC, date, datetime
from functools import cache
from typing import TypeVar

from commonplace.core import decided_pairs, rejections
from commonplace.core.changes import FileEdit, Files
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.names import check_path, printable
from commonplace.core.ports import Layout, Place, Problem, Reading, Snapshot
from commonplace.core.values import dataclass
from commonplace.errors import BadInput, NoSuchMemory

T = TypeVar("T")

Moments = Mapping[MemoryId, tuple[datetime, datetime]]
"""When each memory changed last, and when it came."""
NO_MOMENTS: Moments = {}
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
NEVER = _LONG_AGO, _LONG_AGO
MOST_NAMED = 5
"""How many names a message lists when a beginning fits several."""


def named(name: str, known: Mapping[str, T], missing: str) -> T:
    """Return what is called `name` in `known`, or the only thing whose name begins with it.

    A name never becomes a path: it is looked up among the names there are. One that tries to lead out
    of the book is refused all the same, so that the attempt is seen.
    """
    if name in known:
        return known[name]
    if name:
        check_path(name)
    near = sorted(key for key in known if name and key.startswith(name))
    if len(near) > 1:
        raise BadInput("ambiguous-name", name=name, names=", ".join(near[:MOST_NAMED]))
    if not near:
        raise NoSuchMemory(missing, name=printable(name))
    return known[near[0]]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The files of a book, what its layout reads in them, and the moment this was."""

    layout: Layout
    book: str
    """The book's root, as an absolute path."""
    files: Files
    reading: Reading
    unread: tuple[Problem, ...]
    """Files that storage would not read: too large, not a file, a link that leads out."""
    now: datetime

    @property
    def today(self) -> date:
        """The day of this view, which every date that it writes will carry."""
        return self.now.date()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The files that are no memories because they cannot be read."""
        return tuple(each for each in (*self.unread, *self.reading.problems) if each.is_error)

    def memory(self, name: str) -> Memory:
        """Return the memory whose id is `name`, or the only one whose id begins with it."""
        known = self.reading.ahead() if isinstance(self.reading, PartReading) else ()
        for memory in known:
            if memory.id == name:
                return memory
        return named(
            name, {memory.id: memory for memory in self.reading.memories}, "no-such-memory"
        )

    def path(self, memory: MemoryId) -> str:
        """Return the file in which `memory` stands."""
        return self.reading.places[memory].path

    def living(self, found: Mapping[MemoryId, str]) -> list[Memory]:
        """Return those of the memories `found` that are not buried; each is in the file named beside it."""
        reading = self.reading
        if isinstance(reading, PartReading):
            reading = reading.of(found.values())
        living = {m.id: m for m in reading.memories if m.status is not Status.TOMBSTONED}
        return [living[name] for name in found if name in living]

    @property
    def topics(self) -> Collection[str]:
        """The topics of the memories that may be told as facts."""
        known = self.reading.topics() if isinstance(self.reading, PartReading) else None
        if known is not None:
            return known
        return {each.topic for each in self.reading.memories if each.is_active and each.topic}


class PartFiles(Mapping[str, bytes]):
    """The files of a book, each read when it is asked for, and some as they will be.

    Going through the paths reads nothing; whoever asks for all that is said gets what can be read.
    """

    def __init__(self, paths: Iterable[str], read: Callable[[str], bytes | None]) -> None:
        """Take the files at `paths`; `read` returns None for one that cannot be read."""
        self.ahead: Files = {}
        """The files that will say something else than they do, new ones among them."""
        self.gone: frozenset[str] = frozenset()
        self._paths = tuple(paths)
        self._read = cache(read)

    def __getitem__(self, path: str) -> bytes:
        """Return what the file says; one that cannot be read is not there."""
        if path in self.ahead:
            return self.ahead[path]
        content = None if path in self.gone else self._read(path)
        if content is None:
            raise KeyError(path)
        return content

    def __iter__(self) -> Iterator[str]:
        """Yield the paths, new files last; none is read."""
        if not (self.gone or self.ahead):
            return iter(self._paths)
        there = (path for path in self._paths if path not in self.gone)
        return iter(dict.fromkeys((*there, *self.ahead)))

    def __len__(self) -> int:
        """Return how many files there are."""
        return sum(1 for _ in self)

    def keys(self) -> KeysView[str]:
        """Return the paths of the files that can be read."""
        return self._whole().keys()

    def items(self) -> ItemsView[str, bytes]:
        """Return what every file says that can be read."""
        return self._whole().items()

    def values(self) -> ValuesView[bytes]:
        """Return what is said in the files that can be read."""
        return self._whole().values()

    def _whole(self) -> Files:
        return {path: text for path in self if (text := self.get(path)) is not None}

    def after(self, edits: Sequence[FileEdit]) -> PartFiles:
        """Return the files as `edits` will leave them."""
        now = {**self.ahead, **{each.path: each.after for each in edits}}
        made = copy(self)
        made.ahead = {path: text for path, text in now.items() if text is not None}
        made.gone = frozenset(path for path in (*self.gone, *now) if path not in made.ahead)
        return made


class PartReading(Reading):
    """What a layout finds in a book whose files are read one by one, until somebody asks for all of it."""

    __slots__ = ("_files", "_parse", "_topics", "_whole")
    _files: PartFiles
    _parse: Callable[[Files], Reading]
    _topics: Callable[[], Collection[str] | None]
    _whole: Callable[[], Reading]

    def __init__(
        self,
        files: PartFiles,
        parse: Callable[[Files], Reading],
        topics: Callable[[], Collection[str] | None],
    ) -> None:
        """Read `files` by `parse`; `topics` tells those of the book as it is on the disk, if it can."""
        whole = cache(lambda: parse(dict(files)))
        given = (("_files", files), ("_parse", parse), ("_topics", topics), ("_whole", whole))
        for name, value in given:
            object.__setattr__(self, name, value)

    @property
    def memories(self) -> tuple[Memory, ...]:
        """Every memory of the book."""
        return self._whole().memories

    @property
    def places(self) -> Mapping[MemoryId, Place]:
        """Where each of them stands."""
        return self._whole().places

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be parsed."""
        return self._whole().problems

    @property
    def keywords(self) -> Mapping[str, tuple[str, ...]]:
        """What whole files are about."""
        return self._whole().keywords

    def of(self, paths: Iterable[str]) -> Reading:
        """Return what is in the files at `paths` alone."""
        read = {path: self._files.get(path) for path in paths}
        return self._parse({path: text for path, text in read.items() if text is not None})

    def ahead(self) -> tuple[Memory, ...]:
        """Return the memories in files that are ahead of the disk."""
        return self._parse(self._files.ahead).memories if self._files.ahead else ()

    def topics(self) -> Collection[str] | None:
        """Return the topics of the book, None when only all of it can tell."""
        return None if self._files.ahead or self._files.gone else self._topics()

    def after(self, files: PartFiles) -> PartReading:
        """Return what will be found in `files`."""
        return PartReading(files, self._parse, self._topics)


PAGES = (rejections.PAGE, decided_pairs.PAGE)
"""What a book of any layout keeps beside its memories: what was refused, and which pairs are decided."""


def files_of(layout: Layout) -> Callable[[str], bool]:
    """Return which files a view is made of: the layout's own, and the pages beside them."""
    reads = layout.reads
    return lambda path: reads(path) or path in PAGES


def view(layout: Layout, book: str, snapshot: Snapshot, now: datetime) -> View:
    """Return the view of `snapshot` as `layout` reads it."""
    return View(
        layout=layout,
        book=book,
        files=snapshot.files,
        reading=layout.parse(snapshot.files),
        unread=snapshot.problems,
        now=now,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which memories are wanted; what is empty does not narrow."""

    topic: str = ""
    """This topic and every topic below it."""
    kind: str = ""
    tags: tuple[str, ...] = ()
    """All of these must be there."""
    status: Status | None = None
    is_whole: bool = False
    """Whether tombstoned memories belong to it too."""


def select(
    memories: Iterable[Memory], wanted: Selection, moments: Moments = NO_MOMENTS
) -> tuple[Memory, ...]:
    """Return the wanted memories, the newest first.

    Files have only days: those of one day stand in the order of `moments`, then of their ids. What was written
    together stands in the order in which it came: a new memory before the older one that was linked to it.
    """
    found = sorted((m for m in memories if is_wanted(m, wanted)), key=lambda m: m.id)

    def age(memory: Memory) -> tuple[date, tuple[datetime, datetime]]:
        return memory.modified or memory.created or date.min, moments.get(memory.id, NEVER)

    return tuple(sorted(found, key=age, reverse=True))


def is_wanted(memory: Memory, wanted: Selection) -> bool:
    """Say whether a selection has room for a memory."""
    return (
        _has_status(memory, wanted)
        and (not wanted.kind or memory.kind.casefold() == wanted.kind.casefold())
        and {tag.casefold() for tag in wanted.tags} <= {tag.casefold() for tag in memory.tags}
        and (not wanted.topic or _is_below(memory.topic, wanted.topic))
    )


def _has_status(memory: Memory, wanted: Selection) -> bool:
    if wanted.status is not None:
        return memory.status is wanted.status
    return wanted.is_whole or memory.status is not Status.TOMBSTONED


def _is_below(topic: str, above: str) -> bool:
    inner, outer = topic.casefold().strip("/"), above.casefold().strip("/")
    return inner == outer or inner.startswith(f"{outer}/")

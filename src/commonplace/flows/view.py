"""A book as it stood at one moment: what every proposal is made on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TypeVar

from commonplace.core import decided_pairs, rejections
from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.names import check_path, printable
from commonplace.core.ports import Layout, Problem, Reading, Snapshot
from commonplace.errors import BadInput, NoSuchMemory

T = TypeVar("T")

NO_MOMENTS: Mapping[MemoryId, datetime] = {}
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
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
        return named(
            name, {memory.id: memory for memory in self.reading.memories}, "no-such-memory"
        )

    def path(self, memory: MemoryId) -> str:
        """Return the file in which `memory` stands."""
        return self.reading.places[memory].path


PAGES = (rejections.PAGE, decided_pairs.PAGE)
"""What a book of any layout keeps beside its memories: what was refused, and which pairs are decided."""


def files_of(layout: Layout) -> Callable[[str], bool]:
    """Return which files a view is made of: the layout's own, and the pages beside them."""
    return lambda path: path in PAGES or layout.reads(path)


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
    memories: Iterable[Memory], wanted: Selection, moments: Mapping[MemoryId, datetime] = NO_MOMENTS
) -> tuple[Memory, ...]:
    """Return the wanted memories, the newest first.

    Files have only days: those of one day stand in the order of `moments`, then of their ids.
    """
    found = sorted((m for m in memories if _is_wanted(m, wanted)), key=lambda m: m.id)

    def age(memory: Memory) -> tuple[date, datetime]:
        return memory.modified or memory.created or date.min, moments.get(memory.id, _LONG_AGO)

    return tuple(sorted(found, key=age, reverse=True))


def _is_wanted(memory: Memory, wanted: Selection) -> bool:
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

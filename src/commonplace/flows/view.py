"""A book as it stood at one moment: what every proposal is made on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from commonplace.core import decided_pairs, rejection_pages
from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.ports import Layout, Problem, Reading, Snapshot
from commonplace.flows.naming import named


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

    def memory(self, name: str) -> Memory:
        """Return the memory whose id is `name`, or the only one whose id begins with it."""
        return named(
            name, {memory.id: memory for memory in self.reading.memories}, "no-such-memory"
        )

    def path(self, memory: MemoryId) -> str:
        """Return the file in which `memory` stands."""
        return self.reading.places[memory].path


PAGES = (rejection_pages.PAGE, decided_pairs.PAGE)
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

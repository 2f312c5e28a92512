"""What stands in a book that did not come through us: typed, synced or pulled since the last look."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.app.books import Book
from commonplace.core.approvals import content_of
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.storage.looking_over import keep_looked_over, read_looked_over


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A memory that arrived without us."""

    memory: MemoryId
    title: str
    path: str
    is_quarantined: bool


def arrived_since_last_look(book: Book) -> tuple[Arrival, ...]:
    """Return what arrived in `book` since `look_over`; nothing before the first look.

    Words that the ledger knows came through us, whoever approved them.
    """
    looked = read_looked_over(str(book.root))
    if looked is None:
        return ()
    known = {*looked, *book.ledger.approved(), *book.ledger.held()}
    reading = book.reading()
    return tuple(
        Arrival(
            memory=memory.id,
            title=memory.title,
            path=reading.places[memory.id].path,
            is_quarantined=memory.status is Status.QUARANTINED,
        )
        for memory in reading.memories
        if _counts(memory) and content_of(memory) not in known
    )


def look_over(book: Book) -> None:
    """Note that a person has seen what stands in `book` now."""
    reading = book.reading()
    keep_looked_over(str(book.root), map(content_of, filter(_counts, reading.memories)))


def _counts(memory: Memory) -> bool:
    return memory.status is not Status.TOMBSTONED

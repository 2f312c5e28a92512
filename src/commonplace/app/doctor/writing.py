"""How writing is: whether state can be kept, who holds the book, and what a dead writer left to do."""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.app.books import Book
from commonplace.core.checkup import Observation, ok, problem, warning
from commonplace.storage.trying import try_state


def look_at_writing(book: Book) -> Iterator[Observation]:
    """Yield how state, lock and journal are; asked before anything is read, since a reader finishes what waits."""
    try:
        try_state(book.store.state)
    except OSError as trouble:
        place, cause = trouble.filename or book.store.state, trouble.strerror or str(trouble)
        yield problem("state", "state-unwritable", path=place, cause=cause)
    else:
        holder = book.store.holder()
        yield warning("lock", "lock-held", owner=holder) if holder else ok("lock", "lock-free")
    waiting, aside = book.store.unfinished()
    if waiting:
        yield warning("journal", "journal-waiting", can_fix=True, count=len(waiting))
    if aside:
        place = f"{book.store.state}/journal/bad"
        yield problem("journal", "journal-damaged", count=len(aside), path=place)
    if not waiting and not aside:
        yield ok("journal", "journal-empty")

"""What `doctor --fix` mends: everything that can be made again, and nothing that a person wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from commonplace.app.books import Book
from commonplace.app.doctor.programs import wirings
from commonplace.app.indexing import drift_of, index_of
from commonplace.app.installing import Plan, Surroundings, carry_out
from commonplace.flows.check import fix


def mend_book(book: Book, today: date) -> Iterator[str]:
    """Finish what a dead writer began, derive indices anew, and bring the search index up to date.

    Yields what was mended, in one word each.
    """
    waiting, _ = book.store.unfinished()
    stale = fix(book.layout, book.store, today)  # whoever takes the lock finishes first what waits
    if waiting:
        yield "journal"
    if stale:
        yield "indices"
    if mend_index(book):
        yield "index"


def mend_index(book: Book) -> bool:
    """Make the search index again where it is broken, stale or grown, and say whether it was."""
    index = index_of(book)
    status, found = index.engine.status(), drift_of(book)
    is_well = status.is_ready and found is not None and not found.apart
    if is_well and not status.wants_rebuild:
        return False
    if status.is_ready and not status.wants_rebuild and found is not None:
        index.freshen()
    else:
        index.rebuild()
    return True


def mend_wiring(where: Surroundings, agreed: Callable[[Plan], bool]) -> Iterator[str]:
    """Write missing entries into the files of agent programs, each only when somebody agrees."""
    for wiring in wirings(where):
        for plan in wiring.plans:
            if not plan.is_empty and agreed(plan):
                carry_out(plan)
                yield wiring.row.title

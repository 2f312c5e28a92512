"""How a book is: what it holds, who trusts it, whether its indices and its state are sound."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from commonplace.app.arrivals import arrived_since_last_look
from commonplace.app.books import Book
from commonplace.core.checkup import Observation, ok, problem, warning
from commonplace.core.memory import Status
from commonplace.core.rejections import PAGE
from commonplace.flows.check import REFUSED, check
from commonplace.flows.view import View, files_of
from commonplace.storage.disk_trials import try_state

MOST_NAMED = 5


def look_at_book(book: Book, view: View) -> Iterator[Observation]:
    """Yield how the book is as a person reads it."""
    counts = Counter(memory.status for memory in view.reading.memories)
    yield ok(
        "book",
        "book",
        layout=book.layout.name,
        path=book.root,
        active=counts[Status.ACTIVE],
        tombstoned=counts[Status.TOMBSTONED],
        quarantined=counts[Status.QUARANTINED],
    )
    yield from _formats(view)
    if book.lost_rejections():
        yield problem("refused", "rejections-gone", path=PAGE)
    yield from _derived(view)
    yield _trust(book)
    yield from _waiting(book, view, counts[Status.QUARANTINED])
    yield _arrivals(book)


def folders_of(book: Book) -> tuple[str, ...]:
    """Return the folders of `book` that are written to, its own first."""
    inside = {os.path.dirname(path) for path in book.store.looks(files_of(book.layout))}
    return str(book.root), *(os.path.join(book.root, name) for name in sorted(inside - {""}))


def _formats(view: View) -> Iterator[Observation]:
    found = [each for each in check(view) if each.is_error and not each.can_fix]
    refused = [each.path for each in found if each.code == REFUSED]
    errors = [each.path for each in found if each.code != REFUSED]
    if errors:
        yield problem("format", "unreadable", count=len(errors), paths=named(errors))
    if refused:
        yield problem("refused", "refused", count=len(refused), paths=named(refused))


def _derived(view: View) -> Iterator[Observation]:
    stale = [edit.path for edit in view.layout.derive(view.files, view.today)]
    if stale:
        yield warning("indices", "indices-stale", can_fix=True, paths=named(stale))
    else:
        yield ok("indices", "indices-fresh")


def _trust(book: Book) -> Observation:
    if not book.is_trusted:
        return warning("trust", "untrusted", path=book.root)
    return ok("trust", "strict" if book.is_strict else "trusted")


def _waiting(book: Book, view: View, quarantined: int) -> Iterator[Observation]:
    proposals = len(book.proposals.list(view.now))
    if proposals or quarantined:
        yield warning("review", "waiting", proposals=proposals, quarantined=quarantined)


def _arrivals(book: Book) -> Observation:
    arrived = arrived_since_last_look(book)
    if not arrived:
        return ok("arrivals", "nothing-arrived")
    paths = [each.path for each in arrived]
    return warning("arrivals", "arrived", count=len(arrived), paths=named(paths))


def named(paths: list[str]) -> str:
    """Return the first few of `paths`, and how many more there are."""
    more = len(paths) - MOST_NAMED
    return ", ".join(paths[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")


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

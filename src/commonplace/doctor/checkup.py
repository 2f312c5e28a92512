"""Everything that is looked at, in the order in which a person would ask, and what `doctor --fix` mends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from commonplace.app.books import Book
from commonplace.app.engines import engine_name, waits_for_trust
from commonplace.app.recall import compared_at, drift_of, index_of, searched
from commonplace.config import Settings
from commonplace.core.checkup import Observation, ok, problem, warning
from commonplace.core.search import EngineStatus
from commonplace.doctor.book import folders_of, look_at_book, look_at_writing, named
from commonplace.doctor.machine import look_at_files, look_at_machine
from commonplace.doctor.programs import look_at_programs, wirings
from commonplace.engines.local.troubles import Trouble
from commonplace.errors import CommonplaceError
from commonplace.flows.check import fix
from commonplace.flows.freshness import Drift
from commonplace.hook.refresher import is_at_work
from commonplace.installation.wiring import Plan, Surroundings, carry_out
from commonplace.messages import has_sentence
from commonplace.storage.disk_trials import try_folders
from commonplace.storage.places import cache_of

LOCAL = "local"
WORTH_REMAKING = 1_000
"""In a smaller book nobody would notice that an index holds old entries."""


def look_at_search(book: Book, settings: Settings) -> Iterator[Observation]:
    """Yield how the index is, and the engine when it is another one."""
    yield from _place(book)
    index = index_of(book)
    status = index.engine.status()
    yield _index(book, status, drift_of(book))
    if status.is_ready and status.wants_rebuild and status.memories >= WORTH_REMAKING:
        yield warning("index", "index-grown", can_fix=True)
    yield _engine(book, settings)


def _place(book: Book) -> Iterator[Observation]:
    """Yield a problem where the index can only be read: what changes would never be in it."""
    place = cache_of(str(book.root))
    try:
        try_folders([place])
    except OSError as trouble:
        cause = trouble.strerror or str(trouble)
        yield problem("index", "index-unwritable", path=place, cause=cause)


def _index(book: Book, status: EngineStatus, found: Drift | None) -> Observation:
    if status.trouble == "index-missing":
        return ok("index", "index-none")
    if not status.is_ready or found is None:
        why = status.trouble or "index-unavailable"
        return problem("index", "index-broken", can_fix=True, why=why, path=status.place)
    size = f"{status.bytes_on_disk / 1024:.0f} KiB"
    at = compared_at(book)
    if found.apart and is_at_work(str(book.root)):
        return ok("index", "index-refreshing", count=len(found.apart), at=at)
    if found.apart:
        apart = list(found.apart)
        return warning(
            "index",
            "index-stale",
            can_fix=True,
            count=len(apart),
            paths=named(apart),
            size=size,
            at=at,
        )
    with suppress(OSError, Trouble):  # so that the next hook need not compare everything
        index_of(book).freshen()
    return ok("index", "index-fresh", memories=status.memories, size=size, at=at)


def _engine(book: Book, settings: Settings) -> Observation:
    name = engine_name(book, settings)
    if name == LOCAL and waits_for_trust(book):
        return warning("engine", "qmd-untrusted", name=name)
    if name == LOCAL:
        return ok("engine", "engine", name=name)
    status = searched(book, settings).engine.status()
    if status.is_ready:
        return ok("engine", "engine", name=name)
    if status.trouble and has_sentence(f"doctor.{status.trouble}.next"):
        return problem("engine", status.trouble)
    return problem("engine", "engine-broken", name=name, why=status.trouble or "?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """Who is examined: a book, if there is one, and what surrounds it."""

    book: Book | None
    where: Surroundings
    settings: Settings
    now: datetime


def examine(patient: Patient) -> Iterator[Observation]:
    """Yield what is found; nothing but derived files and dead writers' promises is ever changed by it."""
    yield from look_at_machine()
    book = patient.book
    if book is None:
        yield problem("book", "no-book", path=patient.where.project)
    else:
        yield from _seen("lock", lambda: look_at_writing(book))
        yield from _seen("book", lambda: look_at_book(book, book.view(patient.now)))
        yield from _seen("index", lambda: look_at_search(book, patient.settings))
        yield from _seen("files", lambda: look_at_files(*folders_of(book)))
    yield from _seen("hosts", lambda: look_at_programs(patient.where, patient.now))


def _seen(about: str, look: Callable[[], Iterable[Observation]]) -> Iterator[Observation]:
    """Yield what a look finds; one that cannot be finished is a finding, and the others go on."""
    try:
        yield from look()
    except CommonplaceError as trouble:
        yield problem(about, "look-failed", cause=trouble.message())
    except OSError as trouble:
        yield problem(about, "look-failed", cause=str(trouble))


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

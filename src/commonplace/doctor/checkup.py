"""Everything that is looked at, in the order in which a person would ask, and what `doctor --fix` mends.

How a book is: what it holds, who trusts it, whether its indices and its state are sound.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime

from commonplace.app.books import Book
from commonplace.app.engines import engine_name, waits_for_trust
from commonplace.app.provenance import arrived_since_last_look
from commonplace.app.recall import compared_at, drift_of, index_of, models_for, searched
from commonplace.config import Settings
from commonplace.core.health import Observation, ok, problem, size_as_text, warning
from commonplace.core.memory import Status
from commonplace.core.rejections import PAGE
from commonplace.core.search import EngineStatus
from commonplace.core.values import dataclass
from commonplace.doctor.machine import look_at_files, look_at_machine, look_at_programs, wirings
from commonplace.engines.local.records import Trouble
from commonplace.errors import CommonplaceError
from commonplace.flows.check import REFUSED, check, fix
from commonplace.flows.freshness import Drift
from commonplace.flows.undo import past_undo
from commonplace.flows.view import View, files_of
from commonplace.hook.refresher import is_at_work
from commonplace.installation.wires import Plan, Surroundings, carry_out
from commonplace.messages import has_sentence
from commonplace.storage.places import cache_of
from commonplace.storage.retention import log_bytes
from commonplace.storage.swap import try_folders, try_state

MOST_NAMED = 5
WORTH_LETTING_GO = 10 << 20
"""Old receipts of fewer bytes are no reason to trouble anybody."""


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


def look_at_receipts(book: Book, settings: Settings, now: datetime) -> Iterator[Observation]:
    """Yield what is kept about the book beside it, and how much of it could be let go."""
    kept, days = book.store.kept_receipts(), settings.undo_days
    old = past_undo(kept, book.store.receipts(), now, days)
    size = sum(each.size for each in old)
    if size >= WORTH_LETTING_GO:
        yield warning(
            "receipts", "receipts-old", count=len(old), size=size_as_text(size), days=days
        )
    yield ok(
        "receipts",
        "receipts",
        count=len(kept),
        size=size_as_text(sum(each.size for each in kept)),
        ledger=size_as_text(book.ledger.size),
        logs=size_as_text(log_bytes(book.store.state)),
        old=len(old),
        days=days,
    )


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
    size = size_as_text(status.bytes_on_disk)
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
        models = ", ".join(models_for(settings.embedder))
        return ok("engine", "engine-models" if models else "engine-words", name=name, models=models)
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
        yield from _seen("receipts", lambda: look_at_receipts(book, patient.settings, patient.now))
        yield from _seen("index", lambda: look_at_search(book, patient.settings))
        yield from _seen("files", lambda: look_at_files(*folders_of(book)))
    yield from _seen(
        "hosts", lambda: look_at_programs(patient.where, patient.now, has_book=book is not None)
    )


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

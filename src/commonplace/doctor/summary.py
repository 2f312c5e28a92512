"""How things are, on one screen: a book, its engine and index, what waits for a person, what agents were told."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.engines import engine_name
from commonplace.app.provenance import waiting_lines
from commonplace.app.recall import LastInjection, compared_at, drift_of, index_of, last_injection
from commonplace.config import Settings
from commonplace.core.changes import Receipt
from commonplace.core.memory import Status
from commonplace.core.values import dataclass
from commonplace.engines.local.records import Trouble
from commonplace.flows.freshness import Drift
from commonplace.hook.refresher import is_at_work
from commonplace.installation.wires import PROJECT, USER, Surroundings, present, wired
from commonplace.storage.places import state_of
from commonplace.storage.usage import newest_session


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSummary:
    """Which engine answers, and how far the index on this machine is from the files."""

    engine: str
    is_ready: bool
    """Whether there is an index on this machine that answers."""
    trouble: str
    stale_files: int | None
    """None without an index."""
    compared_at: str
    is_refreshing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSummary:
    """A book as it is now."""

    book: Book
    memories: int
    """How many may be told as facts."""
    quarantined: int
    proposals: int
    arrivals: int
    """How many of the quarantined arrived without us."""
    index: IndexSummary
    last_receipt: Receipt | None
    last_session: str
    """When an agent program last spoke with the book, empty for never."""
    last_told: LastInjection | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSummary:
    """An agent program that is on this machine, or wired."""

    name: str
    title: str
    scopes: tuple[str, ...]
    """Where it is wired; empty where it is not."""


def summary_of(book: Book, settings: Settings, now: datetime) -> BookSummary:
    """Look at `book`; nothing in it is read that a fresh index knows."""
    found = drift_of(book)
    counts = _counts(book, found)
    return BookSummary(
        book=book,
        memories=counts[Status.ACTIVE],
        quarantined=counts[Status.QUARANTINED],
        proposals=len(book.proposals.list(now)),
        arrivals=len(waiting_lines(book)),
        index=_index(book, settings, found),
        last_receipt=next(book.store.receipts(), None),
        last_session=_last_session(book),
        last_told=last_injection([book]),
    )


def _counts(book: Book, found: Drift | None) -> Counter[Status]:
    """Return how many memories stand in which way, from the index if it knows every file as it is."""
    if found is not None and not found.apart:
        try:
            return Counter(memory.status for memory in index_of(book).engine.outline())
        except (OSError, Trouble):
            pass  # the files know it, too
    return Counter(memory.status for memory in book.reading().memories)


def _index(book: Book, settings: Settings, found: Drift | None) -> IndexSummary:
    status = index_of(book).engine.status()
    return IndexSummary(
        engine=engine_name(book, settings),
        is_ready=status.is_ready,
        trouble=status.trouble,
        stale_files=None if found is None else len(found.apart),
        compared_at=compared_at(book),
        is_refreshing=is_at_work(str(book.root)),
    )


def _last_session(book: Book) -> str:
    moment = newest_session(state_of(str(book.root)))
    if not moment:
        return ""
    return datetime.fromtimestamp(moment).astimezone().isoformat(" ", "minutes")


def hosts_here(where: Surroundings) -> tuple[HostSummary, ...]:
    """Return the agent programs that are here or wired; no file of theirs is read."""
    scopes = {scope: wired(scope, where) for scope in (USER, PROJECT)}
    rows = dict.fromkeys((*present(where), *(row for rows in scopes.values() for row in rows)))
    return tuple(
        HostSummary(
            name=row.name,
            title=row.title,
            scopes=tuple(scope for scope, rows in scopes.items() if row in rows),
        )
        for row in rows
    )

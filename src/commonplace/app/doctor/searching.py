"""How a book is searched: the index on this machine, and the engine that the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from commonplace.app.books import Book
from commonplace.app.doctor.book import named
from commonplace.app.engine_choice import engine_name
from commonplace.app.indexing import compared_at, drift_of, index_of, searched
from commonplace.app.qmd import waits_for_trust
from commonplace.app.refresher import is_at_work
from commonplace.config import Settings
from commonplace.core.checkup import Observation, ok, problem, warning
from commonplace.core.search import EngineStatus
from commonplace.engines.local.troubles import Trouble
from commonplace.flows.freshness import Drift
from commonplace.messages import has_sentence
from commonplace.storage.places import cache_of
from commonplace.storage.trying import try_folders

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

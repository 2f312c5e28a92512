"""Keep up an engine that lives elsewhere: try it, bring it what is new, and clear out what is old."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.shared_copy import shared_engine
from commonplace.config import Settings, shown
from commonplace.core.ports import Progress
from commonplace.core.search import EngineStatus
from commonplace.engines.postgres.engine import PostgresEngine
from commonplace.engines.postgres.syncing import Synced
from commonplace.engines.postgres.troubles import Refused, Trouble
from commonplace.errors import ConfigError


def is_elsewhere(book: Book, settings: Settings) -> bool:
    """Say whether the engine of `book` keeps its index on a server."""
    return settings.engine == PostgresEngine.name and not book.is_personal


def status_elsewhere(book: Book, settings: Settings, index: BookIndex) -> EngineStatus:
    """Say how the server's copy of `book` is; nothing is changed there."""
    index.freshen()
    return shared_engine(book, settings, index).status()


def prepare(book: Book, settings: Settings, index: BookIndex) -> tuple[str, ...]:
    """Make or renew the server's tables and return the steps done.

    A login that may not change tables can use those that an owner has made.
    """
    engine = shared_engine(book, settings, index)
    with _said(settings):
        try:
            return engine.prepare()
        except Refused:
            if engine.is_up_to_date():
                return ()
            raise


def sync(
    book: Book, settings: Settings, index: BookIndex, progress: Progress | None = None
) -> Synced:
    """Bring everything to the server that this machine holds and it lacks."""
    index.freshen()
    with _said(settings):
        return shared_engine(book, settings, index).sync(progress)


def rebuild(
    book: Book, settings: Settings, index: BookIndex, progress: Progress | None = None
) -> None:
    """Make the server's copy of `book` again from the files of this machine."""
    index.freshen()
    with _said(settings):
        shared_engine(book, settings, index).rebuild((), progress)


def gc(book: Book, settings: Settings, index: BookIndex, unseen_days: int) -> int:
    """Forget versions on the server that nobody has held for so long, and count them."""
    index.freshen()
    with _said(settings):
        return shared_engine(book, settings, index).gc(unseen_days)


@contextmanager
def _said(settings: Settings) -> Iterator[None]:
    """Turn a server's trouble into an error that a person can do something about."""
    try:
        yield
    except Trouble as trouble:
        place = shown("postgres_url", settings.postgres_url)
        cause = (str(trouble).strip().splitlines() or [trouble.why])[0]
        raise ConfigError(trouble.why, place=place, cause=cause) from trouble

"""From the name of an engine to the engine: the one place that knows every one there is.

Whatever is chosen stands on the embedded engine, and that on keywords: a server that is away costs a
word in the answer (`degraded`), never the answer.
"""

from __future__ import annotations

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.qmd import asked_qmd, collections_of
from commonplace.app.shared_copy import shared_engine
from commonplace.config import Settings
from commonplace.core.ports import Engine
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.postgres.engine import PostgresEngine
from commonplace.engines.qmd.engine import QmdEngine
from commonplace.engines.with_floor import WithFloor


def chosen_engine(book: Book, settings: Settings, index: BookIndex) -> Engine:
    """Return the engine that `settings` name for `book`, with the embedded one below it."""
    embedded = WithFloor(index.engine, KeywordEngine(index.sources))
    if engine_name(book, settings) == QmdEngine.name:
        return WithFloor(asked_qmd(book, index, collections_of(book)), embedded)
    if settings.engine == PostgresEngine.name and not book.is_personal:
        return WithFloor(shared_engine(book, settings, index), embedded)
    return embedded


def engine_name(book: Book, settings: Settings) -> str:
    """Return which engine `book` is asked through: what the user says, else what the book says.

    Settings that were never read are the house's own, and mean what they say.
    """
    is_unsaid = settings.sources.get("engine") == "default"
    return QmdEngine.name if is_unsaid and collections_of(book) else settings.engine

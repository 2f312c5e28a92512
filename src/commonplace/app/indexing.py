"""The wiring of recall: a book and its index, ready to be asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from commonplace.app.anchoring import code_of
from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.engine_choice import chosen_engine
from commonplace.app.lenses import AUTO, NONE, lenses_for
from commonplace.app.qmd import keep_up, resync
from commonplace.config import Settings
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.troubles import Trouble
from commonplace.flows.freshness import is_source
from commonplace.flows.recall import Searched


def index_of(book: Book, embedder: str = NONE) -> BookIndex:
    """Return the index of `book`, asked by words and through `embedder`; nothing is made or read yet."""
    return BookIndex(book.layout, book.store, str(book.root), lenses=lenses_for(embedder))


def refresh(book: Book, paths: Sequence[str] = ()) -> None:
    """Take in what was just written, so that the next hook finds it done; never a writer's trouble.

    The files at `paths` are taken in again however they look: what is trusted has changed.

    Only an index that is there already is kept up, and only vectors that are: making them is for
    those who ask for them.
    """
    index = index_of(book, AUTO)
    if os.path.exists(index.path):
        with suppress(OSError, Trouble):
            index.freshen()
            index.take_in([path for path in paths if is_source(book.layout, path)])
            index.catch_up()
    keep_up(book, index)


KEYWORD = KeywordEngine.name
"""The engine that keeps no index, by the name that settings give it."""

WORDS = Settings(embedder=NONE)
"""The embedded engine, asked by words alone."""


def searched(book: Book, settings: Settings = WORDS) -> Searched:
    """Return `book` ready to be asked; a reader that cannot freshen its index asks it as it is."""
    index = index_of(book, settings.embedder)
    name = "personal" if book.is_personal else "project"
    if settings.engine == KEYWORD:
        return Searched(
            name=name,
            engine=floor_of(book),
            store=book.store,
            take_in=lambda _: None,
            code=code_of(book),
        )
    with suppress(OSError, Trouble):  # the engine then answers from what it has
        index.freshen()
        index.catch_up()
    best = chosen_engine(book, settings, index)
    return Searched(
        name=name, engine=best, store=book.store, take_in=index.take_in, code=code_of(book)
    )


def floor_of(book: Book) -> KeywordEngine:
    """Return the engine that needs nothing but the files."""
    return KeywordEngine(index_of(book).sources)


def resynced(book: Book) -> str:
    """Bring the program up to date that searches `book` beside us; return what is wrong, if anything."""
    return resync(book, index_of(book))

"""The wiring of recall: a book and its index, ready to be asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from commonplace.app.anchoring import code_of
from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.embedder_choice import NONE, lenses_for
from commonplace.app.engine_choice import chosen_engine
from commonplace.app.qmd import keep_up, resync
from commonplace.config import Settings, read_settings
from commonplace.core.decided_pairs import PAGE, Succession, successions
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.troubles import Trouble
from commonplace.errors import BadInput, ConfigError
from commonplace.flows.freshness import Drift, drift, is_source
from commonplace.flows.recall import Searched
from commonplace.storage.places import cache_of, state_of
from commonplace.storage.sweeping import last_look
from commonplace.storage.usage import only_one

EMBEDDING = "embedding.lock"


def index_of(book: Book, embedder: str = NONE) -> BookIndex:
    """Return the index of `book`, asked by words and through `embedder`; nothing is made or read yet."""
    return BookIndex(book.layout, book.store, str(book.root), lenses=lenses_for(embedder))


def refresh(book: Book, paths: Sequence[str] = ()) -> None:
    """Take in what was just written, so that the next hook finds it done; never a writer's trouble.

    The files at `paths` are taken in again however they look: what is trusted has changed. Without a model
    only an index that is there already is kept up: making one is for those who ask. With one it is made,
    for a hook has no time to embed.
    """
    index = index_of(book, read_settings(os.environ).embedder)
    if index.lenses or os.path.exists(index.path):
        with suppress(OSError, Trouble, ConfigError):
            index.freshen()
            index.take_in([path for path in paths if is_source(book.layout, path)])
            index.catch_up()
    keep_up(book, index)


def drift_of(book: Book) -> Drift | None:
    """Return how far the index of `book` is from its files; None when there is none that answers."""
    engine = index_of(book).engine
    if not engine.status().is_ready:  # asked for its files, a damaged one would be set aside
        return None
    try:
        return drift(book.layout, book.store, engine)
    except (OSError, Trouble):
        return None


def compared_at(book: Book) -> str:
    """Return when every file of `book` was last compared with its index, empty for never."""
    moment_ns, _ = last_look(cache_of(str(book.root)))
    if not moment_ns:
        return ""
    moment = datetime.fromtimestamp(moment_ns / 1e9).astimezone()
    return moment.isoformat(" ", "seconds")


def embed_rest(book: Book) -> None:
    """Embed whatever has no vectors yet, a batch at a time, unless another process is at it."""
    index = index_of(book, read_settings(os.environ).embedder)
    if not index.lenses:
        return
    with only_one(os.path.join(state_of(str(book.root)), EMBEDDING)) as is_alone:
        if is_alone:
            index.freshen()
            while not index.catch_up():
                pass


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
            kept=_kept_in(book),
        )
    with suppress(OSError, Trouble, ConfigError):  # the engine then answers from what it has
        index.freshen()
        index.catch_up()
    best = chosen_engine(book, settings, index)
    return Searched(
        name=name,
        engine=best,
        store=book.store,
        take_in=index.take_in,
        code=code_of(book),
        kept=_kept_in(book),
    )


def _kept_in(book: Book) -> Callable[[Sequence[str]], tuple[Succession, ...]]:
    """Return how to ask which memories of some files are kept beside each other."""

    def kept(paths: Sequence[str]) -> tuple[Succession, ...]:
        with suppress(BadInput):
            page = book.store.read_one(PAGE)
            if page is None:
                return ()
            files = {path: text for path in paths if (text := book.store.read_one(path))}
            living = [each for each in book.layout.parse(files).memories if each.is_active]
            return successions(page.decode("utf-8", "replace"), living)
        return ()

    return kept


def floor_of(book: Book) -> KeywordEngine:
    """Return the engine that needs nothing but the files."""
    return KeywordEngine(index_of(book).sources)


def resynced(book: Book) -> str:
    """Bring the program up to date that searches `book` beside us; return what is wrong, if anything."""
    return resync(book, index_of(book))

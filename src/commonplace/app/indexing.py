"""The wiring of recall: which engine a book has, and how its index is kept fresh."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial

from commonplace.app.books import Book
from commonplace.core.ports import Progress
from commonplace.core.search import EngineStatus, Source
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.local.troubles import Trouble
from commonplace.flows.freshness import Freshened, freshen, is_source, sources_of
from commonplace.flows.recall import Searched
from commonplace.storage.places import cache_of, make_private
from commonplace.storage.sweeping import is_changed, read_seen, sweep, write_seen

INDEX = "index.sqlite"


class BookIndex:
    """The search index of one book: asked, brought up to date, made again."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._cache = cache_of(str(book.root))
        self.path = os.path.join(self._cache, INDEX)
        self.engine = LocalEngine(self.path, self._sources)

    def freshen(self) -> Freshened:
        """Take in what changed since the last time; nothing is read when nothing looks different.

        How the folders look is noted before any file is, so that a change in between is seen by the
        next one who looks.
        """
        make_private(self._cache)
        now_ns = time.time_ns()
        if not is_changed(str(self._book.root), read_seen(self._cache, self.path), now_ns):
            return Freshened()
        folders = self._folders()
        seen = sweep(str(self._book.root), folders, now_ns)
        done = freshen(self._book.layout, self._book.store, self.engine, now_ns)
        write_seen(self._cache, self.path, seen)
        return done

    def take_in(self, paths: Sequence[str]) -> None:
        """Take in the files at `paths` as they are now, however they look."""
        looks = self._book.store.looks(lambda path: path in paths)
        gone = [path for path in paths if path not in looks]
        files = self._book.store.read(lambda path: path in paths or path.endswith(".json")).files
        self.engine.update(sources_of(self._book.layout, files, looks, looks), gone)

    def rebuild(self, progress: Progress | None = None) -> EngineStatus:
        """Make the index again from the files."""
        make_private(self._cache)
        self.engine.rebuild(self._sources(), progress)
        return self.engine.status()

    def _sources(self) -> Iterable[Source]:
        layout, store = self._book.layout, self._book.store
        looks = store.looks(partial(is_source, layout))
        return sources_of(layout, store.read(layout.reads).files, looks, looks)

    def _folders(self) -> tuple[str, ...]:
        looks = self._book.store.looks(partial(is_source, self._book.layout))
        above: set[str] = set()
        for path in looks:
            while "/" in path:
                path = path.rpartition("/")[0]  # noqa: PLW2901 - walking up
                above.add(path)
        return tuple(sorted(above)) or ("",)


def searched(book: Book, *, is_fresh: bool = False) -> Searched:
    """Return `book` ready to be asked; a reader that cannot freshen its index asks it as it is."""
    index = BookIndex(book)
    if not is_fresh:
        with suppress(OSError, Trouble):  # the engine then answers from what it has
            index.freshen()
    name = "personal" if book.is_personal else "project"
    return Searched(name=name, engine=index.engine, store=book.store, take_in=index.take_in)

"""The search index of one book: which engine it has, and how it is kept fresh.

The hook loads this too, when a book has changed: it knows no layout and no settings by itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from functools import partial

from commonplace.app.hot_index import INDEX
from commonplace.core.ports import Layout, Progress, Store
from commonplace.core.search import EngineStatus, Source
from commonplace.engines.local.engine import LocalEngine
from commonplace.flows.freshness import Freshened, freshen, is_source, sources_of
from commonplace.storage.places import cache_of, make_private
from commonplace.storage.sweeping import is_changed, read_seen, sweep, write_seen


class BookIndex:
    """The search index of one book: asked, brought up to date, made again."""

    def __init__(self, layout: Layout, store: Store, root: str) -> None:
        self._layout = layout
        self._store = store
        self._root = root
        self._cache = cache_of(root)
        self.path = os.path.join(self._cache, INDEX)
        self.engine = LocalEngine(self.path, self._sources)

    def freshen(self, at_once: int | None = None) -> Freshened:
        """Take in what changed since the last time; nothing is read when nothing looks different.

        How the folders look is noted before any file is, so that a change in between is seen by the
        next one who looks. Whoever may be interrupted says how many files to take in `at_once`.
        """
        make_private(self._cache)
        now_ns = time.time_ns()
        if not is_changed(self._root, read_seen(self._cache, self.path), now_ns):
            return Freshened()
        folders = self._folders()
        seen = sweep(self._root, folders, now_ns)
        if at_once and not os.path.exists(self.path):
            self.engine.rebuild(())
        done = freshen(self._layout, self._store, self.engine, now_ns, at_once)
        write_seen(self._cache, self.path, seen)
        return done

    def take_in(self, paths: Sequence[str]) -> None:
        """Take in the files at `paths` as they are now, however they look."""
        looks = self._store.looks(lambda path: path in paths)
        gone = [path for path in paths if path not in looks]
        files = self._store.read(lambda path: path in paths or path.endswith(".json")).files
        self.engine.update(sources_of(self._layout, files, looks, looks), gone)

    def rebuild(self, progress: Progress | None = None) -> EngineStatus:
        """Make the index again from the files."""
        make_private(self._cache)
        self.engine.rebuild(self._sources(), progress)
        return self.engine.status()

    def _sources(self) -> Iterable[Source]:
        layout, store = self._layout, self._store
        looks = store.looks(partial(is_source, layout))
        return sources_of(layout, store.read(layout.reads).files, looks, looks)

    def _folders(self) -> tuple[str, ...]:
        looks = self._store.looks(partial(is_source, self._layout))
        above: set[str] = set()
        for path in looks:
            while "/" in path:
                path = path.rpartition("/")[0]  # noqa: PLW2901 - walking up
                above.add(path)
        return tuple(sorted(above)) or ("",)

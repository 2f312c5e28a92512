"""The wiring of a team's server: which book there is ours, and what this machine holds of it.

The embedded index says what we hold; it is kept up anyway, for it answers when the server does not.
Personal books stay on their machine: a team's database is not the place for them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.config import Settings, shown
from commonplace.core.search import Source
from commonplace.engines.postgres.engine import PostgresEngine
from commonplace.engines.postgres.part import Part
from commonplace.engines.postgres.server import Server
from commonplace.engines.postgres.versions import Held
from commonplace.storage.origins import shared_name


def shared_engine(book: Book, settings: Settings, index: BookIndex) -> PostgresEngine:
    """Return the engine that asks the team's server about `book`; nothing is connected yet."""
    server = _server(settings.postgres_url, settings.postgres_team, settings.postgres_replica_url)
    name = shared_name(str(book.root))
    part = _PARTS.setdefault((server, name, index.path), Part(name, _Indexed(index)))
    place = shown("postgres_url", settings.postgres_url)
    return PostgresEngine(server, part, index.lenses, place)


_server = cache(Server)
_PARTS: dict[tuple[Server, str, str], Part] = {}
"""What a process that stays has learned about each book, so that it need not ask again."""


class _Indexed:
    """What the embedded index of a book holds."""

    def __init__(self, index: BookIndex) -> None:
        self._index = index

    def stamp(self) -> object:
        """Return how the index file looks: every update changes it."""
        try:
            seen = os.stat(self._index.path)
        except OSError:
            return ()
        return (seen.st_mtime_ns, seen.st_size, seen.st_ino)

    def held(self) -> Mapping[str, Held]:
        """Return every file of the book by its path."""
        found = self._index.engine.standings()
        return {path: Held(sha256, statuses) for path, (sha256, statuses) in found.items()}

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        """Return those files as they are now."""
        return self._index.sources_at(tuple(paths))

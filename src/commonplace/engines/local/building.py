"""Make a whole index, in a new file that the engine swaps in when it is complete."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sized

from commonplace.core.ports import Progress
from commonplace.core.search import Source
from commonplace.engines.local.blobs import sealed
from commonplace.engines.local.growth import Growth, bucket_count, packed
from commonplace.engines.local.reading import APPLICATION, FORMAT, delta_row
from commonplace.engines.local.records import DELTA_BUCKETS, State
from commonplace.engines.local.shelf import Shelf, put_rows, put_state

_SCHEMA = f"""
    PRAGMA page_size = 4096;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA application_id = {APPLICATION};
    PRAGMA user_version = {FORMAT};
    CREATE TABLE state (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE buckets (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE notes (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE files (path TEXT PRIMARY KEY, blob BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE spaces (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE signs (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE rows (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
"""

ROWS_AT_ONCE = 1000


def build(path: str, sources: Iterable[Source], progress: Progress | None = None) -> None:
    """Write a whole new index to `path`, which must not exist."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))  # SQLite keeps that mode
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.executescript(_SCHEMA)
        connection.execute("BEGIN")
        _write(connection, sources, progress)
        connection.execute("COMMIT")
    finally:
        connection.close()
    _flush(path)


def _write(
    connection: sqlite3.Connection, sources: Iterable[Source], progress: Progress | None
) -> None:
    shelf = Shelf(0)
    total = len(sources) if isinstance(sources, Sized) else 0
    done = 0
    for done, source in enumerate(sources, start=1):
        shelf.add(source)
        if done % ROWS_AT_ONCE == 0:
            _clear(connection, shelf)
        if progress:
            progress(done, total)
    _clear(connection, shelf)
    growth = shelf.growth
    buckets = bucket_count(len(growth.words))
    figures = (buckets, len(shelf.sizes), growth.passages, growth.length, done, 0, growth.cut)
    put_state(connection, State(figures), bytes(shelf.sizes))
    connection.executemany("INSERT INTO buckets VALUES (?, ?)", _bucket_rows(growth, buckets))


def _clear(connection: sqlite3.Connection, shelf: Shelf) -> None:
    """Write the rows that are on the shelf and let go of them: only postings must wait for the end."""
    put_rows(connection, shelf)
    shelf.notes.clear()
    shelf.files.clear()


def _bucket_rows(growth: Growth, buckets: int) -> Iterator[tuple[int, bytes]]:
    empty = packed({})
    for number in range(DELTA_BUCKETS):
        row = delta_row(number)
        yield row, sealed(empty, f"buckets {row}")
    for row, words in enumerate(growth.buckets(buckets)):
        yield row, sealed(packed(words), f"buckets {row}")


def _flush(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

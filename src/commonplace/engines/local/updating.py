"""Bring an index up to date file by file: one changed file costs one file.

A changed file's old notes die (their size becomes nothing, their number is never used again) and
its new ones go into the small buckets for later notes. Only the holder of the engine's lock writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from commonplace.core.ports import FileLook
from commonplace.core.search import Source
from commonplace.engines.local.blobs import sealed, unsealed
from commonplace.engines.local.growth import Grown, packed, unpacked
from commonplace.engines.local.reading import delta_row, read_blob, read_note, read_state
from commonplace.engines.local.records import DELTA_BUCKETS, WORDS, State
from commonplace.engines.local.rows import DEAD, FileRow, file_row, row_record
from commonplace.engines.local.shelf import Shelf, put_rows, put_state


def update(
    connection: sqlite3.Connection, changed: Iterable[Source], removed: Iterable[str]
) -> None:
    """Take in changed files and forget removed ones, all or none of it."""
    with writing(connection):
        _replace(connection, tuple(changed), tuple(removed))


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Write everything that is written meanwhile, or nothing of it."""
    connection.execute("PRAGMA synchronous = OFF")
    # A cache that spills over locks readers out until the end, and a hook waits for nobody.
    connection.execute("PRAGMA cache_spill = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def restamp(connection: sqlite3.Connection, looks: Mapping[str, FileLook]) -> None:
    """Keep how files look now whose content is what was taken in; no note is written."""
    with writing(connection):
        for path, look in looks.items():
            if row := _read_file(connection, path):
                record = row_record(look, row.sha256, row.notes)
                blob = sealed(record, f"files {path}")
                connection.execute("UPDATE files SET blob = ? WHERE path = ?", (blob, path))


def read_files(connection: sqlite3.Connection) -> dict[str, FileRow]:
    """Return what is kept about each file, by path; a row too few or too many is damage."""
    rows = connection.execute("SELECT path, blob FROM files").fetchall()
    return {path: file_row(unsealed(blob, f"files {path}")) for path, blob in rows}


def _read_file(connection: sqlite3.Connection, path: str) -> FileRow | None:
    found = connection.execute("SELECT blob FROM files WHERE path = ?", (path,)).fetchone()
    return found and file_row(unsealed(found[0], f"files {path}"))


def _replace(
    connection: sqlite3.Connection, changed: tuple[Source, ...], removed: tuple[str, ...]
) -> None:
    state = read_state(connection)
    sizes = bytearray(read_blob(connection, "state", 1))
    for path in (*(source.path for source in changed), *removed):
        _forget(connection, path, state, sizes)
    shelf = Shelf(state.next_note)
    for source in changed:
        shelf.add(source)
    for number, words in enumerate(shelf.growth.buckets(DELTA_BUCKETS)):
        if words:
            _grow(connection, delta_row(number), words)
    put_rows(connection, shelf)
    state.next_note += len(shelf.sizes)
    state.passages += shelf.growth.passages
    state.words += shelf.growth.length
    state.files += len(shelf.files)
    state.deltas += len(shelf.sizes)
    state.cut += shelf.growth.cut
    put_state(connection, state, bytes(sizes + shelf.sizes))


def _forget(connection: sqlite3.Connection, path: str, state: State, sizes: bytearray) -> None:
    row = _read_file(connection, path)
    if row is None:
        return
    for number in row.notes:
        state.words -= int(read_note(connection, number)[WORDS])
        state.passages -= sizes[number]
        sizes[number] = 0
        dead = sealed(DEAD, f"notes {number}")
        connection.execute("UPDATE notes SET blob = ? WHERE id = ?", (dead, number))
    connection.execute("DELETE FROM files WHERE path = ?", (path,))
    state.files -= 1


def _grow(connection: sqlite3.Connection, row: int, words: dict[str, Grown]) -> None:
    kept = unpacked(read_blob(connection, "buckets", row))
    for word, (keys, codes) in words.items():
        old_keys, old_codes = kept.get(word, (b"", b""))
        kept[word] = (old_keys + keys, old_codes + codes)
    blob = sealed(packed(kept), f"buckets {row}")
    connection.execute("UPDATE buckets SET blob = ? WHERE id = ?", (blob, row))

"""Make an index, whole in a new file or file by file: postings while they grow, notes numbered, one changed file costs one file."""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from functools import partial
from sys import byteorder

from commonplace.core.memory import Memory, Status
from commonplace.core.passages import passages_of
from commonplace.core.ports import FileLook, Progress
from commonplace.core.ranking import code_of, length_class, passage_key
from commonplace.core.search import Source
from commonplace.core.tokens import note_tokens
from commonplace.engines.local.query import (
    APPLICATION,
    FORMAT,
    delta_row,
    read_blob,
    read_note,
    read_state,
)
from commonplace.engines.local.records import (
    DELTA_BUCKETS,
    WORDS,
    IndexState,
    bucket_of,
    entries,
    sealed,
    state_text,
    unsealed,
)
from commonplace.engines.local.rows import DEAD, FileRow, file_row, note_record, row_record

WORDS_IN_A_BUCKET = 16
_FEWEST_BUCKETS = 64
_MOST_BUCKETS = 1 << 16

_KEY_HALF, _CODE_BYTE = (0, 4) if byteorder == "little" else (1, 3)
"""Where the two parts of a posting lie in its eight bytes."""

Grown = tuple[bytes, bytes]
"""The keys and the codes of one word, as a bucket keeps them."""


class Growth:
    """Collects postings note by note; notes come with rising numbers, so that keys stay sorted."""

    def __init__(self) -> None:
        self.words: defaultdict[str, array[int]] = defaultdict(partial(array, "Q"))
        """A posting is one number, the code above the key: most words of a passage share it."""
        self.length = 0
        self.passages = 0
        self.cut = 0
        """How many notes are in a language whose words are cut."""

    def add(self, note: int, passages: Iterable[str]) -> int:
        """Take in the passages of one note and return how many they are."""
        found, is_cut = note_tokens(tuple(passages))
        for place, words in enumerate(found):
            self._add_passage(passage_key(note, place), words)
        self.passages += len(found)
        self.cut += is_cut
        return len(found)

    def buckets(self, count: int) -> Iterator[dict[str, Grown]]:
        """Yield the words of each bucket; what was given out is forgotten, for the sake of memory."""
        spread: list[list[str]] = [[] for _ in range(count)]
        for word in self.words:
            spread[bucket_of(word, count)].append(word)
        for words in spread:
            yield {word: _halves(self.words.pop(word)) for word in words}

    def _add_passage(self, key: int, found: tuple[str, ...]) -> None:
        self.length += len(found)
        size = length_class(len(found))
        once = code_of(1, size) << 32 | key
        words = self.words
        for word, count in Counter(found).items():
            words[word].append(once if count == 1 else code_of(count, size) << 32 | key)


def _halves(postings: array[int]) -> Grown:
    raw = postings.tobytes()
    return array("I", raw)[_KEY_HALF::2].tobytes(), raw[_CODE_BYTE::8]


def bucket_count(words: int) -> int:
    """Return how many buckets an index with so many words should have: a power of two."""
    wanted = max(_FEWEST_BUCKETS, words // WORDS_IN_A_BUCKET)
    return min(_MOST_BUCKETS, 1 << (wanted - 1).bit_length())


def packed(words: Mapping[str, Grown]) -> bytes:
    """Return the payload of a bucket that keeps these words."""
    directory = "\n".join(f"{word}\t{len(codes)}" for word, (_, codes) in words.items())
    head = directory.encode("utf-8", "surrogatepass")
    keys = (keys for keys, _ in words.values())
    codes = (codes for _, codes in words.values())
    return b"".join((len(head).to_bytes(4, "little"), head, *keys, *codes))


def unpacked(payload: bytes) -> dict[str, Grown]:
    """Return all words of a bucket."""
    return {word: (payload[keys], payload[codes]) for word, keys, codes in entries(payload)}


class IndexBatch:
    """Collects what files bring; their notes get numbers from `first` on."""

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.growth = Growth()
        self.sizes = bytearray()
        """How many passages each of the notes has."""
        self.notes: list[tuple[int, bytes, str, bytes]] = []
        """The number, the name, the day and the record of each."""
        self.files: list[tuple[str, bytes]] = []

    def add(self, source: Source) -> None:
        """Take in one file; tombstoned memories stay outside."""
        alive = [m for m in source.memories if m.status is not Status.TOMBSTONED]
        numbers = tuple(self._add_note(memory, source) for memory in alive)
        record = sealed(row_record(source, source.sha256, numbers), f"files {source.path}")
        self.files.append((source.path, record))

    def _add_note(self, memory: Memory, source: Source) -> int:
        number = self.first + len(self.sizes)
        before = self.growth.length
        self.sizes.append(self.growth.add(number, passages_of(memory)))
        record = note_record(memory, source, self.growth.length - before)
        name, day = memory.id.encode("utf-8", "surrogatepass"), memory.modified or memory.created
        blob = sealed(record, f"notes {number}")
        self.notes.append((number, name, day.isoformat() if day else "", blob))
        return number


def put_rows(connection: sqlite3.Connection, shelf: IndexBatch) -> None:
    """Write what is known about the notes and files on the shelf."""
    connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", shelf.notes)
    connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?)", sorted(shelf.files))


def put_state(connection: sqlite3.Connection, state: IndexState, sizes: bytes) -> None:
    """Write the figures of the index and the sizes of all its notes."""
    rows = ((0, state_text(state)), (1, sizes))
    connection.executemany(
        "INSERT OR REPLACE INTO state VALUES (?, ?)",
        [(row, sealed(payload, f"state {row}")) for row, payload in rows],
    )


# Decision 0008: our own postings as checksummed blobs, so that an updated index answers as one made anew.
_SCHEMA = f"""
    PRAGMA page_size = 4096;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA application_id = {APPLICATION};
    PRAGMA user_version = {FORMAT};
    CREATE TABLE state (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE buckets (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    CREATE TABLE notes (
        id INTEGER PRIMARY KEY, name BLOB NOT NULL, day TEXT NOT NULL, blob BLOB NOT NULL
    );
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
        # Beside the records, so that a name or the newest notes are found without reading them.
        connection.execute("CREATE INDEX named ON notes (name, day)")
        connection.execute("COMMIT")
    finally:
        connection.close()
    _flush(path)


def _write(
    connection: sqlite3.Connection, sources: Iterable[Source], progress: Progress | None
) -> None:
    shelf = IndexBatch(0)
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
    put_state(connection, IndexState(figures), bytes(shelf.sizes))
    connection.executemany("INSERT INTO buckets VALUES (?, ?)", _bucket_rows(growth, buckets))


def _clear(connection: sqlite3.Connection, shelf: IndexBatch) -> None:
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


def read_files_at(connection: sqlite3.Connection, paths: Iterable[str]) -> dict[str, FileRow]:
    """Return what is kept about the files at `paths`."""
    rows = ((path, _read_file(connection, path)) for path in paths)
    return {path: row for path, row in rows if row}


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
    shelf = IndexBatch(state.next_note)
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


def _forget(connection: sqlite3.Connection, path: str, state: IndexState, sizes: bytearray) -> None:
    row = _read_file(connection, path)
    if row is None:
        return
    for number in row.notes:
        state.words -= int(read_note(connection, number)[WORDS])
        state.passages -= sizes[number]
        sizes[number] = 0
        dead = sealed(DEAD, f"notes {number}")
        connection.execute(
            "UPDATE notes SET name = x'', day = '', blob = ? WHERE id = ?", (dead, number)
        )
    connection.execute("DELETE FROM files WHERE path = ?", (path,))
    state.files -= 1


def _grow(connection: sqlite3.Connection, row: int, words: dict[str, Grown]) -> None:
    kept = unpacked(read_blob(connection, "buckets", row))
    for word, (keys, codes) in words.items():
        old_keys, old_codes = kept.get(word, (b"", b""))
        kept[word] = (old_keys + keys, old_codes + codes)
    blob = sealed(packed(kept), f"buckets {row}")
    connection.execute("UPDATE buckets SET blob = ? WHERE id = ?", (blob, row))

"""Files on their way into an index: their notes numbered, their rows and postings collected."""

from __future__ import annotations

import sqlite3

from commonplace.core.memory import Memory, Status
from commonplace.core.passages import passages_of
from commonplace.core.search import Source
from commonplace.engines.local.blobs import sealed
from commonplace.engines.local.growth import Growth
from commonplace.engines.local.records import State, state_text
from commonplace.engines.local.rows import note_record, row_record


class Shelf:
    """Collects what files bring; their notes get numbers from `first` on."""

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.growth = Growth()
        self.sizes = bytearray()
        """How many passages each of the notes has."""
        self.notes: list[tuple[int, bytes]] = []
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
        self.notes.append((number, sealed(record, f"notes {number}")))
        return number


def put_rows(connection: sqlite3.Connection, shelf: Shelf) -> None:
    """Write what is known about the notes and files on the shelf."""
    connection.executemany("INSERT INTO notes VALUES (?, ?)", shelf.notes)
    connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?)", sorted(shelf.files))


def put_state(connection: sqlite3.Connection, state: State, sizes: bytes) -> None:
    """Write the figures of the index and the sizes of all its notes."""
    rows = ((0, state_text(state)), (1, sizes))
    connection.executemany(
        "INSERT OR REPLACE INTO state VALUES (?, ?)",
        [(row, sealed(payload, f"state {row}")) for row, payload in rows],
    )

"""What a book holds, told from its index alone: titles, topics, days; no file is opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import date

from commonplace.core.memory import Memory, Status
from commonplace.engines.local.reading import read_blob, read_note
from commonplace.engines.local.records import DAY, ID, KIND, STATUS, TAGS, TITLE, TOPIC
from commonplace.engines.local.updating import read_files


def outline(connection: sqlite3.Connection) -> Iterator[Memory]:
    """Yield each note of the index as a memory without its text."""
    for number, size in enumerate(read_blob(connection, "state", 1)):
        record = read_note(connection, number) if size else ("",)
        if record[ID]:
            yield Memory(
                id=record[ID],
                title=record[TITLE],
                kind=record[KIND],
                topic=record[TOPIC],
                tags=tuple(filter(None, record[TAGS].split("\n"))),
                status=Status(record[STATUS]),
                modified=date.fromisoformat(record[DAY]) if record[DAY] else None,
            )


def standings(connection: sqlite3.Connection) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the content hash of each file, and how its living memories stand, by path."""
    return {
        path: (row.sha256, tuple(read_note(connection, note)[STATUS] for note in row.notes))
        for path, row in read_files(connection).items()
    }

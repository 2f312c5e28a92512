"""The three generated files, from one pass over the notes."""

from __future__ import annotations

from datetime import date

from commonplace.core.changes import Files
from commonplace.core.memory import Memory
from commonplace.core.ports import Problem
from commonplace.layouts.vault.indices import (
    Row,
    bare_row,
    newest_date,
    read_old_index,
    render_machine_index,
    row_of,
)
from commonplace.layouts.vault.listings import navigation_after, render_listing
from commonplace.layouts.vault.paths import LISTING, MACHINE_INDEX, NAVIGATION, id_of, is_note
from commonplace.layouts.vault.reading import read_notes


def derived_files(files: Files, today: date) -> Files:
    """Return what the generated files should say; `today` matters only to a book without a date."""
    old = read_old_index(files.get(MACHINE_INDEX))
    memories: list[Memory] = []
    rows: list[Row] = []
    for found in read_notes(files):
        if not isinstance(found, Problem):
            memories.append(found.memory)
            rows.append(row_of(found, old))
        elif is_note(found.path):
            rows.append(bare_row(id_of(found.path), old))
    day = newest_date(memories, old, today)
    tokens = sum(row["token_count"] for row in rows)
    active = [memory for memory in memories if memory.is_active]
    return {
        LISTING: render_listing(active),
        NAVIGATION: navigation_after(files.get(NAVIGATION, b""), active, day, tokens),
        MACHINE_INDEX: render_machine_index(rows, day),
    }

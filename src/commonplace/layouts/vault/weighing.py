"""What upkeep wants to know about a vault's notes: their size, and what the index on disk has counted."""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.core.changes import Files
from commonplace.core.memory import MemoryId, Usage
from commonplace.core.ports import Problem
from commonplace.layouts.vault.indices import read_old_index, token_count
from commonplace.layouts.vault.paths import MACHINE_INDEX
from commonplace.layouts.vault.reading import read_notes


def tokens_of(files: Files) -> Mapping[MemoryId, int]:
    """Return the token count of every note that can be read."""
    entries = (found for found in read_notes(files) if not isinstance(found, Problem))
    return {entry.memory.id: token_count(entry) for entry in entries}


def counted_in_index(files: Files) -> Mapping[str, Usage]:
    """Return the counters of the index on disk, which a retrieval may have reached alone."""
    return read_old_index(files.get(MACHINE_INDEX)).usage

"""What upkeep wants to know about a vault's notes: their size, and what the index on disk has counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.layouts.vault.indices import read_old_index, token_count
from commonplace.layouts.vault.paths import MACHINE_INDEX, path_of
from commonplace.layouts.vault.reading import Entry


def tokens_of(memories: Iterable[Memory], files: Files) -> Mapping[MemoryId, int]:
    """Return the token count of each of `memories`; none of their notes is parsed again."""
    return {
        memory.id: token_count(Entry(memory, content))
        for memory in memories
        if (content := files.get(path_of(memory.id))) is not None
    }


def counted_in_index(files: Files) -> Mapping[str, Usage]:
    """Return the counters of the index on disk, which a retrieval may have reached alone."""
    return read_old_index(files.get(MACHINE_INDEX)).usage

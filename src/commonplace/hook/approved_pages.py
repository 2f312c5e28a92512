"""A page of a mem-skill workspace without the entries that nobody has approved."""

from __future__ import annotations

from commonplace.app.guarding import guarded
from commonplace.layouts.mem_skill import MemSkillLayout


def approved(root: str, path: str, content: bytes) -> bytes:
    """Return the page with the lines of every entry left out that is not active on this machine."""
    reading = guarded(MemSkillLayout(), root).parse({path: content})
    hidden = {
        number
        for memory in reading.memories
        if not memory.is_active
        for number in range(
            reading.places[memory.id].first_line, reading.places[memory.id].last_line + 1
        )
    }
    lines = content.split(b"\n")
    return b"\n".join(line for number, line in enumerate(lines, 1) if number not in hidden)

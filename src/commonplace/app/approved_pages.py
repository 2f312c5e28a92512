"""A page of a mem-skill workspace without the entries that nobody has approved, or whose code is gone."""

from __future__ import annotations

from commonplace.app.guarding import guarded
from commonplace.app.hot_anchors import line_with_code
from commonplace.core.memory import Memory
from commonplace.core.ports import Place
from commonplace.layouts.mem_skill import MemSkillLayout


def approved(root: str, path: str, content: bytes) -> bytes:
    """Return the page with the lines of every entry left out that is not active on this machine.

    So is an entry whose code is gone; one whose code has changed is told with a remark above it.
    """
    reading = guarded(MemSkillLayout(), root).parse({path: content})
    lines: list[bytes | None] = [*content.split(b"\n")]
    for memory in reading.memories:
        place = reading.places[memory.id]
        head = _head(root, memory, place, content)
        first = lines[place.first_line - 1]
        if head is None:
            hidden = slice(place.first_line - 1, place.last_line)
            lines[hidden] = [None] * len(lines[hidden])
        elif head and first is not None:
            lines[place.first_line - 1] = head + b"\n" + first
    return b"\n".join(line for line in lines if line is not None)


def _head(root: str, memory: Memory, place: Place, content: bytes) -> bytes | None:
    """Return what stands above an entry, mostly nothing; None for one that is not handed over."""
    if not memory.is_active:
        return None
    where = str(place.first_line), str(place.last_line)
    line = line_with_code(root, place.path, content, where, memory.title)
    return line.removesuffix(memory.title).encode() if line else None

"""From the files of a book to its memories: one note per id, graves beside them, problems listed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import lru_cache

from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.ports import Place, Problem, Reading
from commonplace.layouts.burial import exhume
from commonplace.layouts.decoding import decode
from commonplace.layouts.lingxi.note import memory_of, read_note
from commonplace.layouts.lingxi.shelves import (
    is_grave,
    is_note,
    is_waiting,
    origin_of,
    precedence,
    stem_of,
)

KEPT_NOTES = 16_384
"""How many notes are remembered as they were read: one command reads its book two or three times."""


def read_book(files: Files) -> Reading:
    """Return what the notes and graves in `files` hold; every note that is not served is named."""
    pages = sorted(path for path in files if is_note(path) or is_grave(path))
    problems: list[Problem] = []
    holders: dict[MemoryId, list[tuple[str, Memory]]] = defaultdict(list)
    for path in pages:
        memory = _read_page(path, files[path])
        if isinstance(memory, Problem):
            problems.append(memory)
        else:
            holders[memory.id].append((path, memory))
    served = {memory_id: _winner(memory_id, held) for memory_id, held in holders.items()}
    for memory_id, held in holders.items():
        winner = served[memory_id][0]
        problems += [_beaten(path, memory_id, winner) for path, _ in held if path != winner]
    shown = sorted(served.values(), key=lambda pair: pair[0])
    return Reading(
        memories=tuple(memory for _, memory in shown),
        places={memory.id: _place(path, files[path]) for path, memory in shown},
        problems=tuple(sorted(problems, key=lambda problem: problem.path)),
    )


@lru_cache(maxsize=KEPT_NOTES)
def _read_page(path: str, content: bytes) -> Memory | Problem:
    if is_note(path):
        text = decode(path, content)
        if isinstance(text, Problem):
            return text
        memory = memory_of(read_note(text), stem_of(path))
        return replace(memory, status=Status.QUARANTINED) if is_waiting(path) else memory
    origin, original = origin_of(path, content)
    text = decode(path, original)
    if isinstance(text, Problem):
        return text
    grave = exhume(content)
    memory = memory_of(read_note(text), stem_of(origin))
    return replace(memory, status=Status.TOMBSTONED, tombstone=grave.tombstone if grave else None)


def _winner(memory_id: MemoryId, held: list[tuple[str, Memory]]) -> tuple[str, Memory]:
    return min(held, key=lambda one: (is_grave(one[0]), *precedence(one[0], memory_id)))


def _beaten(path: str, memory_id: MemoryId, winner: str) -> Problem:
    return Problem(path=path, code="duplicate-id", detail=f"{memory_id} ({winner})", is_error=False)


def _place(path: str, content: bytes) -> Place:
    ends = content.count(b"\n")
    return Place(path, 1, ends if content.endswith(b"\n") else ends + 1)

"""Where the notes stand: which files are notes, which note wins an id, and which ids are free.

What the original's validator looks for: values, rows, files and duplicates.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import count

from commonplace.core.changes import Files
from commonplace.core.hashing import digest
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.names import FreeNames, check_id, is_conflict_copy
from commonplace.core.ports import Place, Problem, Reading
from commonplace.core.values import replace
from commonplace.errors import CommonplaceError, NoSuchMemory
from commonplace.layouts.lingxi import index
from commonplace.layouts.lingxi.note import DATES, day_of, id_of, memory_of, read_note
from commonplace.layouts.markdown import decode, exhume

NOTES = "memory/notes/"
SHARED = "memory/notes/share/"
WAITING = "memory/.waiting/"
"""Notes that nobody has approved: the original's tools list and index whatever stands in `notes/`."""
TRASH = "memory/.trash/"
PREFIX = "MEM-"
_SLUG_WORDS = 6
_SLUG_CHARS = 50
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def is_note(path: str) -> bool:
    """Say whether `path` is a living note: any Markdown below `notes/` but a folder's README, or one that waits."""
    return path.startswith((NOTES, WAITING)) and _is_page(path)


def is_waiting(path: str) -> bool:
    """Say whether `path` is a note that nobody has approved."""
    return path.startswith(WAITING) and _is_page(path)


def is_grave(path: str) -> bool:
    """Say whether `path` is a buried note."""
    return path.startswith(TRASH) and _is_page(path)


def _is_page(path: str) -> bool:
    return path.endswith(".md") and not path.endswith("/README.md") and not is_conflict_copy(path)


def stem_of(path: str) -> str:
    """Return the name of the file at `path` without its extension."""
    return path.rpartition("/")[2].removesuffix(".md")


def precedence(path: str, memory: MemoryId) -> tuple[bool, bool, bool, int, str]:
    """Return what notes of one id are sorted by; the first wins.

    The note of that name in `notes/` itself, else the shortest path outside `share/`, else the
    shortest inside; one that waits replaces none of them.
    """
    own = path != f"{NOTES}{memory}.md"
    return (is_waiting(path), own, path.startswith(SHARED), len(path), path)


def locate(memory: MemoryId, files: Files) -> str:
    """Return the path of `memory`: its note, or its grave when it has none."""
    own = f"{NOTES}{memory}.md"
    if own in files and _is_named(memory, own, files[own]):
        return own  # It wins over every other, so that nobody needs to look for one.
    living = [path for path in _holders(memory, files) if is_note(path)]
    if living:
        return min(living, key=lambda path: precedence(path, memory))
    return grave_of(memory, files)


def grave_of(memory: MemoryId, files: Files) -> str:
    """Return the path of the grave of `memory`."""
    buried = [path for path in _holders(memory, files) if is_grave(path)]
    if not buried:
        raise NoSuchMemory("no-such-memory", name=memory)
    return min(buried)


def _holders(memory: MemoryId, files: Files) -> Iterator[str]:
    """Yield the pages that are named `memory`; only those that say the id anywhere are read."""
    wanted = memory.encode("utf-8", "surrogateescape")
    for path, content in files.items():
        is_candidate = wanted in content or stem_of(path) == memory
        if is_candidate and (is_note(path) or is_grave(path)) and _is_named(memory, path, content):
            yield path


def _is_named(memory: MemoryId, path: str, content: bytes) -> bool:
    text = decode(path, content)
    return not isinstance(text, Problem) and id_of(read_note(text), stem_of(path)) == memory


def note_path(memory: MemoryId, files: Files, folder: str = NOTES) -> str:
    """Return where a new note of that id goes; a name no file may have is spelled as its hash."""
    try:
        check_id(memory)
        stem = memory
    except CommonplaceError:
        stem = f"{PREFIX}{_hash(memory)}"
    return _free_path(f"{folder}{stem}", files)


def moved_path(path: str, folder: str, files: Files) -> str:
    """Return where the note at `path` stands below another of the folders; where it is, if that is the one."""
    if path.startswith(folder):
        return path
    name = path.removeprefix(NOTES).removeprefix(WAITING).removesuffix(".md")
    return _free_path(folder + name, files)


def _free_path(start: str, files: Files) -> str:
    return next(f"{name}.md" for name in _numbered(start) if f"{name}.md" not in files)


def _numbered(start: str) -> Iterator[str]:
    yield start
    yield from (f"{start}-{number}" for number in count(2))


def free_names(files: Files) -> FreeNames:
    """Return the names that nothing in `files` goes by, neither a file nor the id in a note."""
    stems = (stem_of(path) for path in files if is_note(path) or is_grave(path))
    return FreeNames(stems, is_held=lambda name: _is_held(name, files))


def _is_held(memory: MemoryId, files: Files) -> bool:
    return next(_holders(memory, files), None) is not None


def slug_id(title: str) -> MemoryId:
    """Return an id made of the first plain words of `title`, or of its hash when it has none."""
    words = re.findall(r"[a-z0-9]+", title.lower())[:_SLUG_WORDS]
    return PREFIX + ("-".join(words)[:_SLUG_CHARS].strip("-") or _hash(title))


def _hash(text: str) -> str:
    return digest(text.encode("utf-8", "surrogateescape"))[:8]


def ulid(today: date, seed: str) -> MemoryId:
    """Return an id of the form `MEM-<ulid>`: sorts by day, and the same text gives the same id."""
    moment = datetime(today.year, today.month, today.day, tzinfo=UTC)
    chance = bytes.fromhex(digest(seed.encode("utf-8", "surrogateescape")))[:10]
    number = int(moment.timestamp() * 1000) << 80 | int.from_bytes(chance)
    return PREFIX + "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))


def origin_of(path: str, content: bytes) -> tuple[str, bytes]:
    """Return where a buried note stood and the bytes it had there."""
    if grave := exhume(content):
        return grave.origin, grave.content
    return NOTES + path.removeprefix(TRASH), content


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


ALLOWED = {
    "status": ("active",),
    "strength": ("hypothesis", "validated", "enforced"),
    "scope": ("narrow", "medium", "broad"),
}


def fresh_index(reading: Reading, files: Files) -> bytes:
    """Return the index as it should be for what was read from `files`."""
    paths = ((memory, reading.places[memory.id].path) for memory in reading.memories)
    return index.render_index(
        [(memory, path, files[path]) for memory, path in paths if has_row(memory, path)]
    )


def has_row(memory: Memory, path: str) -> bool:
    """Say whether a note has a row: whatever stands in `notes/`, but for another Status.

    One that is marked there by hand is listed, too, since the original's tools list it; nothing of ours recalls it.
    """
    return path.startswith(NOTES) and "status" not in memory.extra


def check_book(files: Files) -> tuple[Problem, ...]:
    """Return what is wrong beyond parsing, errors where the index leads to nothing."""
    reading = read_book(files)
    found = [
        problem
        for memory in reading.memories
        if memory.status is not Status.TOMBSTONED
        for problem in _note_problems(memory, reading.places[memory.id].path, files)
    ]
    return (*found, *_index_problems(reading, files))


def _note_problems(memory: Memory, path: str, files: Files) -> Iterator[Problem]:
    for key, allowed in ALLOWED.items():
        value = memory.extra.get(key, allowed[0])
        if value not in allowed:
            yield Problem(path=path, code="bad-value", detail=f"{key}: {value}", is_error=False)
    for bullet in read_note(files[path].decode()).bullets:
        is_date = bullet.key.lower() in {key.lower() for key in DATES}
        if is_date and bullet.value and day_of(bullet.value) is None:
            detail = f"{bullet.key}: {bullet.value}"
            yield Problem(path=path, code="bad-date", detail=detail, is_error=False)


def _index_problems(reading: Reading, files: Files) -> Iterator[Problem]:
    content = files.get(index.PATH)
    if content is None:
        yield Problem(path=index.PATH, code="index-missing", is_error=False, can_fix=True)
        return
    text = decode(index.PATH, content)
    if isinstance(text, Problem):
        yield Problem(path=index.PATH, code=text.code, detail=text.detail, can_fix=True)
        return
    rows = index.parse_index(text)
    yield from _row_problems(rows, reading, files)
    indexed = {row.id for row in rows}
    for memory in reading.memories:
        path = reading.places[memory.id].path
        if has_row(memory, path) and memory.id not in indexed:
            detail = f"{memory.id} ({path})"
            yield Problem(
                path=index.PATH, code="not-in-index", detail=detail, is_error=False, can_fix=True
            )
    if content != fresh_index(reading, files):
        yield Problem(path=index.PATH, code="index-stale", is_error=False, can_fix=True)


def _row_problems(
    rows: tuple[index.IndexRow, ...], reading: Reading, files: Files
) -> Iterator[Problem]:
    notes = {memory.id for memory in reading.memories if memory.status is not Status.TOMBSTONED}
    seen: set[str] = set()
    for row in rows:
        if row.id in seen:
            yield Problem(path=index.PATH, code="duplicate-row", detail=row.id, can_fix=True)
        elif row.id not in notes:
            yield Problem(path=index.PATH, code="row-without-note", detail=row.id, can_fix=True)
        elif row.file not in files or not row.file.startswith(NOTES):
            detail = f"{row.id}: {row.file}"
            yield Problem(path=index.PATH, code="row-file-missing", detail=detail, can_fix=True)
        seen.add(row.id)

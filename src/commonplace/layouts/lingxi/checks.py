"""What the original's validator looks for: values, rows, files and duplicates."""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.core.changes import Files
from commonplace.core.memory import Memory, Status
from commonplace.core.ports import Problem, Reading
from commonplace.layouts.decoding import decode
from commonplace.layouts.lingxi import index, notes_folder
from commonplace.layouts.lingxi.meta import DATES, day_of
from commonplace.layouts.lingxi.note import read_note
from commonplace.layouts.lingxi.notes_folder import read_book

ALLOWED = {
    "status": ("active",),
    "strength": ("hypothesis", "validated", "enforced"),
    "scope": ("narrow", "medium", "broad"),
}


def fresh_index(reading: Reading, files: Files) -> bytes:
    """Return the index as it should be for what was read from `files`."""
    paths = ((memory, reading.places[memory.id].path) for memory in reading.memories)
    return index.render_index([(memory, path, files[path]) for memory, path in paths])


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
        if index.is_listed(memory) and memory.id not in indexed:
            detail = f"{memory.id} ({reading.places[memory.id].path})"
            yield Problem(
                path=index.PATH, code="not-in-index", detail=detail, is_error=False, can_fix=True
            )
    if content != fresh_index(reading, files):
        yield Problem(path=index.PATH, code="index-stale", is_error=False, can_fix=True)


def _row_problems(rows: tuple[index.Row, ...], reading: Reading, files: Files) -> Iterator[Problem]:
    notes = {memory.id for memory in reading.memories if memory.status is not Status.TOMBSTONED}
    seen: set[str] = set()
    for row in rows:
        if row.id in seen:
            yield Problem(path=index.PATH, code="duplicate-row", detail=row.id, can_fix=True)
        elif row.id not in notes:
            yield Problem(path=index.PATH, code="row-without-note", detail=row.id, can_fix=True)
        elif row.file not in files or not row.file.startswith(notes_folder.NOTES):
            detail = f"{row.id}: {row.file}"
            yield Problem(path=index.PATH, code="row-file-missing", detail=detail, can_fix=True)
        seen.add(row.id)

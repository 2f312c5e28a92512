"""Every note of a vault, read; what cannot be read is a problem, never a crash."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.core.changes import Files
from commonplace.core.memory import MemoryId
from commonplace.core.ports import Place, Problem
from commonplace.layouts.decoding import decode
from commonplace.layouts.vault.indices import Entry
from commonplace.layouts.vault.keys import memory_of
from commonplace.layouts.vault.note import take_apart
from commonplace.layouts.vault.paths import id_of, is_copy_of_note, is_note
from commonplace.layouts.yaml_reading import Unreadable


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The notes of a vault in the order of their names, and those that could not be read."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]

    @property
    def unreadable(self) -> tuple[MemoryId, ...]:
        """The ids of notes that are there and cannot be read."""
        return tuple(id_of(problem.path) for problem in self.problems if is_note(problem.path))


def read_notes(files: Files) -> Shelf:
    """Return every note of `files`, tombstoned ones included."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    for path in sorted(files):
        if is_note(path):
            found = read_note(path, files[path])
            if isinstance(found, Problem):
                problems.append(found)
            else:
                entries.append(found)
        elif is_copy_of_note(path):
            problems.append(Problem(path=path, code="conflict-copy", is_error=False))
    return Shelf(entries=tuple(entries), problems=tuple(problems))


def read_note(path: str, content: bytes) -> Entry | Problem:
    """Return the memory in one file, or the reason why it is left alone."""
    text = decode(path, content)
    if isinstance(text, Problem):
        return text
    try:
        note = take_apart(text)
    except Unreadable as reason:
        return Problem(path=path, code=reason.code, detail=reason.detail)
    return Entry(memory_of(id_of(path), note), note)


def place_of(path: str, entry: Entry) -> Place:
    """Return where a memory stands: all the lines of its file."""
    text = entry.note.text
    return Place(path, 1, text.count("\n") + (not text.endswith("\n")))

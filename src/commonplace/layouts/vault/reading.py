"""Every note of a vault, read; what cannot be read is a problem, never a crash."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from commonplace.core.changes import Files
from commonplace.core.memory import Memory
from commonplace.core.ports import Place, Problem
from commonplace.layouts.decoding import decode
from commonplace.layouts.vault.keys import memory_of
from commonplace.layouts.vault.note import Note, take_apart
from commonplace.layouts.vault.paths import id_of, is_copy_of_note, is_note, path_of
from commonplace.layouts.yaml_events import Unreadable


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory and the note it was read from."""

    memory: Memory
    note: Note


def read_notes(files: Files) -> Iterator[Entry | Problem]:
    """Yield every note in the order of file names, tombstoned ones included, or what is wrong.

    One at a time: the parts of ten thousand notes, kept together, cost more than reading them.
    """
    for path in sorted(files):
        if is_note(path):
            yield read_note(path, files[path])
        elif is_copy_of_note(path):
            yield Problem(path=path, code="conflict-copy", is_error=False)


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


def place_of(entry: Entry) -> Place:
    """Return where a memory stands: all the lines of its file."""
    text = entry.note.text
    return Place(path_of(entry.memory.id), 1, text.count("\n") + (not text.endswith("\n")))

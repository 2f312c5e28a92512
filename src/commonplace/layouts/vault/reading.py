"""Every note of a vault, read; what cannot be read is a problem, never a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from commonplace.core.memory import Memory, MemoryId
from commonplace.core.ports import Place, Problem, Reading
from commonplace.layouts.decoding import decode
from commonplace.layouts.frontmatter import FrontMatter, read_front_matter
from commonplace.layouts.vault import places
from commonplace.layouts.vault.keys import memory_of
from commonplace.layouts.vault.notes import HISTORY, take_apart
from commonplace.layouts.vault.places import id_of, is_copy_of_note, is_note, path_of
from commonplace.layouts.yaml_events import Unreadable

if TYPE_CHECKING:
    from commonplace.core.changes import Files

KEPT_NOTES = 40_000
"""How many notes are remembered as they were read: one command reads its book two or three times.

More than a book should have: a book of one note more than this is read anew each time, since the
notes are read in order and each pushes out the one that is wanted next.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory and the bytes it was read from."""

    memory: Memory
    content: bytes

    @property
    def front(self) -> FrontMatter:
        """The keys at the top, read once more: kept for a whole book they cost more than that."""
        return read_front_matter(self.content.decode())

    @property
    def words(self) -> int:
        """How many words the note has as `wc -w` sees them, its history left out."""
        if HISTORY.encode() not in self.content:
            return len(self.content.split())
        return len(take_apart(self.content.decode()).text_without_history.encode().split())


def read_notes(files: Files) -> Iterator[Entry | Problem]:
    """Yield every note in the order of file names, tombstoned ones included, or what is wrong.

    One at a time, and the parts of each are let go: kept together, those of ten thousand notes cost
    more than reading them.
    """
    for path in sorted(files):
        if is_note(path):
            yield read_note(path, files[path])
        elif is_copy_of_note(path):
            yield Problem(path=path, code="conflict-copy", is_error=False)


@lru_cache(maxsize=KEPT_NOTES)
def read_note(path: str, content: bytes) -> Entry | Problem:
    """Return the memory in one file, or the reason why it is left alone."""
    text = decode(path, content)
    if isinstance(text, Problem):
        return text
    try:
        note = take_apart(text)
    except Unreadable as reason:
        return Problem(path=path, code=reason.code, detail=reason.detail)
    return Entry(memory_of(id_of(path), note), content)


def place_of(entry: Entry) -> Place:
    """Return where a memory stands: all the lines of its file."""
    content = entry.content
    last = content.count(b"\n") + (not content.endswith(b"\n"))
    return Place(path_of(entry.memory.id), 1, last)


class VaultReader:
    """The half of the layout that reads: all that a hook needs to take in a changed note."""

    name = "vault"
    home = places.HOME
    folders = None

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is a vault: it has the folder of memories, or will have.

        Git keeps no empty folder: in a clone of a new vault whose indices it ignores, the template is left.
        """
        return exists(places.NOTES.rstrip("/")) or exists(places.TEMPLATE)

    def reads(self, path: str) -> bool:
        """Say whether `path` belongs to the vault; files of other tools beside it do not."""
        return places.belongs(path)

    def derives(self, path: str) -> bool:
        """Say whether `path` is one of the three indices or the log of upkeep."""
        return path in places.DERIVED or path == places.LOG

    def parse(self, files: Files) -> Reading:
        """Return every memory in the order of file names, and what could not be read."""
        memories: list[Memory] = []
        found_at: dict[MemoryId, Place] = {}
        problems: list[Problem] = []
        for found in read_notes(files):
            if isinstance(found, Problem):
                problems.append(found)
            else:
                memories.append(found.memory)
                found_at[found.memory.id] = place_of(found)
        return Reading(memories=tuple(memories), places=found_at, problems=tuple(problems))

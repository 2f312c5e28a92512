"""Loose files: each one a memory named by its path, whatever is in it.

No book is made of these. A drawer writes through the same door as a book, and this is what that door
needs to know about its files: nothing is derived from them.
"""

# ruff: noqa: ARG002 - a port has more words than loose files need

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    Occasion,
    Restore,
    edit_of,
)
from commonplace.core.memory import Candidate, Memory
from commonplace.core.ports import Place, Problem, Reading
from commonplace.core.traits import Traits


class LooseLayout:
    """Reads files as they are, and derives nothing."""

    name = "loose"
    home = ""
    folders: tuple[str, ...] | None = None
    holds: frozenset[str] = frozenset({"body"})

    traits = Traits()

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Take no folder for a book: a drawer is opened by name."""
        return False

    def reads(self, path: str) -> bool:
        """Want no file read beside those that a proposal names."""
        return False

    def derives(self, path: str) -> bool:
        """Know no index."""
        return False

    def skeleton(self, today: date) -> Files:
        """Begin with nothing."""
        return {}

    def parse(self, files: Files) -> Reading:
        """Return one memory for each file, named by its path."""
        memories = tuple(
            Memory(id=path, title=path, body=content.decode("utf-8", "replace"))
            for path, content in sorted(files.items())
        )
        return Reading(memories=memories, places={each.id: Place(each.id) for each in memories})

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the file called by the candidate's title."""
        return Memory(id=candidate.title, title=candidate.title, body=candidate.body)

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return a file for each candidate."""
        return tuple(self.draft(each, files, today) for each in candidates)

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:
        """Write each memory whole; one that is buried or erased is gone."""
        return tuple(edit for change in changes for edit in _edits(change, files))

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),
        occasion: Occasion = NO_OCCASION,
    ) -> tuple[FileEdit, ...]:
        """Derive nothing."""
        return ()

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Find nothing wrong: loose files have no form."""
        return ()


def _edits(change: Change, files: Files) -> Iterator[FileEdit]:
    match change:
        case Create(memory) | Restore(memory):
            yield edit_of(files, memory.id, memory.body.encode("utf-8"))
        case Edit(before, after):
            if before.id != after.id:
                yield edit_of(files, before.id, None)
            yield edit_of(files, after.id, after.body.encode("utf-8"))
        case Bury(memory) | Erase(memory):
            yield edit_of(files, memory.id, None)

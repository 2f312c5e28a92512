"""How `profile` reads and writes a book: sections of fixed files, and files of subjects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

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
)
from commonplace.core.memory import Candidate, Memory
from commonplace.core.ports import Problem, Reading
from commonplace.errors import BadInput
from commonplace.layouts.decoding import decode
from commonplace.layouts.markdown_edits import rendered
from commonplace.layouts.profile import edits
from commonplace.layouts.profile import files as names
from commonplace.layouts.profile.edits import created, moved
from commonplace.layouts.profile.files import SKELETON
from commonplace.layouts.profile.reading import edited_topic, read_book, standing
from commonplace.layouts.profile.sections import (
    lines_of,
    sections_of,
    with_section_edited,
)

if TYPE_CHECKING:
    from commonplace.core.traits import Traits

_INDEX_LINE = re.compile(
    r"^[ \t]*[-*+][ \t].*?(?:→|->)[ \t]*`?([^`\s]+\.md)`?[ \t]*$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class ProfileLayout:
    """`soul.md`, `user.md`, `agent.md` and `memory_<name>.md` in the folder itself."""

    name: ClassVar[str] = "profile"
    home: ClassVar[str] = ""
    folders: ClassVar[tuple[str, ...]] = (".commonplace",)
    holds: ClassVar[frozenset[str]] = frozenset(
        {"id", "title", "body", "kind", "status", "tombstone"}
    )

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        from commonplace.layouts.profile.traits import TRAITS  # noqa: PLC0415 - the hook needs none of it

        return TRAITS

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is a profile: soul or agent suffice, the user needs the index."""
        return (
            exists("soul.md") or exists("agent.md") or (exists("user.md") and exists(names.INDEX))
        )

    def derives(self, path: str) -> bool:  # noqa: ARG002 - every file is a person's own
        """Say that nothing here is made from anything else."""
        return False

    def reads(self, path: str) -> bool:
        """Say whether `path` is a page, a subject, the index or a grave."""
        is_source = names.is_page(path) or names.is_topic(path) or names.is_grave(path)
        return is_source or path == names.INDEX

    def skeleton(self, today: date) -> Files:  # noqa: ARG002 - the port's signature
        """Return the original's first profile and an index without lines."""
        return {path: text.encode() for path, text in SKELETON.items()}

    def parse(self, files: Files) -> Reading:
        """Return every section that says something, every subject, and what is buried."""
        return read_book(files)

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become: a section of its target, else a subject."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self,
        candidates: Sequence[Candidate],
        files: Files,
        today: date,  # noqa: ARG002 - a profile has no dates
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        return edits.drafts(candidates, files)

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:  # noqa: ARG002
        """Return the edits that carry `changes` out: only their own lines, all other bytes kept."""
        return rendered(_runs(changes), files, _carried_out)

    def derive(
        self,
        files: Files,  # noqa: ARG002
        today: date,  # noqa: ARG002
        done: Sequence[Change] = (),  # noqa: ARG002
        occasion: Occasion = NO_OCCASION,  # noqa: ARG002
    ) -> tuple[FileEdit, ...]:
        """Return nothing: no file of a profile is made from the others."""
        return ()

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return what the index names and is not there, and subjects that it does not name."""
        return tuple(_index_problems(files))


def _runs(changes: Sequence[Change]) -> list[tuple[Change, ...]]:
    """Return `changes` in steps: what is new is written together, everything else one by one."""
    groups = groupby(enumerate(changes), lambda item: -1 if _is_new(item[1]) else item[0])
    return [tuple(change for _, change in run) for _, run in groups]


def _is_new(change: Change) -> bool:
    return isinstance(change, Create)


def _carried_out(run: Sequence[Change], files: Files) -> dict[str, bytes | None]:
    match run[0]:
        case Create():
            return created([change.memory for change in run if isinstance(change, Create)], files)
        case Edit(before, after):
            return _edited(before, after, files)
        case Bury(memory, tombstone):
            return edits.buried(memory, tombstone, files)
        case Restore(memory):
            return edits.restored(memory, files)
        case Erase(memory):
            return edits.erased(memory, files)


def _edited(before: Memory, after: Memory, files: Files) -> dict[str, bytes | None]:
    path = standing(before.id, files)
    if before == after:
        return {}
    if names.is_grave(path):
        raise BadInput("already-forgotten", id=before.id)
    if before.kind != after.kind:
        return moved(before, after, files)
    text = files[path].decode()
    target = names.target_of(before.id)
    if not target:
        return {path: edited_topic(text, before, after).encode()}
    lines = lines_of(text)
    section = next(one for one in sections_of(target, lines) if one.id == before.id)
    return {path: "".join(with_section_edited(lines, section, after)).encode()}


def _index_problems(files: Files) -> Iterator[Problem]:
    """Yield the lines of memory.md that lead nowhere.

    A topic without a line is none: the page is a person's own, and a save adds to it only when asked to.
    """
    text = decode(names.INDEX, files.get(names.INDEX, b""))
    if isinstance(text, Problem):
        yield text
        return
    named = set(_INDEX_LINE.findall(text))
    for path in sorted(named - set(files)):
        yield Problem(path=names.INDEX, code="index-line-dead", detail=path, is_error=False)

"""How `lingxi` reads and writes a book: notes in, values out; values in, edits out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar, Literal

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
from commonplace.core.memory import Candidate, Memory, MemoryId, Status
from commonplace.core.names import check_path
from commonplace.core.ports import Problem, Reading
from commonplace.core.values import dataclass, fields, replace
from commonplace.errors import BadInput
from commonplace.layouts.lingxi import index, notes_folder, traits
from commonplace.layouts.lingxi.edit import edited_note, new_note
from commonplace.layouts.lingxi.index import TEMPLATE, TEMPLATE_PATH
from commonplace.layouts.lingxi.note import in_cell
from commonplace.layouts.lingxi.notes_folder import read_book
from commonplace.layouts.markdown import Grave, bury, rendered

if TYPE_CHECKING:
    from commonplace.core.traits import Traits

_DRAFTED = {"strength": "hypothesis", "scope": "medium"}
"""What a note says of itself until somebody has validated it, as the original's defaults."""


@dataclass(frozen=True, slots=True)
class LingxiLayout:
    """Notes with `## Meta` bullets below `.cursor/.lingxi`, as LingXi keeps them."""

    name: ClassVar[str] = "lingxi"
    home: ClassVar[str] = ".cursor/.lingxi"
    folders: ClassVar[None] = None
    holds: ClassVar[frozenset[str]] = frozenset(
        field.name for field in fields(Memory) if field.name not in {"usage", "anchors"}
    )

    ids: Literal["slug", "ulid"] = "slug"
    """How a new memory is named; an id never changes afterwards."""

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        from commonplace.layouts.lingxi.traits import TRAITS  # noqa: PLC0415 - the hook needs none of it

        return TRAITS

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is such a book; the notes suffice, since the index is derived."""
        return exists(index.PATH) or exists(notes_folder.NOTES.rstrip("/")) or exists(TEMPLATE_PATH)

    def derives(self, path: str) -> bool:
        """Say whether `path` is the index or the list of sessions."""
        return path in (index.PATH, traits.PATH)

    def reads(self, path: str) -> bool:
        """Say whether `path` is a note, a buried note, or one of the files beside them."""
        folders = (notes_folder.NOTES, notes_folder.WAITING, notes_folder.TRASH)
        is_page = path.startswith(folders) and path.endswith(".md")
        return is_page or path in (index.PATH, traits.PATH, TEMPLATE_PATH)

    def skeleton(self, today: date) -> Files:  # noqa: ARG002 - the port's signature
        """Return an index without rows and the template that notes are written after."""
        return {index.PATH: index.render_index(()), TEMPLATE_PATH: TEMPLATE.encode()}

    def parse(self, files: Files) -> Reading:
        """Return every memory in `files`, buried ones included, and what could not be parsed."""
        return read_book(files)

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become, with an id that is free in `files`."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        names = notes_folder.free_names(files)
        return tuple(
            _drafted(each, names.claim(self._wanted_id(each, today)), today) for each in candidates
        )

    def _wanted_id(self, candidate: Candidate, today: date) -> MemoryId:
        if candidate.id.startswith(notes_folder.PREFIX):
            return candidate.id
        if self.ids == "ulid":
            return notes_folder.ulid(today, f"{candidate.title}\0{candidate.body}")
        return notes_folder.slug_id(candidate.name_words or candidate.title)

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:  # noqa: ARG002
        """Return the edits that carry `changes` out: only their own lines, all other bytes kept."""
        return rendered(changes, files, _carried_out)

    def derive(
        self,
        files: Files,
        today: date,  # noqa: ARG002
        done: Sequence[Change] = (),  # noqa: ARG002
        occasion: Occasion = NO_OCCASION,  # noqa: ARG002
    ) -> tuple[FileEdit, ...]:
        """Return the edit that brings the index up to date, or none."""
        fresh = notes_folder.fresh_index(read_book(files), files)
        return () if files.get(index.PATH) == fresh else (edit_of(files, index.PATH, fresh),)

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return what the original's validator would say, and what it fails to see."""
        return notes_folder.check_book(files)


def _drafted(candidate: Candidate, name: MemoryId, today: date) -> Memory:
    return Memory(
        id=name,
        title=in_cell(candidate.title),
        body=candidate.body,
        kind=in_cell(candidate.kind) or index.DEFAULTS["kind"],
        topic=candidate.topic,
        tags=candidate.tags,
        keywords=candidate.keywords,
        summary=candidate.summary,
        when_to_load=tuple(map(in_cell, candidate.when_to_load)),
        source=candidate.source,
        created=today,
        modified=today,
        extra={**_DRAFTED, **candidate.extra},
    )


def _carried_out(change: Change, files: Files) -> dict[str, bytes | None]:
    match change:
        case Create(memory):
            path = notes_folder.note_path(memory.id, files, _folder_of(memory))
            return {path: new_note(memory).encode()}
        case Edit(before, after):
            return _edited(before, after, files)
        case Bury(memory, tombstone):
            path = notes_folder.locate(memory.id, files)
            grave = Grave(content=files[path], origin=path, tombstone=tombstone)
            return {
                path: None,
                notes_folder.moved_path(path, notes_folder.TRASH, files): bury(grave),
            }
        case Restore(memory):
            return _restored(memory, files)
        case Erase(memory):
            return {notes_folder.grave_of(memory.id, files): None}


def _edited(before: Memory, after: Memory, files: Files) -> dict[str, bytes | None]:
    path = notes_folder.locate(before.id, files)
    if not notes_folder.is_grave(path):
        edited = edited_note(files[path].decode(), before, after).encode()
        if before.status is after.status:
            return {path: edited}
        return {path: None, notes_folder.moved_path(path, _folder_of(after), files): edited}
    _, content = notes_folder.origin_of(path, files[path])
    living = [replace(memory, status=Status.ACTIVE) for memory in (before, after)]
    edited = edited_note(content.decode(), *living).encode()
    return {path: edited + files[path][len(content) :]}


def _folder_of(memory: Memory) -> str:
    return notes_folder.WAITING if memory.status is Status.QUARANTINED else notes_folder.NOTES


def _restored(memory: Memory, files: Files) -> dict[str, bytes | None]:
    path = notes_folder.grave_of(memory.id, files)
    origin, content = notes_folder.origin_of(path, files[path])
    if origin in files or not notes_folder.is_note(check_path(origin)):
        raise BadInput("place-taken", path=origin)
    return {path: None, origin: content}

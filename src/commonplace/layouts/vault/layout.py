"""The vault as a layout: the room's one face to the rest of the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import TYPE_CHECKING

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
    subject,
)
from commonplace.core.memory import Candidate, Memory, MemoryId
from commonplace.core.ports import Problem
from commonplace.errors import BadInput, NoSuchMemory, WriteRefused
from commonplace.layouts.decoding import decode, still_readable
from commonplace.layouts.names import FreeNames
from commonplace.layouts.vault import places
from commonplace.layouts.vault.checks import check_indices, check_notes
from commonplace.layouts.vault.edits import buried, edited, id_for, new_note, restored
from commonplace.layouts.vault.indices import derived_files
from commonplace.layouts.vault.notes import tidy
from commonplace.layouts.vault.places import static_files
from commonplace.layouts.vault.reading import VaultReader
from commonplace.layouts.yaml_events import Unreadable

if TYPE_CHECKING:
    from commonplace.core.traits import Traits

DEFAULT_KIND = "INSIGHT"
DEFAULT_SOURCE = "user input"


class VaultLayout(VaultReader):
    """Reads and writes `.memory` the way skill-memory describes it."""

    holds = frozenset(field.name for field in fields(Memory))

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        from commonplace.layouts.vault.traits import TRAITS  # noqa: PLC0415 - the hook needs none of it

        return TRAITS

    def skeleton(self, today: date) -> Files:
        """Return a new vault: static pages, template, log, and indices of nothing."""
        files = static_files()
        made = {edit.path: edit.after for edit in self.derive(files, today)}
        return {**files, **{path: after for path, after in made.items() if after is not None}}

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        names = FreeNames(places.id_of(path) for path in files if path.startswith(places.NOTES))
        return tuple(_drafted(each, names.claim(id_for(each)), today) for each in candidates)

    def render(
        self,
        changes: Sequence[Change],
        files: Files,
        today: date,  # noqa: ARG002 - every date in a note comes with its memory
    ) -> tuple[FileEdit, ...]:
        """Return one edit per note that `changes` touch, each note's changes in their order."""
        now: dict[str, bytes | None] = {}
        for change in changes:
            path = places.path_of(subject(change))
            now[path] = _after(change, now.get(path, files.get(path)), path)
        return still_readable(
            [edit_of(files, path, after) for path, after in now.items() if after != files.get(path)]
        )

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),  # noqa: ARG002 - the vault logs upkeep only
        occasion: Occasion = NO_OCCASION,  # noqa: ARG002
    ) -> tuple[FileEdit, ...]:
        """Return the edits that bring the three indices up to date."""
        wanted = derived_files(files, today)
        return tuple(
            edit_of(files, path, after)
            for path, after in wanted.items()
            if after != files.get(path)
        )

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Return stale, missing and foreign indices, and what looks wrong in the notes."""
        stale = check_indices(files, self.derive(files, today))
        return (*stale, *check_notes(files))


def _drafted(candidate: Candidate, name: MemoryId, today: date) -> Memory:
    return Memory(
        id=name,
        title=candidate.title,
        body=tidy(candidate.body),
        kind=candidate.kind or DEFAULT_KIND,
        topic=candidate.topic,
        tags=candidate.tags,
        keywords=candidate.keywords,
        summary=candidate.summary or candidate.title,
        when_to_load=candidate.when_to_load,
        source=candidate.source or DEFAULT_SOURCE,
        created=today,
        modified=today,
        extra=candidate.extra,
    )


def _after(change: Change, content: bytes | None, path: str) -> bytes | None:
    if isinstance(change, Create):
        if content is not None:
            raise BadInput("name-taken", name=path)
        return _encoded(new_note(change.memory))
    if content is None:
        raise NoSuchMemory("no-such-memory", name=subject(change))
    return None if isinstance(change, Erase) else _encoded(_rewritten(change, content, path))


def _rewritten(change: Edit | Bury | Restore, content: bytes, path: str) -> str:
    text = decode(path, content)
    if isinstance(text, Problem):
        raise WriteRefused("unreadable", path=path, cause=text.code)
    try:
        match change:
            case Edit(before, after):
                return edited(text, before, after)
            case Bury(_, tombstone):
                return buried(text, tombstone)
            case Restore():
                return restored(text)
    except Unreadable as reason:
        raise WriteRefused("unreadable", path=path, cause=reason.code) from reason


def _encoded(text: str) -> bytes:
    """Return the bytes of `text`; NUL and half a character, which no text has, become a mark."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\ufffd").encode()

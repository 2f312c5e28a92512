"""Every note of a vault, read; what cannot be read is a problem, never a crash.

Which key of the front matter holds which field of a memory, in both directions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from commonplace.core.memory import Anchor, Memory, MemoryId, Status, Tombstone, Usage, Validity
from commonplace.core.ports import Place, Problem, Reading
from commonplace.core.values import dataclass
from commonplace.layouts.frontmatter import (
    FrontMatter,
    FrontMatterKey,
    KeyRules,
    Nested,
    Wanted,
    read_front_matter,
    write_nested,
)
from commonplace.layouts.markdown import decode, text_of
from commonplace.layouts.vault import places
from commonplace.layouts.vault.notes import HISTORY, VaultNote, links_of, take_apart
from commonplace.layouts.vault.places import id_of, is_copy_of_note, is_note, path_of
from commonplace.layouts.yaml_values import Unreadable

if TYPE_CHECKING:
    from commonplace.core.changes import Files


def extras_of(text: str, front: FrontMatter, known: frozenset[str]) -> dict[str, str]:
    """Return every key that is not `known`, with what it says."""
    return {key: _said(text, each) for key, each in front.entries.items() if key not in known}


def wanted_extra(key: str, said: str) -> Wanted:
    """Return the value to write for what `extras_of` told: a list and a nested value as such."""
    if not said.startswith(("[", "{", "\n")):
        return said
    items = _list_in(said)
    if items is not None:
        return items
    nested = Nested(said)
    return nested if _is_read_back(key, nested) else said


def _said(text: str, entry: FrontMatterKey) -> str:
    match entry.value:
        case str(said):
            return said
        case None:
            return text[entry.at : entry.until].replace("\r\n", "\n")
        case items:
            return json.dumps(items, ensure_ascii=False)


def _list_in(said: str) -> tuple[str, ...] | None:
    try:
        items = json.loads(said)
    except (ValueError, RecursionError):
        return None
    is_flat = isinstance(items, list) and all(isinstance(item, str) for item in items)
    return tuple(items) if is_flat else None


def _is_read_back(key: str, nested: Nested) -> bool:
    """Say whether the text stands for one nested value: whatever else it is, it is a text."""
    text = f"---\n{write_nested(key, nested, chr(10))}---\n"
    try:
        front = read_front_matter(text)
    except Unreadable:
        return False
    is_all = front.content == len(text)  # else a line of the value ends the front matter
    return is_all and {name: entry.value for name, entry in front.entries.items()} == {key: None}


RULES = KeyRules(
    order=(
        "title", "created", "tags", "topic", "source", "modified", "keywords", "summary",
        "when_to_load", "applies_when", "valid_from", "valid_to", "supersedes", "anchors", "trust",
        "status", "tombstoned_at", "tombstone_reason", "superseded_by",
        "retrieval_count", "last_retrieved", "token_count",
    ),
    bare=frozenset({
        "created", "modified", "valid_from", "valid_to", "trust", "status", "tombstoned_at",
        "retrieval_count", "last_retrieved", "token_count",
    }),
)  # fmt: skip
"""The canonical order of the seed, with our own optional keys between `summary` and `status`."""

_KNOWN = frozenset(RULES.order)
_MOMENTS = {"created": "CreatedAt", "modified": "UpdatedAt"}
"""Days for us; a time of day after one goes into another book under LingXi's name for it."""
_DAY_LENGTH = len("2026-01-02")
_MERGED = "merged_into:"
_COUNT = re.compile(r"\d{1,9}")
_ANCHOR = re.compile(
    r"(?P<path>.+?)(?:@(?P<commit>[0-9a-f]{7,64}))?(?: \| (?P<quote>.*))?", re.DOTALL
)


def memory_of(name: MemoryId, note: VaultNote) -> Memory:
    """Return the memory that `note` holds."""
    front = note.front
    kind, *tags = front.items("tags") or ("",)
    tombstone = _tombstone(front)
    is_quarantined = front.text("trust") == Status.QUARANTINED
    alive = Status.QUARANTINED if is_quarantined else Status.ACTIVE
    return Memory(
        id=name,
        title=front.text("title") or (note.heading and note.heading.title) or name,
        body=note.body_text,
        kind=kind,
        topic=front.text("topic"),
        tags=tuple(tags),
        keywords=front.items("keywords"),
        summary=front.text("summary"),
        when_to_load=front.items("when_to_load"),
        source=front.text("source"),
        created=date_in(front, "created"),
        modified=date_in(front, "modified"),
        links=links_of(note),
        history=text_of(note.section(note.history)),
        status=Status.TOMBSTONED if tombstone else alive,
        tombstone=tombstone,
        supersedes=front.items("supersedes"),
        usage=Usage(count=count_in(front), last=date_in(front, "last_retrieved")),
        validity=_validity(front),
        anchors=tuple(map(_anchor, front.items("anchors"))),
        extra={**_moments(front), **extras_of(note.text, front, _KNOWN)},
    )


def keys_of(memory: Memory) -> dict[str, Wanted]:
    """Return every key that `memory` means; None for one that it does not need."""
    return {
        "title": memory.title,
        "created": _iso(memory.created),
        "tags": (memory.kind, *memory.tags) if memory.kind else memory.tags,
        "topic": memory.topic,
        "source": memory.source,
        "modified": _iso(memory.modified),
        "keywords": memory.keywords,
        "summary": memory.summary,
        "when_to_load": memory.when_to_load or None,
        "applies_when": memory.validity.applies_when or None,
        "valid_from": _iso(memory.validity.valid_from),
        "valid_to": _iso(memory.validity.valid_to),
        "supersedes": memory.supersedes or None,
        "anchors": tuple(map(_anchor_text, memory.anchors)) or None,
        "trust": "quarantined" if memory.status is Status.QUARANTINED else None,
        **tombstone_keys(memory.tombstone),
        "retrieval_count": str(memory.usage.count),
        "last_retrieved": _iso(memory.usage.last) or "",
        **{
            key: wanted_extra(key, said) for key, said in memory.extra.items() if _may_be_extra(key)
        },
    }


def tombstone_keys(tombstone: Tombstone | None) -> dict[str, Wanted]:
    """Return the keys of a burial; all None when there is none."""
    if tombstone is None:
        return dict.fromkeys(("status", "tombstoned_at", "tombstone_reason", "superseded_by"))
    successor = tombstone.superseded_by
    is_said = successor is None or tombstone.reason == _MERGED + successor
    return {
        "status": "tombstoned",
        "tombstoned_at": tombstone.at.isoformat(),
        "tombstone_reason": tombstone.reason,
        "superseded_by": None if is_said else successor,
    }


def date_in(front: FrontMatter, key: str) -> date | None:
    """Return the day that `key` names; a time of day after it is left out."""
    text = front.text(key)
    if not text:
        return None
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def count_in(front: FrontMatter) -> int:
    """Return the retrieval count, 0 for what is not a number."""
    text = front.text("retrieval_count")
    return int(text) if _COUNT.fullmatch(text) else 0


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _tombstone(front: FrontMatter) -> Tombstone | None:
    if front.text("status") != Status.TOMBSTONED:
        return None
    reason = front.text("tombstone_reason")
    merged = reason.removeprefix(_MERGED) if reason.startswith(_MERGED) else None
    return Tombstone(
        # A burial that nobody dated is never old enough to be erased.
        at=date_in(front, "tombstoned_at") or date.max,
        reason=reason,
        superseded_by=front.text("superseded_by") or merged,
    )


def _validity(front: FrontMatter) -> Validity:
    return Validity(
        valid_from=date_in(front, "valid_from"),
        valid_to=date_in(front, "valid_to"),
        applies_when=front.text("applies_when"),
    )


def _anchor(text: str) -> Anchor:
    found = _ANCHOR.fullmatch(text)
    if found is None:
        return Anchor(path=text)
    return Anchor(path=found["path"], quote=found["quote"] or "", commit=found["commit"] or "")


def _anchor_text(anchor: Anchor) -> str:
    commit = f"@{anchor.commit}" if anchor.commit else ""
    return anchor.path + commit + (f" | {anchor.quote}" if anchor.quote else "")


def _moments(front: FrontMatter) -> dict[str, str]:
    said = ((name, key, front.text(key)) for key, name in _MOMENTS.items())
    return {
        name: text
        for name, key, text in said
        if len(text) > _DAY_LENGTH and date_in(front, key) is not None
    }


def _may_be_extra(key: str) -> bool:
    """Say whether a key can be written: ours are fields, and quotes in names are not read back."""
    return key not in _KNOWN and key.isprintable() and not set(key) & set("\"\\'") and key != "<<"


KEPT_NOTES = 40_000
"""How many notes are remembered as they were read: one command reads its book two or three times.

More than a book should have: a book of one note more than this is read anew each time, since the
notes are read in order and each pushes out the one that is wanted next.
"""


@dataclass(frozen=True, slots=True)
class VaultMemory:
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


def read_notes(files: Files) -> Iterator[VaultMemory | Problem]:
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
def read_note(path: str, content: bytes) -> VaultMemory | Problem:
    """Return the memory in one file, or the reason why it is left alone."""
    text = decode(path, content)
    if isinstance(text, Problem):
        return text
    try:
        note = take_apart(text)
    except Unreadable as reason:
        return Problem(path=path, code=reason.code, detail=reason.detail)
    return VaultMemory(memory_of(id_of(path), note), content)


def place_of(entry: VaultMemory) -> Place:
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

"""From one layout to another: translate every memory, then read the result back and say what changed.

The report is not a list of what we expect to lose. The translated book is parsed again, and each
value that did not come through as it was is named, with what stands there instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date

from commonplace.core.changes import Bury, Change, Create, FileEdit, Files, edit_of
from commonplace.core.memory import Candidate, Memory, MemoryId, Status, Usage, Validity
from commonplace.core.ports import Layout

_COMPARED = tuple(
    field.name for field in fields(Memory) if field.name not in ("extra", "status", "links")
)
_SAME_FORM = "MEM-"
"""Ids of this form mean the same in every layout that has them, so they are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One value that the target does not hold as the source did."""

    memory: MemoryId
    field: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A whole book in another layout: its files, the new ids, and every value that differs."""

    edits: tuple[FileEdit, ...]
    changes: tuple[Change, ...]
    ids: Mapping[MemoryId, MemoryId]
    differences: tuple[Difference, ...]


def convert(memories: Sequence[Memory], target: Layout, existing: Files, today: date) -> Conversion:
    """Return `memories` as additions to the `existing` files of a book in the `target` layout."""
    files = dict(existing)
    drafts: dict[MemoryId, Memory] = {}
    for memory in memories:
        drafts[memory.id] = _draft(memory, target, files, today)
        _write(files, target, (Create(drafts[memory.id]),), today)
    ids = {old: draft.id for old, draft in drafts.items()}
    files = dict(existing)
    creates = tuple(Create(_relink(draft, ids)) for draft in drafts.values())
    _write(files, target, creates, today)
    buries = _burials(memories, ids, target, files)
    _write(files, target, buries, today)
    changes: tuple[Change, ...] = (*creates, *buries)
    return Conversion(
        edits=tuple(
            edit_of(existing, path, content)
            for path, content in sorted(files.items())
            if existing.get(path) != content
        ),
        changes=changes,
        ids=ids,
        differences=_differences(memories, ids, target, files),
    )


def _draft(memory: Memory, target: Layout, files: Files, today: date) -> Memory:
    drafted = target.draft(_candidate(memory), files, today)
    new_id = memory.id if _keeps_id(memory.id, drafted.id) else drafted.id
    return replace(
        memory,
        id=new_id,
        kind=drafted.kind,
        topic=drafted.topic,
        status=Status.QUARANTINED if memory.status is Status.QUARANTINED else Status.ACTIVE,
        tombstone=None,
    )


def _keeps_id(old: MemoryId, drafted: MemoryId) -> bool:
    return old.startswith(_SAME_FORM) and drafted.startswith(_SAME_FORM)


def _candidate(memory: Memory) -> Candidate:
    return Candidate(
        title=memory.title,
        body=memory.body,
        kind=memory.kind,
        topic=memory.topic,
        tags=memory.tags,
        keywords=memory.keywords,
        summary=memory.summary,
        when_to_load=memory.when_to_load,
        source=memory.source,
        extra=memory.extra,
    )


def _relink(draft: Memory, ids: Mapping[MemoryId, MemoryId]) -> Memory:
    return replace(
        draft,
        links=tuple(ids.get(link, link) for link in draft.links),
        supersedes=tuple(ids.get(old, old) for old in draft.supersedes),
    )


def _burials(
    memories: Sequence[Memory], ids: Mapping[MemoryId, MemoryId], target: Layout, files: Files
) -> tuple[Bury, ...]:
    buried = {ids[memory.id]: memory.tombstone for memory in memories if memory.tombstone}
    if not buried:
        return ()
    standing = {memory.id: memory for memory in target.parse(files).memories}
    return tuple(
        Bury(standing[new], replace(stone, superseded_by=ids.get(stone.superseded_by or "")))
        for new, stone in buried.items()
        if new in standing
    )


def _write(files: dict[str, bytes], target: Layout, changes: Sequence[Change], today: date) -> None:
    for edit in target.render(changes, files, today):
        if edit.after is None:
            files.pop(edit.path, None)
        else:
            files[edit.path] = edit.after


def _differences(
    memories: Sequence[Memory], ids: Mapping[MemoryId, MemoryId], target: Layout, files: Files
) -> tuple[Difference, ...]:
    standing = {memory.id: memory for memory in target.parse(files).memories}
    found: list[Difference] = []
    for memory in memories:
        now = standing.get(ids[memory.id])
        if now is None:
            found.append(Difference(memory=memory.id, field="memory", was=memory.title, now=""))
            continue
        found += _changed_values(memory, _expected(memory, ids), now)
    return tuple(found)


def _expected(memory: Memory, ids: Mapping[MemoryId, MemoryId]) -> Memory:
    stone = memory.tombstone
    if stone is not None and stone.superseded_by:
        stone = replace(stone, superseded_by=ids.get(stone.superseded_by, stone.superseded_by))
    return replace(_relink(memory, ids), tombstone=stone)


def _changed_values(source: Memory, expected: Memory, now: Memory) -> list[Difference]:
    found = [
        Difference(memory=source.id, field=name, was=_shown(was), now=_shown(getattr(now, name)))
        for name in _COMPARED
        if (was := getattr(expected, name)) != getattr(now, name) and not _is_empty(was)
    ]
    lost_links = [link for link in expected.links if link not in now.links]
    found += [Difference(memory=source.id, field="links", was=link, now="") for link in lost_links]
    found += [
        Difference(memory=source.id, field=f"extra.{key}", was=value, now=now.extra.get(key, ""))
        for key, value in source.extra.items()
        if now.extra.get(key) != value
    ]
    return found


def _is_empty(value: object) -> bool:
    return value in (None, "", (), Usage(), Validity())


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)

"""The machine's index: `memory-index.json`, computed from the notes and the old index's counters."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NotRequired, TypedDict

from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.layouts.frontmatter import FrontMatter
from commonplace.layouts.vault.paths import HOME, path_of
from commonplace.layouts.vault.reading import Entry

VERSION = "1.0.0"
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


class Row(TypedDict):
    """One entry of the index, its keys in the order they are written."""

    id: MemoryId
    path: str
    title: str
    summary: str
    topic: str
    category: str
    keywords: tuple[str, ...]
    token_count: int
    created: str | None
    modified: str | None
    last_retrieved: str | None
    retrieval_count: int
    status: str
    tombstoned_at: NotRequired[str]
    tombstone_reason: NotRequired[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OldIndex:
    """What an index on disk knows that the notes may not: counters, and its own date."""

    usage: Mapping[str, Usage]
    generated_at: date | None = None
    is_ours: bool = True
    """Whether it has the shape we write; a foreign one is replaced, not read."""


def token_count(entry: Entry) -> int:
    """Return the size of a note as the seed counts it: in whole numbers, the floor of 1.3 times."""
    return entry.words * 13 // 10


def newest_date(memories: Sequence[Memory], old: OldIndex, today: date) -> date:
    """Return the date that generated files bear: the newest in the memories.

    A book without one keeps the date its index has, so that looking at it changes nothing.
    """
    days = [day for memory in memories for day in (memory.created, memory.modified) if day]
    return max(days, default=old.generated_at or today)


def read_old_index(content: bytes | None) -> OldIndex:
    """Return what the index on disk knows; nothing when it is missing or not ours."""
    try:
        index = json.loads(content) if content else {"entries": []}
        entries = index["entries"]
        usage = {str(entry["id"]): _usage(entry) for entry in entries}
        return OldIndex(usage=usage, generated_at=_day(index.get("generated_at")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return OldIndex(usage={}, is_ours=False)


def render_machine_index(rows: Sequence[Row], day: date) -> bytes:
    """Return the bytes of the index.

    Laid out by hand as `json.dumps(..., indent=2)` would: with an indent Python leaves its fast
    encoder, and a large book is written anew after each change.
    """
    head = {
        "version": VERSION,
        "generated_at": day.isoformat(),
        "entry_count": len(rows),
        "total_tokens": sum(row["token_count"] for row in rows),
    }
    entries = _bracketed("[]", [_bracketed("{}", _members(row, 3), 2) for row in rows], 1)
    text = _bracketed("{}", [*_members(head, 1), f'"entries": {entries}'], 0) + "\n"
    # A file name need not be Unicode; spelled like this, half a character is still JSON.
    return text.encode("utf-8", "backslashreplace")


def _members(values: Mapping[str, object], depth: int) -> list[str]:
    return [
        f'"{key}": '
        + (
            _bracketed("[]", [_ENCODE(item) for item in value], depth)
            if isinstance(value, tuple)
            else _ENCODE(value)
        )
        for key, value in values.items()
    ]


def _bracketed(brackets: str, items: Sequence[str], depth: int) -> str:
    if not items:
        return brackets
    margin = "\n" + "  " * depth
    return brackets[0] + margin + "  " + f",{margin}  ".join(items) + margin + brackets[1]


def merged_usage(memory: Memory, old: OldIndex) -> Usage:
    """Return the larger of what note and index say: a retrieval may have reached only one."""
    known = old.usage.get(memory.id, Usage())
    days = [day for day in (memory.usage.last, known.last) if day]
    return Usage(count=max(memory.usage.count, known.count), last=max(days, default=None))


def row_of(entry: Entry, old: OldIndex) -> Row:
    """Return the line of a memory."""
    memory = entry.memory
    usage = merged_usage(memory, old)
    row: Row = {
        "id": memory.id,
        "path": f"{HOME}/{path_of(memory.id)}",
        "title": memory.title,
        "summary": memory.summary,
        "topic": memory.topic,
        "category": memory.kind,
        "keywords": memory.keywords,
        "token_count": token_count(entry),
        "created": _iso(memory.created),
        "modified": _iso(memory.modified),
        "last_retrieved": _iso(usage.last),
        "retrieval_count": usage.count,
        "status": str(memory.status),
    }
    if b"tombstone" in entry.content:
        _add_tombstone(row, entry.front)
    return row


def _add_tombstone(row: Row, front: FrontMatter) -> None:
    if "tombstoned_at" in front.entries:
        row["tombstoned_at"] = front.text("tombstoned_at")
    if "tombstone_reason" in front.entries:
        row["tombstone_reason"] = front.text("tombstone_reason")


def bare_row(name: MemoryId, old: OldIndex) -> Row:
    """Return the line of a note that cannot be read: its counters outlive the accident."""
    usage = old.usage.get(name, Usage())
    return {
        "id": name,
        "path": f"{HOME}/{path_of(name)}",
        "title": name,
        "summary": "",
        "topic": "",
        "category": "",
        "keywords": (),
        "token_count": 0,
        "created": None,
        "modified": None,
        "last_retrieved": _iso(usage.last),
        "retrieval_count": usage.count,
        "status": "unreadable",
    }


def _usage(entry: Mapping[str, object]) -> Usage:
    count = entry.get("retrieval_count")
    return Usage(
        count=max(0, count) if isinstance(count, int) else 0,
        last=_day(entry.get("last_retrieved")),
    )


def _day(value: object) -> date | None:
    """Return the day in `value`; both a date and a date with a time have been seen."""
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None

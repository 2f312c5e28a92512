"""The three generated files of a vault: `memory-index.json`, `20-Indices/index.md` and `10-Memories/README.md`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NotRequired, TypedDict
from urllib.parse import quote

from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.layouts.frontmatter import FrontMatter
from commonplace.layouts.vault.notes import one_line
from commonplace.layouts.vault.places import (
    HOME,
    LISTING,
    MACHINE_INDEX,
    NAVIGATION,
    id_of,
    is_note,
    path_of,
)
from commonplace.layouts.vault.reader import VaultMemory, read_notes

VERSION = "1.0.0"
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


class VaultIndexRow(TypedDict):
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


def token_count(entry: VaultMemory) -> int:
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
        usage = {str(entry["id"]): usage_in(entry) for entry in entries}
        return OldIndex(usage=usage, generated_at=_day(index.get("generated_at")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return OldIndex(usage={}, is_ours=False)


def render_machine_index(rows: Sequence[VaultIndexRow], day: date) -> bytes:
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
    entries = _bracketed("[]", [render_row(row) for row in rows], 1)
    text = _bracketed("{}", [*_members(head, 1), f'"entries": {entries}'], 0) + "\n"
    # A file name need not be Unicode; spelled like this, half a character is still JSON.
    return text.encode("utf-8", "backslashreplace")


def render_row(row: VaultIndexRow) -> str:
    """Return an entry as it stands in the index, from its first brace to its last."""
    return _bracketed("{}", _members(row, 3), 2)


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


def row_of(entry: VaultMemory, old: OldIndex) -> VaultIndexRow:
    """Return the line of a memory."""
    memory = entry.memory
    usage = merged_usage(memory, old)
    row: VaultIndexRow = {
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


def _add_tombstone(row: VaultIndexRow, front: FrontMatter) -> None:
    if "tombstoned_at" in front.entries:
        row["tombstoned_at"] = front.text("tombstoned_at")
    if "tombstone_reason" in front.entries:
        row["tombstone_reason"] = front.text("tombstone_reason")


def bare_row(name: MemoryId, old: OldIndex) -> VaultIndexRow:
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


def usage_in(entry: Mapping[str, object]) -> Usage:
    """Return the counters that an entry of an index holds."""
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


CATEGORIES = ("PATTERN", "TECHNIQUE", "CONFIG", "WORKFLOW", "INSIGHT")
RECENT = 10
NO_CATEGORY = "UNCATEGORIZED"
NO_TOPIC = "uncategorized"
SENTENCE = "Memories grouped by the first part of their topic path."
"""Stands in an index that we began; every other keeps its own form."""
_HEADS = ("## Recent Memories", "## By Category", "## By Topic", "## Statistics")
_TO_MEMORY = "](../10-Memories/"
_UNSAFE_IN_LINKS = re.compile(r"[\s()<>\[\]\\%#?\x00-\x1f]")


def render_navigation(memories: Sequence[Memory], day: date) -> bytes:
    """Return `20-Indices/index.md` for the active memories."""
    sections = [
        ["# Memory Vault Index"],
        [
            "## Quick Navigation",
            "",
            "- [Inbox](../00-Inbox/)",
            "- [Memories](../10-Memories/)",
            "- [Templates](../30-Templates/)",
        ],
        ["## Recent Memories", "", *(recent_lines(memories) or ["<!-- No memories yet -->"])],
        ["## By Category"],
        *_by_category(memories),
        ["## By Topic", "", SENTENCE],
        *_by_topic(memories),
        [
            "## Statistics",
            "",
            f"- Total memories: {len(memories)}",
            f"- Topics: {_topic_count(memories)}",
            f"- Last updated: {day.isoformat()}",
        ],
    ]
    return _joined(sections)


def navigation_after(old: bytes, memories: Sequence[Memory], day: date, tokens: int) -> bytes:
    """Return `20-Indices/index.md` in the form that `old` has: whatever is not generated stays in it.

    A vault that another tool began has headings, hints and spacing of its own; only the lines that lead to
    memories and the figures are made anew. A file without such sections, or ours, is written whole.
    """
    blocks = blocks_of(old.decode("utf-8", "replace"))
    heads = [head for head, _ in blocks]
    if SENTENCE.encode() in old or not all(head in heads for head in _HEADS):
        return render_navigation(memories, day)
    figures = {
        "Total memories": str(len(memories)),
        "Topics": str(_topic_count(memories)),
        "Total tokens": str(tokens),
        "Last updated": day.isoformat(),
    }
    _refill(blocks, "## Recent Memories", {"## Recent Memories": recent_lines(memories)})
    _refill(blocks, "## By Category", _listed(_by_category(memories)))
    _refill(blocks, "## By Topic", _listed(_by_topic(memories)))
    for _, body in blocks[heads.index("## Statistics") :]:
        for name, value in figures.items():
            body[:] = [
                f"- {name}: {value}" if line.startswith(f"- {name}:") else line for line in body
            ]
    whole = "\n".join(line for head, body in blocks for line in ([head] if head else []) + body)
    return whole.encode("utf-8", "backslashreplace")


def blocks_of(text: str) -> list[tuple[str, list[str]]]:
    """Return the headings of `text`, each with the lines below it; what stands above has an empty one."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in text.split("\n"):
        if line.startswith("#"):
            found.append((line.rstrip(), []))
        else:
            found[-1][1].append(line)
    return found


def _refill(
    blocks: list[tuple[str, list[str]]], section: str, wanted: Mapping[str, Sequence[str]]
) -> None:
    """Let the blocks of `section` list what is `wanted` below each heading; one that is missing is added."""
    by_name = {_named(head): items for head, items in wanted.items()}
    first = next(at for at, (head, _) in enumerate(blocks) if head == section)
    below = (at for at in range(first + 1, len(blocks)) if not blocks[at][0].startswith("### "))
    last = next(below, len(blocks)) - 1
    for head, body in blocks[first : last + 1]:
        body[:] = _with_items(body, by_name.pop(_named(head), ()))
    for head, items in wanted.items():
        if _named(head) in by_name and items:
            tail = _taken_tail(blocks[last][1]) if last > first else []
            last += 1
            blocks.insert(last, (head, [*items, "", *tail]))


def _named(head: str) -> str:
    """Return what a heading says without the marks around it, which older forms of the page leave out."""
    return head.strip("#[]/ ")


def _with_items(body: Sequence[str], items: Sequence[str]) -> list[str]:
    """Return `body` with `items` where its own stood, else in the place of its first comment."""
    at = [here for here, line in enumerate(body) if line.startswith("- ") and _TO_MEMORY in line]
    if not at and not items:
        return list(body)
    comments = (here for here, line in enumerate(body) if line.startswith("<!--"))
    start = at[0] if at else next(comments, 1 if body[:2] == ["", ""] else 0)
    is_hint = not at and start < len(body) and body[start].startswith("<!--")
    rest = [line for here, line in enumerate(body) if here > start and here not in at]
    kept = [] if at or is_hint else [*body[start : start + 1]]
    return [*body[:start], *(items or ["<!-- No memories yet -->"]), *kept, *rest]


def _taken_tail(body: list[str]) -> list[str]:
    """Take from `body` what stands after its first paragraph, a closing remark on the section, and return it."""
    stop = next((here for here, line in enumerate(body) if not line and here), len(body) - 1) + 1
    tail = body[stop:]
    del body[stop:]
    return tail


def _listed(blocks: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    return {block[0]: [line for line in block[1:] if line.startswith("- ")] for block in blocks}


def _topic_count(memories: Sequence[Memory]) -> int:
    return len({memory.topic for memory in memories if memory.topic})


def render_listing(memories: Sequence[Memory]) -> bytes:
    """Return `10-Memories/README.md` for the active memories."""
    count = len(memories)
    sections = [
        ["# Memories"],
        ["Organized memory entries."],
        ["## Contents"],
        [f"**Total**: {count} {'memory' if count == 1 else 'memories'}"],
        ["### Files"],
        *([card_of(memory) for memory in memories]),
        ["## Navigation", "", "- [Parent Directory](../README.md)"],
    ]
    return _joined(sections)


def recent_lines(memories: Sequence[Memory]) -> list[str]:
    """Return the lines about the newest of `memories`."""
    newest = sorted(memories, key=lambda memory: memory.id)
    newest.sort(key=lambda memory: memory.created or date.min, reverse=True)
    return [
        f"- {memory.created or 'undated'} — {link_to(memory)} — {one_line(memory.title)}"
        for memory in newest[:RECENT]
    ]


def _by_category(memories: Sequence[Memory]) -> Iterable[list[str]]:
    groups = {name: _in_category(memories, name) for name in CATEGORIES}
    others = sorted({memory.kind or NO_CATEGORY for memory in memories} - set(CATEGORIES))
    groups |= {name: _in_category(memories, name) for name in others}
    for name, found in groups.items():
        lines = [f"- {link_to(memory)} — {one_line(memory.title)}" for memory in found]
        yield [
            f"### [{one_line(name)}]",
            "",
            *(lines or [f"<!-- No {name.lower()} memories yet -->"]),
        ]


def _in_category(memories: Sequence[Memory], name: str) -> list[Memory]:
    return [memory for memory in memories if (memory.kind or NO_CATEGORY) == name]


def _by_topic(memories: Sequence[Memory]) -> Iterable[list[str]]:
    ordered = sorted(memories, key=lambda memory: (_cluster(memory), memory.topic, memory.id))
    for cluster, found in groupby(ordered, key=_cluster):
        lines = [
            f"- `{one_line(memory.topic) or NO_TOPIC}` — {link_to(memory)}" for memory in found
        ]
        yield [f"### {one_line(cluster)}/", "", *lines]


def _cluster(memory: Memory) -> str:
    return memory.topic.strip("/ ").partition("/")[0] or NO_TOPIC


def card_of(memory: Memory) -> list[str]:
    """Return the lines about a memory in the listing."""
    tags = [memory.kind, *memory.tags] if memory.kind else [*memory.tags]
    return [
        f"### [{one_line(memory.id)}]({address_of(memory.id)}.md)",
        f"**Title**: {one_line(memory.title)}",
        f"**Topic**: {one_line(memory.topic)}",
        f"**Tags**: [{', '.join(map(one_line, tags))}]",
        f"**Created**: {memory.created or ''}".rstrip(),
    ]


def link_to(memory: Memory) -> str:
    """Return the link that leads from the navigation to a memory."""
    return f"[{one_line(memory.id)}](../10-Memories/{address_of(memory.id)}.md)"


def address_of(name: str) -> str:
    """Return a name as it stands in a link."""
    return _UNSAFE_IN_LINKS.sub(lambda found: quote(found[0], safe=""), name)


def _joined(sections: Iterable[Sequence[str]]) -> bytes:
    return ("\n\n".join("\n".join(section) for section in sections) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def derived_files(files: Files, today: date) -> Files:
    """Return what the generated files should say; `today` matters only to a book without a date."""
    old = read_old_index(files.get(MACHINE_INDEX))
    memories: list[Memory] = []
    rows: list[VaultIndexRow] = []
    for found in read_notes(files):
        if not isinstance(found, Problem):
            memories.append(found.memory)
            rows.append(row_of(found, old))
        elif is_note(found.path):
            rows.append(bare_row(id_of(found.path), old))
    day = newest_date(memories, old, today)
    tokens = sum(row["token_count"] for row in rows)
    active = [memory for memory in memories if memory.is_active]
    return {
        LISTING: render_listing(active),
        NAVIGATION: navigation_after(files.get(NAVIGATION, b""), active, day, tokens),
        MACHINE_INDEX: render_machine_index(rows, day),
    }

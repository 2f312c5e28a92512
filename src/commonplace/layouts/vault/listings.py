"""The two indices that people read: `20-Indices/index.md` and `10-Memories/README.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from urllib.parse import quote

from commonplace.core.memory import Memory
from commonplace.layouts.vault.sections import one_line

CATEGORIES = ("PATTERN", "TECHNIQUE", "CONFIG", "WORKFLOW", "INSIGHT")
RECENT = 10
_NO_CATEGORY = "UNCATEGORIZED"
_NO_TOPIC = "uncategorized"
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
        ["## Recent Memories", "", *(_recent(memories) or ["<!-- No memories yet -->"])],
        ["## By Category"],
        *_by_category(memories),
        ["## By Topic", "", "Memories grouped by the first part of their topic path."],
        *_by_topic(memories),
        [
            "## Statistics",
            "",
            f"- Total memories: {len(memories)}",
            f"- Topics: {len({memory.topic for memory in memories if memory.topic})}",
            f"- Last updated: {day.isoformat()}",
        ],
    ]
    return _joined(sections)


def render_listing(memories: Sequence[Memory]) -> bytes:
    """Return `10-Memories/README.md` for the active memories."""
    count = len(memories)
    sections = [
        ["# Memories"],
        ["Organized memory entries."],
        ["## Contents"],
        [f"**Total**: {count} {'memory' if count == 1 else 'memories'}"],
        ["### Files"],
        *([_card(memory) for memory in memories]),
        ["## Navigation", "", "- [Parent Directory](../README.md)"],
    ]
    return _joined(sections)


def _recent(memories: Sequence[Memory]) -> list[str]:
    newest = sorted(memories, key=lambda memory: memory.id)
    newest.sort(key=lambda memory: memory.created or date.min, reverse=True)
    return [
        f"- {memory.created or 'undated'} — {_link(memory)} — {one_line(memory.title)}"
        for memory in newest[:RECENT]
    ]


def _by_category(memories: Sequence[Memory]) -> Iterable[list[str]]:
    groups = {name: _in_category(memories, name) for name in CATEGORIES}
    others = sorted({memory.kind or _NO_CATEGORY for memory in memories} - set(CATEGORIES))
    groups |= {name: _in_category(memories, name) for name in others}
    for name, found in groups.items():
        lines = [f"- {_link(memory)} — {one_line(memory.title)}" for memory in found]
        yield [
            f"### [{one_line(name)}]",
            "",
            *(lines or [f"<!-- No {name.lower()} memories yet -->"]),
        ]


def _in_category(memories: Sequence[Memory], name: str) -> list[Memory]:
    return [memory for memory in memories if (memory.kind or _NO_CATEGORY) == name]


def _by_topic(memories: Sequence[Memory]) -> Iterable[list[str]]:
    ordered = sorted(memories, key=lambda memory: (_cluster(memory), memory.topic, memory.id))
    for cluster, found in groupby(ordered, key=_cluster):
        lines = [f"- `{one_line(memory.topic) or _NO_TOPIC}` — {_link(memory)}" for memory in found]
        yield [f"### {one_line(cluster)}/", "", *lines]


def _cluster(memory: Memory) -> str:
    return memory.topic.strip("/ ").partition("/")[0] or _NO_TOPIC


def _card(memory: Memory) -> list[str]:
    tags = [memory.kind, *memory.tags] if memory.kind else [*memory.tags]
    return [
        f"### [{one_line(memory.id)}]({_address(memory.id)}.md)",
        f"**Title**: {one_line(memory.title)}",
        f"**Topic**: {one_line(memory.topic)}",
        f"**Tags**: [{', '.join(map(one_line, tags))}]",
        f"**Created**: {memory.created or ''}".rstrip(),
    ]


def _link(memory: Memory) -> str:
    return f"[{one_line(memory.id)}](../10-Memories/{_address(memory.id)}.md)"


def _address(name: str) -> str:
    return _UNSAFE_IN_LINKS.sub(lambda found: quote(found[0], safe=""), name)


def _joined(sections: Iterable[Sequence[str]]) -> bytes:
    return ("\n\n".join("\n".join(section) for section in sections) + "\n").encode(
        "utf-8", "backslashreplace"
    )

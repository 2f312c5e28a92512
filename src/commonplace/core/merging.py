"""Make one memory of two that share most of their keywords (skill-memory B3).

Which one stays is a rule, not a guess. The other's text moves below a heading of its own, whole, so that
nothing it said is lost; words to find them by, links, counters and dates are united.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from commonplace.core.health import cluster_of, keywords_of, merge_pairs
from commonplace.core.joining import united
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.quarantine import lowest

MERGED_INTO = "merged_into:"
_SECTION = {
    "vault": (
        "## Merged From {id}\n\n**Original Title**: {title}\n**Merged**: {today}\n"
        "**Overlap Score**: {overlap}%\n\n{text}"
    )
}
_PARAGRAPH = "**Merged From {id}** ({today}): {title}\n\n{text}"
"""In other layouts a heading may begin another memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two memories that may become one, the first of which stays."""

    primary: Memory
    secondary: Memory
    shared: tuple[str, ...]
    overlap: float
    """The larger of the shares that each has of the other's keywords."""

    @property
    def cluster(self) -> str:
        """The part of the book in which they were compared."""
        return cluster_of(self.primary)

    @property
    def percent(self) -> int:
        """The overlap as people read it."""
        return round(100 * self.overlap)


def pairs_of(memories: Sequence[Memory]) -> tuple[Pair, ...]:
    """Return the pairs that may be merged: cluster by cluster, those with the most in common first."""
    by_id = {memory.id: memory for memory in memories}
    keywords = keywords_of(memories)
    found = [
        _pair(by_id[one], by_id[other], keywords[one], keywords[other])
        for one, other in merge_pairs(memories)
    ]
    return tuple(sorted(found, key=lambda p: (p.cluster, -p.overlap, p.primary.id, p.secondary.id)))


def _pair(one: Memory, other: Memory, left: frozenset[str], right: frozenset[str]) -> Pair:
    primary, secondary = sorted((one, other), key=_seniority)
    return Pair(
        primary=primary,
        secondary=secondary,
        shared=tuple(sorted(left & right)),
        overlap=len(left & right) / min(len(left), len(right)),
    )


def _seniority(memory: Memory) -> tuple[int, date, MemoryId]:
    """Order by who stays: retrieved more often, then older, then first in the alphabet."""
    return -memory.usage.count, memory.created or date.max, memory.id


def merged(primary: Memory, secondary: Memory, overlap: float, layout: str, today: date) -> Memory:
    """Return `primary` with everything that `secondary` said; a word that nobody approved holds all."""
    form = _SECTION.get(layout, _PARAGRAPH)
    text = form.format(
        id=secondary.id,
        title=secondary.title,
        today=today,
        overlap=round(100 * overlap),
        text=_told(secondary),
    )
    days = [day for day in (primary.created, secondary.created) if day]
    own = {primary.id, secondary.id}
    return replace(
        primary,
        body=f"{primary.body}\n\n{text}" if primary.body else text,
        created=min(days, default=None),
        modified=today,
        tags=united(primary.tags, secondary.tags),
        keywords=tuple(sorted(united(primary.keywords, secondary.keywords))),
        when_to_load=united(primary.when_to_load, secondary.when_to_load),
        links=tuple(x for x in united(primary.links, secondary.links) if x not in own),
        supersedes=united(primary.supersedes, secondary.supersedes),
        anchors=tuple(dict.fromkeys((*primary.anchors, *secondary.anchors))),
        history="\n\n".join(filter(None, (primary.history, secondary.history))),
        usage=_added(primary.usage, secondary.usage),
        status=lowest((primary, secondary)),
    )


def _told(memory: Memory) -> str:
    """Return the text of a memory with its summary above it, where that says something more."""
    is_said = memory.summary in (memory.title, "") or memory.summary in memory.body
    return memory.body if is_said else f"{memory.summary}\n\n{memory.body}"


def _added(one: Usage, other: Usage) -> Usage:
    days = [day for day in (one.last, other.last) if day]
    return Usage(count=one.count + other.count, last=max(days, default=None))


def missing_keywords(sources: Sequence[Memory], result: Memory) -> tuple[str, ...]:
    """Return the keywords of `sources` that `result` has lost; there must be none."""
    held = {keyword.lower() for keyword in result.keywords}
    wanted = (keyword for source in sources for keyword in source.keywords)
    return tuple(sorted({keyword for keyword in wanted if keyword.lower() not in held}))


def with_links_to(memory: Memory, old: MemoryId, new: MemoryId) -> Memory:
    """Return `memory` with every link to `old` leading to `new`, in its text and beside it."""
    links = (new if link == old else link for link in memory.links)
    return replace(
        memory,
        body=_link_to(old).sub(lambda _: f"[[{new}", memory.body),
        links=tuple(dict.fromkeys(link for link in links if link != memory.id)),
    )


def is_linked(memory: Memory, name: MemoryId) -> bool:
    """Say whether `memory` links to `name`, in its text or beside it."""
    is_near = f"[[{name}" in memory.body  # a purge asks this of every memory for every name
    return name in memory.links or (is_near and _link_to(name).search(memory.body) is not None)


def _link_to(name: MemoryId) -> re.Pattern[str]:
    """Return how a link to `name` begins; an alias or a heading may follow."""
    return re.compile(rf"\[\[{re.escape(name)}(?:\.md)?(?=[\]|#])")

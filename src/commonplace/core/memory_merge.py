"""Join two memories, or a memory and new text: neither loses what it said.

Texts are appended, moved to the history or put below a heading of their own; words to find them by, links, counters
and dates are united. Which of two memories stays is a rule, not a guess (skill-memory B3). A claim that finds no
place in a layout is not dropped here: `core.superset` names it, and a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from commonplace.core.answers import validity_of
from commonplace.core.changes import lowest
from commonplace.core.health import cluster_of, keywords_of
from commonplace.core.letters import is_unspaced
from commonplace.core.memory import Memory, MemoryId, Usage, Validity
from commonplace.core.superset import missing
from commonplace.core.tokens import fold
from commonplace.core.traits import Traits
from commonplace.core.values import dataclass, replace

SUMMARY_AT_MOST = 160
"""As long as the line that LingXi allows for when a note is to be loaded."""
MERGED_INTO = "merged_into:"


def extended(memory: Memory, new: Memory, form: str, today: date) -> Memory:
    """Return `memory` with the text of `new` below its own, in the `form` of its layout."""
    text = form.format(today=today, source=new.source, text=told(new.title, new.body))
    return replace(
        memory,
        body=_below(memory.body, text),
        tags=united(memory.tags, new.tags),
        keywords=united(memory.keywords, new.keywords),
        summary=_summed_up(memory, new),
        when_to_load=united(memory.when_to_load, new.when_to_load),
        modified=today,
    )


def _below(body: str, text: str) -> str:
    """Return `text` below `body`: points below points are one list."""
    if not body:
        return text
    are_points = text.startswith("- ") and body.rpartition("\n")[2].startswith("- ")
    return f"{body}\n{text}" if are_points else f"{body}\n\n{text}"


def _summed_up(memory: Memory, new: Memory) -> str:
    """Return the line for both texts, while it is short: what is not in it is never injected."""
    old, said = memory.summary, new.summary or new.title
    both = said if fold(old) in fold(said) else f"{old}; {said}"
    return both if old and len(both) <= SUMMARY_AT_MOST else old


def updated(memory: Memory, new: Memory, today: date) -> Memory:
    """Return `memory` saying what `new` says; its old text goes to its history.

    Name, topic, kind, dates and counters stay (skill-memory B2 and B7.7).
    """
    return replace(
        memory,
        title=new.title,
        body=new.body,
        summary=new.summary,
        source=new.source,
        tags=united(memory.tags, new.tags),
        keywords=united(new.keywords, memory.keywords),
        when_to_load=united(memory.when_to_load, new.when_to_load),
        history=with_former(memory),
        modified=today,
    )


def succeeding(new: Memory, old: Memory) -> Memory:
    """Return `new` in the place of `old`: it knows whom it replaces and takes over by what that is found.

    What it no longer says stands in its history, for a tombstone is erased one day.
    """
    heir = replace(
        new,
        supersedes=united(old.supersedes, (old.id,)),
        tags=united(new.tags, old.tags),
        keywords=united(new.keywords, old.keywords),
        when_to_load=united(new.when_to_load, old.when_to_load),
        links=united(new.links, old.links),
    )
    return replace(heir, history=with_former(old)) if missing([old], heir) else heir


def narrowed(memory: Memory, applies_when: str, *, holds_validity: bool) -> Memory:
    """Return `memory` saying when it holds: in its own field, else as a last line of its text."""
    if holds_validity:
        return replace(memory, validity=validity_of(applies_when))
    lead = "适用于：" if any(map(is_unspaced, memory.body)) else "Applies when: "
    return replace(memory, body=f"{memory.body}\n\n{lead}{applies_when}", validity=Validity())


def is_fuller(new: Memory, old: Memory) -> bool:
    """Say whether `new` says everything that `old` says, and more."""
    return len(new.body) > len(old.body) and not missing([old], new)


def with_former(memory: Memory) -> str:
    """Return the history of `memory` with its present text on top, under the day it was written."""
    day = memory.modified or memory.created
    heading = f"### Previous Version ({day})" if day else "### Previous Version"
    parts = (heading, told(memory.title, memory.body, memory.summary), memory.history)
    return "\n\n".join(filter(None, parts))


def told(title: str, body: str, summary: str = "") -> str:
    """Return a text with its title and summary above it, each only if it says something more."""
    known = fold(body)
    head = f"**{title}**" if fold(title.rstrip("…")) not in known else ""
    line = summary if fold(summary.rstrip("…")) not in f"{fold(title)} {known}" else ""
    return "\n\n".join(filter(None, (head, line, body)))


def united(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    """Return the words of both, each once however it is written, the first ones first."""
    words: dict[str, str] = {}
    for word in (*first, *second):
        words.setdefault(fold(word) or word, word)
    return tuple(words.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePair:
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


def pairs_of(
    memories: Sequence[Memory], pairs: Iterable[tuple[MemoryId, MemoryId]]
) -> tuple[MergePair, ...]:
    """Return the `pairs` that may be merged: cluster by cluster, those with the most in common first."""
    by_id = {memory.id: memory for memory in memories}
    keywords = keywords_of(memories)
    found = [
        _pair(by_id[one], by_id[other], keywords[one], keywords[other]) for one, other in pairs
    ]
    return tuple(sorted(found, key=lambda p: (p.cluster, -p.overlap, p.primary.id, p.secondary.id)))


def _pair(one: Memory, other: Memory, left: frozenset[str], right: frozenset[str]) -> MergePair:
    primary, secondary = sorted((one, other), key=_seniority)
    return MergePair(
        primary=primary,
        secondary=secondary,
        shared=tuple(sorted(left & right)),
        overlap=len(left & right) / min(len(left), len(right)),
    )


def _seniority(memory: Memory) -> tuple[int, date, MemoryId]:
    """Order by who stays: retrieved more often, then older, then first in the alphabet."""
    return -memory.usage.count, memory.created or date.max, memory.id


def merged(
    primary: Memory, secondary: Memory, overlap: float, traits: Traits, today: date
) -> Memory:
    """Return `primary` with everything that `secondary` said; a word that nobody approved holds all."""
    text = traits.merge_section.format(
        id=secondary.id,
        title=secondary.title,
        today=today,
        overlap=round(100 * overlap),
        text=_told(secondary),
    )
    days = [day for day in (primary.created, secondary.created) if day]
    own = {primary.id, secondary.id}
    kind = (secondary.kind,) if traits.kind_is_a_tag and secondary.kind != primary.kind else ()
    return replace(
        primary,
        body=f"{primary.body}\n\n{text}" if primary.body else text,
        created=min(days, default=None),
        modified=today,
        tags=united(primary.tags, (*filter(None, kind), *secondary.tags)),
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

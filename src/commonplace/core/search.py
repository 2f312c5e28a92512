"""What engines are asked and what they answer.

Which memories a query lets through: one rule for every engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.values import dataclass

MOST_HITS = 10
APPROVED = frozenset({Status.ACTIVE})
HELD = frozenset({Status.QUARANTINED})
LIVING = APPROVED | HELD


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file of the book as an engine must know it: its memories, and how it looked on disk."""

    path: str
    memories: tuple[Memory, ...]
    sha256: str
    size: int = 0
    mtime_ns: int = 0
    ctime_ns: int = 0
    inode: int = 0
    lines: Mapping[MemoryId, tuple[int, int]] | None = None
    """First and last line of each memory, where a file holds several."""
    keywords: tuple[str, ...] = ()
    """Keywords of the file as a whole, where a layout keeps them for a category."""


class Sought(NamedTuple):
    """Which memories a list is wanted of: those with one of these names, or that somewhere say one of these texts."""

    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


EVERYTHING = Sought()
"""Nothing in particular."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What somebody wants to be reminded of, and which memories may answer."""

    text: str
    most: int = MOST_HITS
    topic: str = ""
    """This topic or one below it."""
    kind: str = ""
    tag: str = ""
    since: date | None = None
    """Only what was created or changed on that day or later."""
    statuses: frozenset[Status] = APPROVED
    """How a memory may stand that answers; nothing but what was approved for an injection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One part of a score, for people who ask why."""

    why: str
    """`word:<token>` stands in the passage, `near:<token>` beside it; `note`, `links`, `meaning`,
    `keyword:<keyword>`, `category:<keyword>`."""
    score: float


MORE_THAN_THE_LINE = 1.5
"""A passage that holds the line and is not longer than this says in more words what the line says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory that was found, with everything that is needed to show or to check it."""

    memory: MemoryId
    score: float
    path: str
    sha256: str
    """Of the file as it was indexed: served only if the file still has it."""
    title: str
    line: str
    """The one line that is injected: the summary, or the title where there is none."""
    passage: str = ""
    """The sentences that meet the question best, as one line; empty where an engine knows none."""
    pointer: str = ""
    """What a pointer says of it: the place that meets the question, or the title; empty where an engine knows none."""
    status: Status = Status.ACTIVE
    first_line: int = 1
    last_line: int = 0
    reasons: tuple[Reason, ...] = ()
    confidence: float = 1.0
    """The calibrated probability that this memory answers; certain where an engine knows no doubt."""

    @property
    def answer(self) -> str:
        """What whoever asked is shown: the sentences that meet the question, its line where they say no more."""
        line = self.line.rstrip("….。").casefold()
        says_more = len(self.passage) > MORE_THAN_THE_LINE * len(line)
        is_said = bool(line) and line in self.passage.casefold() and not says_more
        return self.line if is_said else self.passage or self.line


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The answer to a query: hits, best first, and how sure the engine is that they matter."""

    hits: tuple[Hit, ...]
    confidence: float = 1.0
    """The calibrated probability that the first hit is relevant."""
    degraded: str = ""
    """Why this answer is less than it could be; empty when nothing is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStatus:
    """How an engine is."""

    name: str
    is_ready: bool
    memories: int = 0
    passages: int = 0
    bytes_on_disk: int = 0
    place: str = ""
    trouble: str = ""
    wants_rebuild: bool = False
    embedded: tuple[tuple[str, int], ...] = ()
    """The key of each embedder that has vectors here, and of how many passages."""


def is_filtered(query: Query) -> bool:
    """Say whether the query asks for only a part of the book."""
    is_partial = not query.statuses >= APPROVED
    return is_partial or bool(query.topic or query.kind or query.tag or query.since)


def passes(
    query: Query, *, status: str, topic: str, kind: str, tags: tuple[str, ...], day: str
) -> bool:
    """Say whether a memory with these marks may answer `query`; `day` is an ISO date or empty."""
    return (
        status in query.statuses
        and _is_below(topic, query.topic)
        and query.kind.casefold() in ("", kind.casefold())
        and (not query.tag or query.tag.casefold() in map(str.casefold, tags))
        and (query.since is None or day >= query.since.isoformat())
    )


def accepts(query: Query, memory: Memory) -> bool:
    """Say whether `memory` may answer `query`."""
    day = memory.modified or memory.created
    return passes(
        query,
        status=memory.status,
        topic=memory.topic,
        kind=memory.kind,
        tags=memory.tags,
        day=day.isoformat() if day else "",
    )


def _is_below(topic: str, wanted: str) -> bool:
    path, prefix = topic.casefold().strip("/"), wanted.casefold().strip("/")
    return not prefix or path == prefix or path.startswith(prefix + "/")

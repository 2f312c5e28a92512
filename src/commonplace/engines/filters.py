"""Which memories a query lets through: one rule for every engine."""

from __future__ import annotations

from commonplace.core.memory import Memory
from commonplace.core.search import APPROVED, Query


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

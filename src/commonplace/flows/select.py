"""Many memories in, those a person asked for out, newest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from commonplace.core.memory import Memory, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which memories are wanted; what is empty does not narrow."""

    topic: str = ""
    """This topic and every topic below it."""
    kind: str = ""
    tags: tuple[str, ...] = ()
    """All of these must be there."""
    status: Status | None = None
    is_whole: bool = False
    """Whether tombstoned memories belong to it too."""


def select(memories: Iterable[Memory], wanted: Selection) -> tuple[Memory, ...]:
    """Return the wanted memories, the newest first, those of one day in the order of their ids."""
    found = sorted((m for m in memories if _is_wanted(m, wanted)), key=lambda m: m.id)
    return tuple(sorted(found, key=lambda m: m.modified or m.created or date.min, reverse=True))


def _is_wanted(memory: Memory, wanted: Selection) -> bool:
    return (
        _has_status(memory, wanted)
        and (not wanted.kind or memory.kind.casefold() == wanted.kind.casefold())
        and {tag.casefold() for tag in wanted.tags} <= {tag.casefold() for tag in memory.tags}
        and (not wanted.topic or _is_below(memory.topic, wanted.topic))
    )


def _has_status(memory: Memory, wanted: Selection) -> bool:
    if wanted.status is not None:
        return memory.status is wanted.status
    return wanted.is_whole or memory.status is not Status.TOMBSTONED


def _is_below(topic: str, above: str) -> bool:
    inner, outer = topic.casefold().strip("/"), above.casefold().strip("/")
    return inner == outer or inner.startswith(f"{outer}/")

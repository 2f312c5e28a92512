"""Five at a time: an agent is handed what waits in portions that a person can decide about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

AT_ONCE = 5
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion(Generic[T]):
    """Some of a list, and how many come after them."""

    items: tuple[T, ...]
    left: int = 0


def portion(items: Sequence[T], page: int) -> Portion[T]:
    """Return the portion number `page`, counted from 1; everything for 0."""
    if not page:
        return Portion(items=tuple(items))
    start = (page - 1) * AT_ONCE
    return Portion(
        items=tuple(items[start : start + AT_ONCE]), left=max(0, len(items) - start - AT_ONCE)
    )

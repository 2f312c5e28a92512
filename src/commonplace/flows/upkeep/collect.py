"""Which tombstones may leave the disk for good: those whose grace has passed, by every witness."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from commonplace.core.bulk_delete_limit import check_bulk_delete
from commonplace.core.changes import Erase, Receipt
from commonplace.core.memory import Memory, MemoryId
from commonplace.flows.upkeep.outcome import Care, Outcome, Work, proposed
from commonplace.flows.upkeep.survey import Survey

GRACE_DAYS = 7
ARCHIVED = "archived"
"""The reason of a tombstone that is kept for good: it was put away, not thrown away."""


def collectable(found: Survey, touched: Collection[MemoryId] = ()) -> tuple[Memory, ...]:
    """Return the memories whose burial is at least seven days old.

    A burial dated in the future never counts, nor does one of which a receipt on this machine
    (`touched`) says that it happened less than seven days ago, whatever its file says.
    """
    return tuple(
        memory
        for memory in found.buried
        if memory.tombstone is not None
        and memory.tombstone.reason != ARCHIVED
        and days_left(memory, found) <= 0
        and memory.id not in touched
    )


def days_left(memory: Memory, found: Survey) -> int:
    """Return how many days of grace a tombstoned memory has left."""
    assert memory.tombstone is not None
    return GRACE_DAYS - (found.today - memory.tombstone.at).days


def touched_lately(receipts: Iterable[Receipt], now: datetime) -> frozenset[MemoryId]:
    """Return the memories that a receipt of the last seven days speaks of; newest receipts first."""
    since = now - timedelta(days=GRACE_DAYS)
    found: set[MemoryId] = set()
    for receipt in receipts:
        if receipt.at < since:
            break
        found.update(receipt.memories)
    return frozenset(found)


def collect(chosen: Sequence[MemoryId], care: Care, *, many: bool = False) -> Outcome:
    """Propose to erase the `chosen` tombstoned memories."""
    erasures = [Erase(care.view.memory(name)) for name in chosen]
    if not many:
        check_bulk_delete(erasures, care.found.health.files)
    work = Work(
        kind="gc",
        changes=erasures,
        affected=tuple(chosen),
        notes=f"Hard-deleted {len(chosen)} tombstoned memories",
    )
    return Outcome(proposal=proposed(work, care))

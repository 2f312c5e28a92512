"""Which memories may be let go, in the order in which they should be looked at, and who still links to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from commonplace.core.changes import Bury, Erase, Receipt
from commonplace.core.health import Score
from commonplace.core.memory import Memory, MemoryId, Tombstone
from commonplace.core.memory_merge import is_linked
from commonplace.core.validity import check_bulk_delete
from commonplace.flows.upkeep.outcome import Care, Outcome, Work, proposed
from commonplace.flows.upkeep.survey import Survey
from commonplace.flows.view import View

REASON = "purge"


def purge_candidates(found: Survey) -> tuple[Score, ...]:
    """Return what may be purged: past its time first, the longest first, then the worst score."""
    eligible = [each for each in found.scores.values() if each.purge_eligible]
    return tuple(
        sorted(eligible, key=lambda each: (-each.days_past_its_time, -each.composite, each.memory))
    )


def advised(found: Survey) -> tuple[Score, ...]:
    """Return what was used once and is out of date by now, which the purge rule never reaches."""
    return tuple(each for each in found.scores.values() if each.is_advised)


def purge(chosen: Sequence[MemoryId], care: Care, *, many: bool = False) -> Outcome:
    """Propose to bury the `chosen` memories; more than the brake allows needs `many`."""
    tombstone = Tombstone(at=care.view.today, reason=REASON)
    burials = [Bury(care.view.memory(name), tombstone) for name in chosen]
    if not many:
        check_bulk_delete(burials, care.found.health.active)
    stale = stale_links(chosen, care.view)
    work = Work(
        kind="purge",
        changes=burials,
        affected=tuple(chosen),
        notes=f"Tombstoned {len(chosen)} memories. Link-scan warnings: {_listed(stale)}",
    )
    return Outcome(proposal=proposed(work, care), told=_warned(stale))


def stale_links(names: Sequence[MemoryId], view: View) -> list[tuple[str, MemoryId]]:
    """Return file and target of every link from an active memory to one of `names`."""
    going = set(names)
    return [
        (view.path(memory.id), name)
        for memory in view.reading.memories
        if memory.tombstone is None and memory.id not in going
        for name in names
        if is_linked(memory, name)
    ]


def _listed(stale: Sequence[tuple[str, MemoryId]]) -> str:
    return ", ".join(f"{path.rpartition('/')[2]}->{name}" for path, name in stale) or "none"


def _warned(stale: Sequence[tuple[str, MemoryId]]) -> tuple[str, ...]:
    if not stale:
        return ("Link-scan: No stale references found.",)
    warnings = [f"WARNING: {path} references tombstoned [[{name}]]" for path, name in stale]
    return ("## Link-Scan Warnings", *warnings)


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

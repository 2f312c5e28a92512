"""Rewrite memories one by one, each only if it still says the same and is found as before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from commonplace.core.changes import Change, Edit
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.superset import missing
from commonplace.flows.ahead import advanced, edits_between
from commonplace.flows.upkeep.outcome import Care
from commonplace.flows.upkeep.proving import Heir, lost_questions

Rewrite = tuple[Memory, Memory]


def proved(rewrites: Iterable[Rewrite], care: Care) -> tuple[list[Rewrite], dict[MemoryId, str]]:
    """Return the rewrites that lose nothing, and for each of the others why it is left."""
    left: dict[MemoryId, str] = {}
    good: list[Rewrite] = []
    for before, after in rewrites:
        if lost := [claim.text for claim in missing([before], after)]:
            left[before.id] = f"{before.id}: would lose {', '.join(lost)}; left as it is."
        else:
            good.append((before, after))
    while good and (unfindable := _unfindable(good, care)):
        left |= unfindable
        good = [rewrite for rewrite in good if rewrite[0].id not in left]
    return good, left


def edits_of(rewrites: Sequence[Rewrite]) -> list[Change]:
    """Return the changes that carry `rewrites` out."""
    return [Edit(before, after) for before, after in rewrites]


def _unfindable(rewrites: Sequence[Rewrite], care: Care) -> dict[MemoryId, str]:
    moved = [pair for pair in rewrites if _is_found_otherwise(*pair)]
    if not moved:
        return {}
    files = care.view.files
    ahead = advanced(care.view, edits_of(rewrites))
    names = {memory.id for memory in ahead.reading.memories}
    # A layout that names a memory by what it says gives it a new name: it is looked for under that.
    heirs = [Heir(before, after.id) for before, after in moved if after.id in names]
    lost = lost_questions(heirs, files, edits_between(files, ahead.files), care.proof)
    return {
        probe.memory: f"{probe.memory}: “{probe.text}” would not find it any more; left as it is."
        for probe in lost
    }


def _is_found_otherwise(before: Memory, after: Memory) -> bool:
    """Say whether the words change by which a memory is found; a counter is none."""
    fields = ("title", "body", "summary", "keywords", "tags", "kind", "topic", "when_to_load")
    return any(getattr(before, name) != getattr(after, name) for name in fields)

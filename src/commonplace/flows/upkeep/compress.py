"""Make long memories short; the long text stays in their history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from commonplace.core.compression import compressed
from commonplace.core.health import Score
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.superset import missing
from commonplace.flows.ahead import advanced
from commonplace.flows.upkeep.outcome import Care, Outcome, Work, proposed
from commonplace.flows.upkeep.rewriting import edits_of, proved
from commonplace.flows.upkeep.survey import Survey

ESTIMATED_SHARE = 0.4
WORTH_IT = 0.9
"""A note that stays longer than this share of itself is not rewritten: it says too much already."""


def compress_candidates(found: Survey) -> tuple[Score, ...]:
    """Return the oversized memories, the largest first."""
    large = [each for each in found.scores.values() if each.is_oversized]
    return tuple(sorted(large, key=lambda each: (-each.size_penalty, each.memory)))


def compress(chosen: Sequence[MemoryId], care: Care) -> Outcome:
    """Propose the `chosen` memories as key points."""
    holds = "history" in care.view.layout.holds
    pairs = [
        (memory, compressed(memory, care.view.today, holds_history=holds))
        for memory in map(care.view.memory, chosen)
    ]
    shorter = [(old, new) for old, new in pairs if len(new.body) <= WORTH_IT * len(old.body)]
    full = {old.id for old, _ in pairs} - {old.id for old, _ in shorter}
    told = [f"{name}: every sentence says something of its own; left." for name in sorted(full)]
    rewrites, left = proved(shorter, care)
    told += left.values()
    if not rewrites:
        return Outcome(proposal=None, told=tuple(told), left=tuple(chosen))
    changes = edits_of(rewrites)
    sizes = care.weigh(advanced(care.view, changes)).tokens
    before = {old.id: care.found.tokens.get(old.id, 0) for old, _ in rewrites}
    saved = sum(before[name] - sizes.get(name, 0) for name in before)
    work = Work(
        kind="compress",
        changes=changes,
        affected=[_entry(old, new, before, sizes) for old, new in rewrites],
        notes=f"Compressed {len(rewrites)} memories. Total tokens saved: {saved}",
    )
    unchanged = tuple(name for name in chosen if name not in before)
    return Outcome(proposal=proposed(work, care), told=tuple(told), left=unchanged)


def _entry(
    old: Memory, new: Memory, before: Mapping[MemoryId, int], sizes: Mapping[MemoryId, int]
) -> dict[str, object]:
    was, now = before[old.id], sizes.get(new.id, 0)
    return {
        "id": old.id,
        "tokens_before": was,
        "tokens_after": now,
        "compression_ratio": round(now / was, 2) if was else 1.0,
        "keywords_preserved": not missing([old], new),
        "action": "compressed",
    }

"""Rewrite memories one by one, each only if it still says the same and is found as before: compress and refine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from commonplace.core.changes import Change, Edit
from commonplace.core.health import Score
from commonplace.core.memory import Memory, MemoryId, Status, Usage
from commonplace.core.refinement import (
    LabelFix,
    applied,
    automatic_fixes,
    compressed,
    suggested_fixes,
)
from commonplace.core.superset import missing
from commonplace.core.values import dataclass, replace
from commonplace.flows.proposals import advanced, edits_between
from commonplace.flows.upkeep.outcome import (
    Care,
    Heir,
    Survey,
    UpkeepOutcome,
    Work,
    lost_questions,
    proposed,
)
from commonplace.flows.view import View

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


ESTIMATED_SHARE = 0.4
WORTH_IT = 0.9
"""A note that stays longer than this share of itself is not rewritten: it says too much already."""


def compress_candidates(found: Survey) -> tuple[Score, ...]:
    """Return the oversized memories, the largest first."""
    large = [each for each in found.scores.values() if each.is_oversized]
    return tuple(sorted(large, key=lambda each: (-each.size_penalty, each.memory)))


def compress(chosen: Sequence[MemoryId], care: Care) -> UpkeepOutcome:
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
        return UpkeepOutcome(proposal=None, told=tuple(told), left=tuple(chosen))
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
    return UpkeepOutcome(proposal=proposed(work, care), told=tuple(told), left=unchanged)


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


DEDUP, SUMMARY, TOPIC = "keyword_dedup", "summary_gen", "topic_normalize"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refinement:
    """What there is to refine, and what was chosen of it."""

    safe: tuple[LabelFix, ...]
    asked: tuple[LabelFix, ...]
    is_automatic: bool = False

    @property
    def fixes(self) -> tuple[LabelFix, ...]:
        """Everything that will be done."""
        return (*self.safe, *self.asked)


def fixes_for(view: View) -> Refinement:
    """Return what is safe to mend in the book, and what to ask about."""
    holds = view.layout.holds
    active = [each for each in view.reading.memories if each.status is not Status.TOMBSTONED]
    safe = tuple(fix for memory in active for fix in automatic_fixes(memory, holds))
    topics = Counter(memory.topic.lower().strip("/") for memory in active)
    tidy = _mended(active, safe)
    asked = tuple(
        fix for memory in active for fix in suggested_fixes(tidy[memory.id], topics, holds)
    )
    return Refinement(safe=safe, asked=asked)


def automatic(found: Refinement) -> Refinement:
    """Return only what needs no question."""
    return Refinement(safe=found.safe, asked=(), is_automatic=True)


def refine(chosen: Refinement, care: Care) -> UpkeepOutcome:
    """Propose the `chosen` fixes, and every retrieval that the book does not count yet."""
    by_memory: dict[MemoryId, list[LabelFix]] = defaultdict(list)
    for fix in chosen.fixes:
        by_memory[fix.memory].append(fix)
    active = [each for each in care.view.reading.memories if each.status is not Status.TOMBSTONED]
    usage = care.usage
    pairs = [
        (each, _refined(each, by_memory.get(each.id, ()), usage[each.id], care)) for each in active
    ]
    rewrites, left = proved([(old, new) for old, new in pairs if old != new], care)
    told = tuple(left.values())
    if not rewrites:
        return UpkeepOutcome(proposal=None, told=told, left=tuple(left))
    done = {old.id for old, _ in rewrites}
    work = Work(
        kind="refine",
        mode="auto" if chosen.is_automatic else "",
        changes=edits_of(rewrites),
        affected=[
            {"id": name, "fixes_applied": [fix.kind for fix in fixes], "action": "refined"}
            for name, fixes in by_memory.items()
            if name in done
        ],
        notes=_notes(chosen, done),
    )
    return UpkeepOutcome(proposal=proposed(work, care), told=told, left=tuple(left))


def counters_behind(care: Care) -> tuple[MemoryId, ...]:
    """Return the memories whose own counter lags behind what is known of their retrievals."""
    if "usage" not in care.view.layout.holds:
        return ()
    counted = {memory.id: memory.usage for memory in care.found.active}
    return tuple(
        memory.id
        for memory in care.view.reading.memories
        if memory.id in counted and counted[memory.id] != memory.usage
    )


def _mended(memories: Sequence[Memory], fixes: Sequence[LabelFix]) -> dict[MemoryId, Memory]:
    by_memory: dict[MemoryId, list[LabelFix]] = defaultdict(list)
    for fix in fixes:
        by_memory[fix.memory].append(fix)
    return {memory.id: applied(memory, by_memory.get(memory.id, ())) for memory in memories}


def _refined(memory: Memory, fixes: Sequence[LabelFix], usage: Usage, care: Care) -> Memory:
    after = applied(memory, fixes)
    if after != memory and "modified" in care.view.layout.holds:
        after = replace(after, modified=care.view.today)
    if "usage" in care.view.layout.holds:
        after = replace(after, usage=usage)
    return after


def _notes(chosen: Refinement, done: set[MemoryId]) -> str:
    safe = sum(fix.memory in done for fix in chosen.safe)
    asked = sum(fix.memory in done for fix in chosen.asked)
    count = len({fix.memory for fix in chosen.fixes} & done)
    if chosen.is_automatic:
        return f"auto mode - Tier 1 fixes only. Applied {safe} fixes to {count} memories"
    return f"Refined {count} memories. Tier 1: {safe} fixes, Tier 2: {asked} fixes"

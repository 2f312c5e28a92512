"""Better labels: what is safe at once, what a person chooses; and this machine's retrievals are folded in."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from commonplace.core.label_fixes import LabelFix, applied, automatic_fixes, suggested_fixes
from commonplace.core.memory import Memory, MemoryId, Status, Usage
from commonplace.flows.upkeep.outcome import Care, Outcome, Work, proposed
from commonplace.flows.upkeep.rewriting import edits_of, proved
from commonplace.flows.view import View

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


def refine(chosen: Refinement, care: Care) -> Outcome:
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
        return Outcome(proposal=None, told=told, left=tuple(left))
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
    return Outcome(proposal=proposed(work, care), told=told, left=tuple(left))


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

"""Which memories may be let go, in the order in which they should be looked at, and who still links to them.

Make one memory of two, proved before the second is buried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from commonplace.core.answers import check_bulk_delete
from commonplace.core.changes import Bury, Change, Edit, Erase, Receipt
from commonplace.core.claims.clauses import sentences
from commonplace.core.health import Score, alike_pairs
from commonplace.core.hygiene import shorten
from commonplace.core.judge.restatement import statement
from commonplace.core.memory import Memory, MemoryId, Status, Tombstone, Usage
from commonplace.core.memory_merge import (
    MERGED_INTO,
    MergePair,
    is_linked,
    merged,
    missing_keywords,
    pairs_of,
    with_links_to,
)
from commonplace.core.superset import missing
from commonplace.flows.decisions import dispute
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

QUOTED_CHARACTERS, QUOTES_AT_MOST = 80, 4
"""Of the sentences that a merge names; the difference shows them all."""


@dataclass(slots=True)
class _Bench:
    """The memories as they will be, while pair after pair is merged."""

    now: dict[MemoryId, Memory]
    before: dict[MemoryId, Memory]
    buried: dict[MemoryId, MemoryId] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    done: list[MergePair] = field(default_factory=list)
    affected: list[dict[str, object]] = field(default_factory=list)


def merge_candidates(found: Survey) -> tuple[MergePair, ...]:
    """Return the pairs that a person may merge; those decided to stay apart are not offered again."""
    return tuple(p for p in _pairs(found) if frozenset(_name(p)) not in found.decided)


def decided_apart(found: Survey) -> int:
    """Return how many pairs would be offered if nobody had decided to keep both."""
    if not found.decided:
        return 0
    return sum(frozenset(_name(pair)) in found.decided for pair in _pairs(found))


def unlike_in_subject(found: Survey) -> tuple[str, ...]:
    """Return the pairs that share their keywords and are not offered: nothing says that they are one."""
    offered = frozenset(map(frozenset, found.health.merge_pairs))
    alike = (pair for pair in alike_pairs(found.active) if frozenset(pair) not in offered)
    return tuple(" + ".join(pair) for pair in alike if frozenset(pair) not in found.decided)


def _pairs(found: Survey) -> tuple[MergePair, ...]:
    return pairs_of(found.active, found.health.merge_pairs)


def merge(chosen: Sequence[MergePair], care: Care) -> UpkeepOutcome:
    """Propose to merge the `chosen` pairs, each only if every claim and question survives."""
    refused: dict[tuple[MemoryId, MemoryId], str] = {}
    while True:
        bench = _merged([pair for pair in chosen if _name(pair) not in refused], care)
        changes = _changes(bench, care)
        lost = _unfindable(bench, changes, care)
        if not lost:
            break
        refused |= lost
    told = (*bench.told, *refused.values())
    left = tuple(pair.secondary.id for pair in chosen if pair not in bench.done)
    if not bench.done:
        return UpkeepOutcome(proposal=None, told=told, left=left)
    clusters = len({pair.cluster for pair in bench.done})
    work = Work(
        kind="merge",
        changes=changes,
        affected=bench.affected,
        notes=f"Merged {len(bench.done)} pair(s) across {clusters} cluster(s)",
    )
    return UpkeepOutcome(proposal=proposed(work, care), told=told, left=left)


def _name(pair: MergePair) -> tuple[MemoryId, MemoryId]:
    return pair.primary.id, pair.secondary.id


def _merged(chosen: Sequence[MergePair], care: Care) -> _Bench:
    known = {memory.id: memory for memory in care.view.reading.memories}
    bench = _Bench(now=dict(known), before=known)
    for pair in chosen:
        if pair.primary.id in bench.buried or pair.secondary.id in bench.buried:
            gone = next(name for name in _name(pair) if name in bench.buried)
            bench.told.append(f"{gone} was merged into {bench.buried[gone]}; run --merge again.")
        else:
            _merge_one(pair, bench, care)
    return bench


def _merge_one(pair: MergePair, bench: _Bench, care: Care) -> None:
    holds = care.view.layout.holds
    primary, secondary = (_counted(bench.now[name], care) for name in _name(pair))
    held = [each.id for each in (primary, secondary) if each.status is Status.QUARANTINED]
    if len(held) == 1:
        # Both would be held: what is trusted must not fall silent beside what nobody approved.
        bench.told.append(f"{held[0]} is in quarantine; approve it first. Not merged.")
        return
    if question := dispute(primary, secondary, care.judge):
        bench.told.append(
            f"{primary.id} + {secondary.id}: {question} Settle that first; not merged."
        )
        return
    result = merged(primary, secondary, pair.overlap, care.view.layout.traits, care.view.today)
    result = with_links_to(_held(result, primary, holds), secondary.id, primary.id)
    if lost := missing_keywords((primary, secondary), result) if "keywords" in holds else ():
        bench.told.append(f"KEYWORD SUPERSET VIOLATION: missing keywords: {', '.join(lost)}")
        return
    if claims := [claim.text for claim in missing((primary, secondary), result)]:
        bench.told.append(
            f"{primary.id} + {secondary.id}: would lose {', '.join(claims)}; not merged."
        )
        return
    bench.now[primary.id] = result
    bench.buried[secondary.id] = primary.id
    bench.done.append(pair)
    bench.told.append(_survival(primary, secondary))
    bench.affected.append(_entry(pair, primary, secondary, result))
    _relink(pair, bench, care)


def _survival(primary: Memory, secondary: Memory) -> str:
    """Return what becomes of each sentence of two memories that are made one."""
    said = dict.fromkeys(each.strip() for each in sentences(secondary.body))
    known = {statement(each) for each in sentences(f"{primary.title}\n{primary.body}")}
    added = [each for each in said if statement(each) not in known]
    again = [each for each in said if statement(each) in known]
    parts = [f"{primary.id} + {secondary.id}: every sentence of {primary.id} stays"]
    if added:
        parts.append(f"{secondary.id} adds {_quoted(added)}")
    if again:
        parts.append(f"both say {_quoted(again)}")
    return "; ".join(parts) + "."


def _quoted(said: Sequence[str]) -> str:
    """Return the first of some sentences as quotes, and how many more there are."""
    quotes = [f"“{shorten(each, QUOTED_CHARACTERS)}”" for each in said[:QUOTES_AT_MOST]]
    more = len(said) - len(quotes)
    return ", ".join(quotes) + (f" and {more} more" if more else "")


def _counted(memory: Memory, care: Care) -> Memory:
    """Return `memory` with every retrieval that is known of, where the book keeps them."""
    if "usage" not in care.view.layout.holds:
        return memory
    return replace(memory, usage=max(memory.usage, care.usage[memory.id], key=_count))


def _count(usage: Usage) -> int:
    return usage.count


def _held(result: Memory, primary: Memory, holds: frozenset[str]) -> Memory:
    """Return `result` with only what its layout can keep."""
    names = ("created", "modified", "tags", "keywords", "when_to_load", "links", "supersedes")
    kept = {
        name: getattr(primary, name)
        for name in (*names, "anchors", "history", "usage")
        if name not in holds
    }
    return replace(result, **kept)


def _entry(
    pair: MergePair, primary: Memory, secondary: Memory, result: Memory
) -> dict[str, object]:
    return {
        "primary": primary.id,
        "secondary": secondary.id,
        "overlap_score": round(pair.overlap, 2),
        "keywords_before": [len(primary.keywords), len(secondary.keywords)],
        "keywords_after": len(result.keywords),
        "keyword_superset_verified": True,
        "action": "merged",
    }


def _relink(pair: MergePair, bench: _Bench, care: Care) -> None:
    old, new = pair.secondary.id, pair.primary.id
    for memory in list(bench.now.values()):
        if memory.tombstone or memory.id in (old, new):
            continue
        after = with_links_to(memory, old, new)
        if after != memory:
            bench.now[memory.id] = after
            bench.told.append(f"{care.view.path(memory.id)}: replaced [[{old}]] -> [[{new}]]")


def _changes(bench: _Bench, care: Care) -> list[Change]:
    edits: list[Change] = [
        Edit(bench.before[name], after)
        for name, after in bench.now.items()
        if after != bench.before[name] and name not in bench.buried
    ]
    today = care.view.today
    return edits + [
        Bury(
            bench.before[name],
            Tombstone(at=today, reason=f"{MERGED_INTO}{heir}", superseded_by=heir),
        )
        for name, heir in bench.buried.items()
    ]


def _unfindable(
    bench: _Bench, changes: Sequence[Change], care: Care
) -> dict[tuple[MemoryId, MemoryId], str]:
    """Return the pairs whose questions would not bring the one that stays, and why."""
    if not bench.done:
        return {}
    heirs = [
        Heir(bench.before[name], pair.primary.id) for pair in bench.done for name in _name(pair)
    ]
    files = care.view.files
    edits = edits_between(files, advanced(care.view, changes).files)
    lost = lost_questions(heirs, files, edits, care.proof)
    asked = {probe.memory: probe.text for probe in lost}
    return {
        _name(pair): f"{pair.primary.id} + {pair.secondary.id}: “{asked[name]}” would not find it"
        " any more; not merged."
        for pair in bench.done
        for name in _name(pair)
        if name in asked
    }


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


def purge(chosen: Sequence[MemoryId], care: Care, *, many: bool = False) -> UpkeepOutcome:
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
    return UpkeepOutcome(proposal=proposed(work, care), told=_warned(stale))


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


def collect(chosen: Sequence[MemoryId], care: Care, *, many: bool = False) -> UpkeepOutcome:
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
    return UpkeepOutcome(proposal=proposed(work, care))

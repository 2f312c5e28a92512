"""What each kind of upkeep offers: its candidates as a person reads them, and what choosing them means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from commonplace.app.books import Book
from commonplace.core.health import Score, keywords_of, score
from commonplace.core.memory import Memory
from commonplace.core.memory_merge import MergePair
from commonplace.core.refinement import LabelFix
from commonplace.core.values import dataclass
from commonplace.doors.cli.questions import Choice
from commonplace.doors.render.common import Json
from commonplace.doors.render.distill import table
from commonplace.flows.upkeep.outcome import Care, UpkeepOutcome
from commonplace.flows.upkeep.reduction import (
    collect,
    collectable,
    decided_apart,
    merge,
    merge_candidates,
    purge,
    purge_candidates,
    touched_lately,
    unlike_in_subject,
)
from commonplace.flows.upkeep.rewrites import ESTIMATED_SHARE, compress, compress_candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedCandidates:
    """The candidates of one kind of upkeep."""

    names: tuple[str, ...]
    """By which they can be chosen in advance."""
    choices: tuple[Choice, ...]
    candidates: list[Json]
    preview: str
    """What a dry run shows."""
    propose: Callable[[Sequence[int], bool], UpkeepOutcome]
    groups: Mapping[str, Sequence[int]]
    """Which are asked about together."""
    values: Mapping[str, object]
    nothing: str = "none"
    """Which sentence says that there is nothing to choose."""
    """What the sentence for an empty shelf needs."""
    is_agreed_by_choice: bool = False
    """Whether choosing is agreeing: where nothing is rewritten there is nothing more to show."""


def purging(book: Book, care: Care, now: datetime) -> OfferedCandidates:  # noqa: ARG001 - all shelves alike
    """Return what nobody uses, past its time first."""
    found = purge_candidates(care.found)
    memories = {memory.id: memory for memory in care.found.active}
    names = tuple(each.memory for each in found)
    lines = [
        f"- {each.memory} (score: {each.composite:.2f}, category: {memories[each.memory].kind})"
        for each in found
    ]
    return OfferedCandidates(
        names=names,
        choices=tuple(
            Choice(label=each.memory, description=_stale(each, memories[each.memory], care))
            for each in found
        ),
        candidates=[
            {
                "id": each.memory,
                "score": each.composite,
                "days_past_ttl": each.days_past_its_time,
            }
            for each in found
        ],
        preview=_dry_run(f"Would tombstone {len(found)} memories:", lines),
        propose=lambda places, many: purge([names[at] for at in places], care, many=many),
        groups={"": range(len(names))},
        values={},
        is_agreed_by_choice=True,
    )


def merging(book: Book, care: Care, now: datetime) -> OfferedCandidates:  # noqa: ARG001 - all shelves alike
    """Return the pairs that repeat each other, cluster by cluster."""
    found = merge_candidates(care.found)
    groups: dict[str, list[int]] = {}
    for place, pair in enumerate(found):
        groups.setdefault(pair.cluster, []).append(place)
    return OfferedCandidates(
        names=tuple(f"{pair.primary.id}+{pair.secondary.id}" for pair in found),
        choices=tuple(
            Choice(
                label=f"{pair.primary.title} + {pair.secondary.title}",
                description=f"{pair.percent}% overlap | Shared: {', '.join(pair.shared)} | "
                f"Retrievals: {pair.primary.usage.count}, {pair.secondary.usage.count}",
            )
            for pair in found
        ),
        candidates=[
            {
                "primary": pair.primary.id,
                "secondary": pair.secondary.id,
                "overlap": pair.overlap,
                "shared_keywords": pair.shared,
                "cluster": pair.cluster,
            }
            for pair in found
        ],
        preview=_pairs_preview(found, groups),
        propose=lambda places, _: merge([found[at] for at in places], care),
        groups=groups,
        values={},
        nothing="none-offered"
        if decided_apart(care.found) or unlike_in_subject(care.found)
        else "none",
    )


def compressing(book: Book, care: Care, now: datetime) -> OfferedCandidates:  # noqa: ARG001 - all shelves alike
    """Return what is too long, the longest first."""
    found = compress_candidates(care.found)
    memories = {memory.id: memory for memory in care.found.active}
    tokens = care.found.tokens
    names = tuple(each.memory for each in found)
    rows = [
        (
            each.memory,
            tokens[each.memory],
            f"{each.size_penalty:.2f}",
            memories[each.memory].topic,
            f"~{int(tokens[each.memory] * ESTIMATED_SHARE)}",
        )
        for each in found
    ]
    head = ("Memory", "Tokens", "Size Penalty", "Topic", "Est. Compressed")
    return OfferedCandidates(
        names=names,
        choices=tuple(
            Choice(
                label=row[0],
                description=f"Tokens: {row[1]} | Size penalty: {row[2]} | Topic: {row[3]} | "
                f"Retrievals: {memories[row[0]].usage.count}",
            )
            for row in rows
        ),
        candidates=[
            {"id": name, "tokens": tokens[name], "estimate": int(tokens[name] * ESTIMATED_SHARE)}
            for name in names
        ],
        preview=f"## Compress Candidates (Dry Run)\n{table(head, rows)}\n"
        f"{len(found)} compress candidate(s) found.\n"
        "Run /distill --compress without --dry-run to execute.",
        propose=lambda places, _: compress([names[at] for at in places], care),
        groups={"": range(len(names))},
        values={},
    )


def collecting(book: Book, care: Care, now: datetime) -> OfferedCandidates:
    """Return the tombstones whose grace has passed."""
    found = collectable(care.found, touched_lately(book.store.receipts(), now))
    names = tuple(memory.id for memory in found)
    lines = [f"- {memory.id} ({_buried(memory)})" for memory in found]
    return OfferedCandidates(
        names=names,
        choices=tuple(
            Choice(label=memory.id, description=_grave(memory, care)) for memory in found
        ),
        candidates=[{"id": name} for name in names],
        preview=_dry_run(f"Would permanently delete {len(found)} memories:", lines),
        propose=lambda places, many: collect([names[at] for at in places], care, many=many),
        groups={"": range(len(names))},
        values={"count": sum(not _is_archived(memory) for memory in care.found.buried)},
        is_agreed_by_choice=True,
    )


SHELVES: Mapping[str, Callable[[Book, Care, datetime], OfferedCandidates]] = {
    "purge": purging,
    "merge": merging,
    "compress": compressing,
    "gc": collecting,
}


def refinement(fix: LabelFix) -> Json:
    """Return one fix for programs."""
    return {
        "id": fix.memory,
        "fix": fix.kind,
        "description": fix.description,
        "current": fix.current,
        "suggested": fix.suggested,
    }


def _stale(each: Score, memory: Memory, care: Care) -> str:
    late = each.days_past_its_time
    return (
        f"Score: {each.composite:.2f} | Created: {memory.created} | "
        f"Retrievals: {memory.usage.count} | Tokens: {care.found.tokens.get(memory.id, 0)} | "
        f"Category: {memory.kind}" + (f" | PAST TTL by {late}d" if late else "")
    )


def _is_archived(memory: Memory) -> bool:
    return memory.tombstone is not None and memory.tombstone.is_archived


def _buried(memory: Memory) -> str:
    stone = memory.tombstone
    return f"tombstoned: {stone.at}, reason: {stone.reason}" if stone else ""


def _grave(memory: Memory, care: Care) -> str:
    stone = memory.tombstone
    at, reason = (stone.at, stone.reason) if stone else ("", "")
    tokens = care.found.tokens.get(memory.id, 0)
    was = score(memory, tokens, care.found.today, keywords_of(care.found.active))
    return (
        f"Tombstoned: {at} | Reason: {reason} | "
        f"Original score: {was.composite:.2f} | Tokens: {tokens}"
    )


def _dry_run(head: str, lines: Sequence[str]) -> str:
    return "\n".join([f"[DRY RUN] {head}", *lines, "No changes made."])


def _pairs_preview(found: Sequence[MergePair], groups: Mapping[str, Sequence[int]]) -> str:
    lines = ["## Merge Candidates (Dry Run)"]
    head = ("Primary", "Secondary", "Overlap", "Shared Keywords")
    for cluster, places in groups.items():
        pairs = [found[place] for place in places]
        rows = [
            (pair.primary.id, pair.secondary.id, f"{pair.percent}%", ", ".join(pair.shared))
            for pair in pairs
        ]
        lines += [f"### Cluster: {cluster}", table(head, rows)]
    lines.append(
        f"{len(found)} merge candidate pair(s) found across {len(groups)} cluster(s).\n"
        "Run /distill --merge without --dry-run to execute."
    )
    return "\n".join(lines)

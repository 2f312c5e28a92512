"""How healthy a book is, to text and to JSON: skill-memory's report, section by section.

The report is a Markdown page in the words of the original; it is a format, not a conversation, and so
the same in every language.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from commonplace.core.health import COSTS, PURGE_FROM, REVIEW_FROM, Score, cluster_of
from commonplace.core.memory import Memory
from commonplace.core.metrics import metrics
from commonplace.core.refinement import LabelFix
from commonplace.doors.render.common import Json, visible
from commonplace.flows.upkeep.outcome import Survey
from commonplace.flows.upkeep.reduction import (
    ARCHIVED,
    advised,
    collectable,
    days_left,
    merge_candidates,
    purge_candidates,
)
from commonplace.flows.upkeep.rewrites import DEDUP, SUMMARY, TOPIC

FORMULA = "100 - (purge_count * {}) - (merge_count * {}) - (compress_count * {})".format(*COSTS)
_MOST_ROWS = 20
_RULE = "---"


def report_as_text(found: Survey, root: str, *, verbose: bool = False) -> str:
    """Return the whole report."""
    sections = [
        f"## Memory Vault Health Report\n**Generated**: {found.today}\n**Vault**: {root}",
        _overview(found),
        _categories(found),
        _clusters(found),
        _retrievals(found),
        _candidates(found),
        _tombstones(found),
        _health(found),
        _actions(found),
        *([_components(found)] if verbose else []),
    ]
    return visible_block(f"\n{_RULE}\n".join(sections))


def visible_block(text: str) -> str:
    """Return a page whose lines cannot steer a terminal."""
    return "\n".join(map(visible, text.split("\n")))


def report_as_json(found: Survey) -> dict[str, Json]:
    """Return the figures of the report."""
    health = found.health
    return {
        "generated": str(found.today),
        **_json(metrics(health)),
        "active": health.active,
        "tombstoned": health.tombstoned,
        "never_retrieved": health.never_retrieved,
        "status": health.status,
        "merge_pairs": len(health.merge_pairs),
        "purge_score": [each.memory for each in found.scores.values() if each.purge_score],
        "purge_eligible": [each.memory for each in purge_candidates(found)],
        "advised": [each.memory for each in advised(found)],
        "gc_eligible": [memory.id for memory in collectable(found)],
        "substituted": {
            "created_by_git": found.substituted.created_by_git,
            "created_by_file": found.substituted.created_by_file,
            "keywords": found.substituted.keywords,
            "usage": found.substituted.usage,
        },
    }


def scores_as_json(found: Survey) -> list[Json]:
    """Return the parts of every score."""
    return [
        {
            "id": each.memory,
            "staleness": each.staleness,
            "zero_retrieval": float(each.is_unused),
            "size_penalty": each.size_penalty,
            "duplicate": each.duplicate,
            "composite": each.composite,
            "classification": classification(each),
            "days_past_ttl": each.days_past_its_time,
        }
        for each in found.scores.values()
    ]


def classification(score: Score) -> str:
    """Return what a whole score speaks for."""
    cuts = ((PURGE_FROM, "purge"), (0.5, "merge/compress"), (REVIEW_FROM, "review"))
    return next((word for least, word in cuts if score.composite >= least), "healthy")


def _json(values: dict[str, object]) -> dict[str, Json]:
    return {key: value for key, value in values.items() if isinstance(value, int | str)}


def _overview(found: Survey) -> str:
    health = found.health
    dated = sorted((m.created, m.id) for m in found.active if m.created)
    average = health.tokens // health.active if health.active else 0
    rows = [
        ("Total memories", health.active),
        ("Total tokens", health.tokens),
        ("Average tokens/memory", average),
        ("Oldest memory", f"{dated[0][0]} ({dated[0][1]})" if dated else "-"),
        ("Newest memory", f"{dated[-1][0]} ({dated[-1][1]})" if dated else "-"),
        ("Tombstoned memories", health.tombstoned),
    ]
    return "### Overview\n" + table(("Metric", "Value"), rows) + _substitutes(found)


def _substitutes(found: Survey) -> str:
    used = found.substituted
    parts = [
        (used.created_by_git, "created from the first git commit"),
        (used.created_by_file, "created from the file's time"),
        (used.keywords, "keywords from the text"),
        (used.usage, "retrievals from this machine's usage file"),
    ]
    told = [f"{what} ({count})" for count, what in parts if count]
    return f"\nSubstituted: {', '.join(told)}." if told else ""


def _categories(found: Survey) -> str:
    rows = [
        (kind, len(members), _tokens(members, found), _mean(members, found, _composite))
        for kind, members in _grouped(found, lambda memory: memory.kind or "-")
    ]
    head = ("Category", "Count", "Tokens", "Avg Score")
    return "### Category Distribution\n" + table(head, rows)


def _clusters(found: Survey) -> str:
    rows = [
        (name, len(members), _mean(members, found, _staleness), _mean(members, found, _duplicate))
        for name, members in _grouped(found, cluster_of)
    ]
    head = ("Cluster", "Memories", "Avg Staleness", "Avg Duplicate")
    return "### Topic Clusters\n" + table(head, rows)


def _retrievals(found: Survey) -> str:
    counts = [memory.usage.count for memory in found.active]
    most = max(found.active, key=lambda memory: memory.usage.count, default=None)
    never = found.health.never_retrieved
    percent = round(100 * never / len(counts)) if counts else 0
    told = f"{most.id} ({most.usage.count} times)" if most and most.usage.count else "-"
    rows = [
        ("Never retrieved", f"{never} ({percent}%)"),
        ("Retrieved 1-3 times", sum(0 < count < 4 for count in counts)),
        ("Retrieved 4+ times", sum(count > 3 for count in counts)),
        ("Most retrieved", told),
    ]
    return "### Retrieval Statistics\n" + table(("Metric", "Value"), rows)


def _candidates(found: Survey) -> str:
    scores = found.scores.values()
    review = [each for each in scores if REVIEW_FROM <= each.composite < PURGE_FROM]
    pairs = len(found.health.merge_pairs)
    parts = [
        "### Maintenance Candidates",
        "#### Purge Candidates (score >= 0.7)",
        _names((e for e in scores if e.purge_score), "composite"),
        "#### Merge Candidates (duplicate > 0.6)",
        _names((each for each in scores if each.is_duplicate), "duplicate"),
        "#### Compress Candidates (size > 0.5)",
        _names((each for each in scores if each.is_oversized), "size_penalty"),
        "#### Review Candidates (score 0.3-0.7)",
        _names(review, "composite"),
        f"Offered by --purge: {len(purge_candidates(found))}. Pairs offered by --merge: {pairs}.",
    ]
    if late := advised(found):
        parts += ["#### Used Once, Past Their Time (advice)", _names(late, "composite")]
    return "\n".join(parts)


def _names(scores: Iterable[Score], part: str) -> str:
    ranked = sorted(scores, key=lambda each: (-getattr(each, part), each.memory))
    lines = [f"- {each.memory} ({getattr(each, part):.2f})" for each in ranked[:_MOST_ROWS]]
    more = len(ranked) - _MOST_ROWS
    return "\n".join([*lines, *([f"- ... and {more} more"] if more > 0 else [])]) or "None"


def _tombstones(found: Survey) -> str:
    if not found.buried:
        return "### Tombstoned Memories\nNone."
    rows = []
    for memory in found.buried:
        stone = memory.tombstone
        if stone is not None:
            kept = stone.reason == ARCHIVED
            left = "never" if kept else max(0, days_left(memory, found))
            rows.append((memory.id, stone.at, stone.reason, left))
    head = ("Memory", "Tombstoned Date", "Reason", "Days Until GC")
    return (
        f"### Tombstoned Memories\n{table(head, rows)}\n"
        f"**Total tombstoned**: {len(found.buried)}\n"
        f"**Eligible for GC**: {len(collectable(found))} (past 7-day grace period)"
    )


def _health(found: Survey) -> str:
    rows = [
        ("80-100", "Healthy"),
        ("60-79", "Manageable"),
        ("40-59", "Concerning"),
        ("0-39", "Critical"),
    ]
    health = found.health
    return (
        f"### Health Score\n**Score**: {health.score}/100\n**Status**: {health.status}\n"
        f"Formula: `{FORMULA}`\n{table(('Threshold', 'Status'), rows)}"
    )


def _actions(found: Survey) -> str:
    wanted = [
        (len(purge_candidates(found)), "--purge", "memories nobody has used"),
        (len(merge_candidates(found)), "--merge", "pairs that repeat each other"),
        (found.health.compress, "--compress", "memories that are too long"),
        (len(collectable(found)), "--gc", "tombstones past their grace"),
    ]
    lines = [f"- `commonplace distill {flag}`: {n} {what}" for n, flag, what in wanted if n]
    return "### Recommended Actions\n" + ("\n".join(lines) or "None")


def _components(found: Survey) -> str:
    rows = [
        (
            each.memory,
            f"{each.staleness:.2f}",
            f"{float(each.is_unused):.2f}",
            f"{each.size_penalty:.2f}",
            f"{each.duplicate:.2f}",
            f"{each.composite:.2f}",
        )
        for each in found.scores.values()
    ]
    head = ("Memory", "Staleness", "Zero Retrieval", "Size", "Duplicate", "Composite")
    return "### Component Scores\n" + table(head, rows)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as Markdown writes it."""
    lines = [head, ["-" * len(name) for name in head], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _grouped(found: Survey, key: Callable[[Memory], str]) -> list[tuple[str, list[Memory]]]:
    groups: dict[str, list[Memory]] = defaultdict(list)
    for memory in found.active:
        groups[key(memory)].append(memory)
    sizes = Counter({name: len(members) for name, members in groups.items()})
    return [(name, groups[name]) for name, _ in sorted(sizes.items(), key=lambda x: (-x[1], x[0]))]


def _tokens(members: Sequence[Memory], found: Survey) -> int:
    return sum(found.tokens.get(memory.id, 0) for memory in members)


def _mean(members: Sequence[Memory], found: Survey, part: Callable[[Score], float]) -> str:
    return f"{fmean(part(found.scores[memory.id]) for memory in members):.2f}"


def _composite(score: Score) -> float:
    return score.composite


def _staleness(score: Score) -> float:
    return score.staleness


def _duplicate(score: Score) -> float:
    return score.duplicate


def tier_one_as_text(fixes: Sequence[LabelFix], behind: Sequence[str]) -> str:
    """Return the table of what is mended without a question, nothing when there is none."""
    rows = [(fix.memory, fix.kind, fix.description) for fix in fixes]
    rows += [(name, "usage_fold", "Folded in retrievals") for name in behind]
    head = ("Memory", "Fix", "Description")
    return f"## Tier 1 Automatic Fixes\n{table(head, rows)}" if rows else ""


def tier_two_as_text(fixes: Sequence[LabelFix]) -> str:
    """Return what would be asked about, as a dry run shows it; nothing when there is none."""
    lines = [f"- {fix.memory}: {fix.kind} ({suggestion_as_text(fix)})" for fix in fixes]
    head = f"## Refine Candidates ({len(fixes)} issues found)"
    return "\n".join([head, *lines]) if lines else ""


def suggestion_as_text(fix: LabelFix) -> str:
    """Return what a fix that is asked about would change."""
    return f"{fix.description} | Current: {fix.current} | Suggested: {fix.suggested}"


def auto_as_text(fixes: Sequence[LabelFix], score: object, status: object, behind: int) -> str:
    """Return what an automatic run did, kind by kind, and the health it leaves."""
    counts = Counter(fix.kind for fix in fixes)
    rows = [
        (label, counts[kind], f"{what} {counts[kind]} memories")
        for label, kind, what in (
            ("Keyword dedup", DEDUP, "Removed duplicates in"),
            ("Summary gen", SUMMARY, "Generated summaries for"),
            ("Topic normalize", TOPIC, "Normalized topics in"),
        )
    ]
    if behind:
        rows.append(("Usage fold", behind, f"Folded in retrievals of {behind} memories"))
    touched = len({fix.memory for fix in fixes})
    return (
        f"## Auto Distill Complete\n{table(('Fix Type', 'Count', 'Details'), rows)}\n"
        f"**Total fixes**: {len(fixes)} across {touched} memories\n"
        f"**Health score**: {score}/100 ({status})"
    )

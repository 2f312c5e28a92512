"""What refining mends and would ask about, to text: skill-memory's own tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from commonplace.core.label_fixes import LabelFix
from commonplace.doors.distilled import table
from commonplace.flows.upkeep.refine import DEDUP, SUMMARY, TOPIC


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

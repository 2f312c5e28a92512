"""What upkeep leaves behind: its log with running totals, and the health it found."""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.core.health import Health

Log = dict[str, object]
TOTALS = {
    "purge": "total_purged",
    "merge": "total_merged",
    "compress": "total_compressed",
    "refine": "total_refined",
    "gc": "total_gc_deleted",
}
_VERSION = "1.0.0"


def with_operation(log: Mapping[str, object], operation: Mapping[str, object], count: int) -> Log:
    """Return `log` with one more operation, which did something to `count` memories.

    Every operation moves every total it concerns; a total that an older file lacks begins at none.
    """
    before = log.get("operations")
    operations = [*before, dict(operation)] if isinstance(before, list) else [dict(operation)]
    kept = log.get("summary")
    summary: dict[str, object] = {"total_operations": 0, **dict.fromkeys(TOTALS.values(), 0)}
    summary |= dict(kept) if isinstance(kept, dict) else {}
    _add(summary, "total_operations", 1)
    if total := TOTALS.get(str(operation.get("type"))):
        _add(summary, total, count)
    summary["last_operation"] = operation.get("timestamp")
    return {"version": _VERSION, **log, "operations": operations, "summary": summary}


def memory_health(found: Health, before: Mapping[str, object], at: str, *, is_report: bool) -> Log:
    """Return the `memory_health` of a state file; looking alone is not counted as a distilling."""
    count = before.get("distill_count")
    done = count if isinstance(count, int) else 0
    return {
        **before,
        "last_distilled": at,
        "distill_count": done if is_report else done + 1,
        "total_memories": found.files,
        "never_retrieved": found.never_retrieved,
        "health_score": found.score,
        "status": found.status,
    }


def _add(summary: dict[str, object], key: str, count: int) -> None:
    known = summary.get(key)
    summary[key] = (known if isinstance(known, int) else 0) + count

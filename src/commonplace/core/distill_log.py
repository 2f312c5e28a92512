"""What upkeep leaves behind: its log with running totals, and the health it found.

The log is skill-memory's `distill-log.json`, field for field, in a book of any layout.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from commonplace.core.health import Health

Log = dict[str, object]
Affected = str | Mapping[str, object]
"""A memory by name, or what was done with it in the words of the operation."""

LOG = "distill-log.json"
TOTALS = {
    "purge": "total_purged",
    "merge": "total_merged",
    "compress": "total_compressed",
    "refine": "total_refined",
    "gc": "total_gc_deleted",
}
_VERSION = "1.0.0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One run of upkeep: what it did, and the health before and after."""

    kind: str
    """report, purge, merge, compress, refine or gc."""
    at: datetime
    before: Health
    after: Health
    affected: Sequence[Affected] = ()
    notes: str = ""


def operation_as_json(operation: Operation) -> Log:
    """Return the entry of the log for one operation."""
    stamp = operation.at.strftime("%Y%m%dT%H%M%SZ")
    affected = [each if isinstance(each, str) else dict(each) for each in operation.affected]
    whole = json.dumps([operation.at.isoformat(), operation.kind, affected], default=str)
    mark = hashlib.sha256(whole.encode("utf-8", "backslashreplace")).hexdigest()[:6]
    return {
        "id": f"distill_{stamp}",
        "timestamp": operation.at.isoformat(),
        "type": operation.kind,
        "session_id": f"sess_{int(operation.at.timestamp())}_{mark}",
        "pre_metrics": metrics(operation.before),
        "post_metrics": metrics(operation.after),
        "affected_memories": affected,
        "notes": operation.notes,
    }


def metrics(found: Health) -> Log:
    """Return the figures that the log keeps of a book; they count files, buried ones included."""
    return {
        "total_memories": found.files,
        "total_tokens": found.tokens_on_disk,
        "health_score": found.score,
        "purge_candidates": found.purge,
        "merge_candidates": found.merge,
        "compress_candidates": found.compress,
    }


def with_operation(log: Mapping[str, object], operation: Mapping[str, object], count: int) -> Log:
    """Return `log` with one more operation, which did something to `count` memories.

    Every operation moves every total it concerns; a total that an older file lacks begins at none.
    """
    kept_before = log.get("operations")
    before = kept_before if isinstance(kept_before, list) else []
    operations = [*before, {**operation, "id": _free_id(str(operation.get("id")), before)}]
    kept = log.get("summary")
    summary: dict[str, object] = {"total_operations": 0, **dict.fromkeys(TOTALS.values(), 0)}
    summary |= dict(kept) if isinstance(kept, dict) else {}
    _add(summary, "total_operations", 1)
    if total := TOTALS.get(str(operation.get("type"))):
        _add(summary, total, count)
    summary["last_operation"] = operation.get("timestamp")
    return {"version": _VERSION, **log, "operations": operations, "summary": summary}


def _free_id(name: str, operations: Sequence[object]) -> str:
    """Return `name`, numbered when another operation of the same second has it."""
    taken = {each.get("id") for each in operations if isinstance(each, dict)}
    numbered = (f"{name}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (name, *numbered) if each not in taken)


def logged(content: bytes | None, operation: Mapping[str, object]) -> bytes:
    """Return the log file with one more operation; one that cannot be read is begun anew."""
    affected = operation.get("affected_memories")
    count = len(affected) if isinstance(affected, list) else 0
    log = with_operation(_read(content), operation, count)
    return (json.dumps(log, ensure_ascii=False, indent=2) + "\n").encode(
        "utf-8", "backslashreplace"
    )


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


def _read(content: bytes | None) -> Mapping[str, object]:
    try:
        log = json.loads(content or b"{}")
    except ValueError:
        return {}
    return log if isinstance(log, dict) else {}


def _add(summary: dict[str, object], key: str, count: int) -> None:
    known = summary.get(key)
    summary[key] = (known if isinstance(known, int) else 0) + count

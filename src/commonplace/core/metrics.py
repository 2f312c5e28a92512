"""LingXi's acceptance metrics: is what is injected used, what does governance cost, how is the library.

Beside them recall itself: is what answers before the agent, and at what price in tokens.

Pure. A figure of nothing is None, never 0: a book that nobody has asked is neither noisy nor silent.

What upkeep leaves behind: its log with running totals, and the health it found.

The log is skill-memory's `distill-log.json`, field for field, in a book of any layout.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from commonplace.core.changes import Receipt
from commonplace.core.hashing import digest
from commonplace.core.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.core.health import Health


ASKED_CHANNELS = frozenset({"terminal", "page", "elicitation"})
"""Channels of an approval for which a person had to answer a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One answer of an agent, and how many of the lines it was handed it used."""

    day: str
    used: int
    unused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayFigure:
    """A figure of one day, and of how many things it is."""

    day: str
    value: float
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure over the whole time, and day by day."""

    value: float | None
    of: int
    history: tuple[DayFigure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What governance took, by the receipts."""

    commits: int
    seconds: float | None
    """The median of a commit."""
    total_seconds: float
    questions: int
    """Commits for which a person was asked."""
    neighbours_at_most: int
    """How many memories one commit was compared with, at most."""
    tokens: int
    history: tuple[DayFigure, ...] = ()
    """The mean seconds of each day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryFigures:
    """How the library is: what of it repeats, contradicts itself, or is not in its indices."""

    memories: int
    duplicate_rate: float | None
    conflict_rate: float | None
    index_consistency: float | None
    health_score: int | None
    history: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What an agent gets to see of a book: for its own questions, and when a session begins."""

    questions: int
    handed: int
    """Questions that brought their memory, as a line or as a pointer."""
    pointed: int
    """Those that brought it as a pointer only."""
    prompt_tokens: float | None
    """The median over the questions that were handed anything."""
    memories: int
    listed: int
    """Memories with a line in the contents."""
    contents_tokens: int
    """What the contents cost, once a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """All of them."""

    recall: Recall
    injection_noise: Figure
    hit_rate: Figure
    governance_cost: Cost
    library_health: LibraryFigures


def injection_noise(judged: Sequence[Judged]) -> Figure:
    """Return which share of the injected lines no answer used."""
    return _figure(
        judged,
        of=lambda each: each.used + each.unused,
        value=lambda each: each.unused,
    )


def hit_rate(judged: Sequence[Judged]) -> Figure:
    """Return which share of the answers used at least one of the lines they were handed."""
    handed = [each for each in judged if each.used + each.unused]
    return _figure(handed, of=lambda _: 1, value=lambda each: bool(each.used))


def _figure(
    judged: Sequence[Judged], of: Callable[[Judged], int], value: Callable[[Judged], int]
) -> Figure:
    days: dict[str, list[Judged]] = defaultdict(list)
    for each in judged:
        days[each.day].append(each)
    points = [_point(day, sum(map(value, each)), sum(map(of, each))) for day, each in days.items()]
    known = sorted((each for each in points if each.of), key=lambda each: each.day)
    whole = sum(map(of, judged))
    share = sum(map(value, judged)) / whole if whole else None
    return Figure(value=share, of=whole, history=tuple(known))


def _point(day: str, value: int, of: int) -> DayFigure:
    return DayFigure(day=day, value=value / of if of else 0.0, of=of)


def governance_cost(receipts: Iterable[Receipt]) -> Cost:
    """Return what commits took; taking one back is no governance."""
    counted = [each for each in receipts if each.undoes is None]
    days: dict[str, list[float]] = defaultdict(list)
    for each in counted:
        days[each.at.date().isoformat()].append(each.seconds)
    seconds = [each.seconds for each in counted]
    return Cost(
        commits=len(counted),
        seconds=_median(seconds) if seconds else None,
        total_seconds=sum(seconds),
        questions=sum(each.channel in ASKED_CHANNELS for each in counted),
        neighbours_at_most=max((each.neighbours for each in counted), default=0),
        tokens=sum(each.tokens for each in counted),
        history=tuple(
            DayFigure(day=day, value=sum(took) / len(took), of=len(took))
            for day, took in sorted(days.items())
        ),
    )


def _median(values: Sequence[float]) -> float:
    from statistics import median  # noqa: PLC0415 - fractions and decimals, which every layout would load

    return median(values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many; of nothing there is no rate."""

    found: int
    of: int

    @property
    def rate(self) -> float | None:
        """The share as a number, None of nothing."""
        return self.found / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What else tells how a book is."""

    probe_recall: Share
    """Questions that people wrote, or really asked, which bring their memory."""
    injection_noise: float | None
    hit_rate: float | None
    duplicates: int
    """Pairs that say the same by title or text, whatever their keywords are."""
    contradictions: int
    orphans: int
    """Links and rows that lead nowhere, files that no index names."""
    proposals: int
    """Proposals that nobody has reviewed."""
    quarantined: int
    anchors: Mapping[str, int]
    """How the quoted code stands: how many anchors in each state."""


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
    mark = digest(whole.encode("utf-8", "backslashreplace"))[:6]
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

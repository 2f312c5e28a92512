"""LingXi's acceptance metrics: is what is injected used, what does governance cost, how is the library.

Beside them recall itself: is what answers before the agent, and at what price in tokens.

Pure. A figure of nothing is None, never 0: a book that nobody has asked is neither noisy nor silent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from commonplace.core.changes import Receipt

ASKED_CHANNELS = frozenset({"terminal", "page", "elicitation"})
"""Channels of an approval for which a person had to answer a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One answer of an agent, and how many of the lines it was handed it used."""

    day: str
    used: int
    unused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A figure of one day, and of how many things it is."""

    day: str
    value: float
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure over the whole time, and day by day."""

    value: float | None
    of: int
    history: tuple[Point, ...] = ()


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
    history: tuple[Point, ...] = ()
    """The mean seconds of each day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
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
    library_health: Library


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


def _point(day: str, value: int, of: int) -> Point:
    return Point(day=day, value=value / of if of else 0.0, of=of)


def governance_cost(receipts: Iterable[Receipt]) -> Cost:
    """Return what commits took; taking one back is no governance."""
    counted = [each for each in receipts if each.undoes is None]
    days: dict[str, list[float]] = defaultdict(list)
    for each in counted:
        days[each.at.date().isoformat()].append(each.seconds)
    seconds = [each.seconds for each in counted]
    return Cost(
        commits=len(counted),
        seconds=median(seconds) if seconds else None,
        total_seconds=sum(seconds),
        questions=sum(each.channel in ASKED_CHANNELS for each in counted),
        neighbours_at_most=max((each.neighbours for each in counted), default=0),
        tokens=sum(each.tokens for each in counted),
        history=tuple(
            Point(day=day, value=fmean(took), of=len(took)) for day, took in sorted(days.items())
        ),
    )


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

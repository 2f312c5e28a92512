"""What one engine did with one number of notes: the row of a table, and how it is measured.

Everything is bounded: what is not taken in when its minutes are over is written down as such, with how far
it came. Beside the times by the clock stands CPU time, of this process, its children and the server, which other
work on the machine cannot stretch.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from commonplace.core.ports import Progress
from commonplace.core.search import Query, SearchResult

if TYPE_CHECKING:
    from servers.postgres import Cluster

LIMIT_MIN = 10.0
"""So long an engine may take to take its notes in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """How fast notes were taken in, how fast questions are answered, and how much disk that takes."""

    engine: str
    notes: int
    vectors: bool = False
    reached: int = 0
    """How many notes were taken in when the time was over."""
    limit_min: float = LIMIT_MIN
    notes_per_s: float | None = None
    notes_per_cpu_s: float | None = None
    questions: int = 0
    p50_ms: float | None = None
    p99_ms: float | None = None
    cpu_ms: float | None = None
    megabytes: float = 0.0
    load: float = 0.0
    """How many processes wanted the machine's processors while this was measured."""

    @property
    def name(self) -> tuple[str, bool, int]:
        """What tells one row from another."""
        return self.engine, self.vectors, self.notes


class OutOfTime(Exception):
    """The minutes of an engine are over; `reached` says how far it came."""

    def __init__(self, reached: int) -> None:
        self.reached = reached
        super().__init__(reached)


class Asked(Protocol):
    """Whatever answers questions."""

    def find(self, query: Query) -> SearchResult: ...


@dataclass(frozen=True, slots=True)
class Spent:
    """What something took: by the clock, and in CPU time of everybody who worked on it."""

    wall_s: float = 0.0
    cpu_s: float = 0.0


def timed(action: Callable[[], object], cluster: Cluster | None = None) -> Spent:
    started, used = time.perf_counter(), cpu_s(cluster)
    action()
    return Spent(time.perf_counter() - started, cpu_s(cluster) - used)


def cpu_s(cluster: Cluster | None) -> float:
    return sum(os.times()[:4]) + (cluster.cpu_s if cluster else 0.0)


def bound(limit_min: float = LIMIT_MIN) -> Progress:
    """Return a progress that ends the work when its minutes are over."""
    end = time.monotonic() + 60 * limit_min

    def progress(done: int, total: int) -> None:
        if time.monotonic() > end and done < total:
            raise OutOfTime(done)

    return progress


def rates(notes: int, built: Spent) -> dict[str, float]:
    """Return how many notes were taken in per second of the clock and of the processor."""
    return {
        "reached": notes,
        "notes_per_s": round(notes / built.wall_s, 1),
        "notes_per_cpu_s": round(notes / built.cpu_s, 1),
    }


def answers(
    engine: Asked, questions: Sequence[str], cluster: Cluster | None = None
) -> dict[str, float]:
    """Return how fast `questions` are answered, one after another, warm."""
    engine.find(Query(text=questions[0], most=5))
    times = []

    def ask() -> None:
        for text in questions:
            started = time.perf_counter()
            finding = engine.find(Query(text=text, most=5))
            times.append(time.perf_counter() - started)
            assert not finding.degraded, finding.degraded

    spent = timed(ask, cluster)
    times.sort()
    return {
        "questions": len(times),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[min(len(times) - 1, int(0.99 * len(times)))], 1),
        "cpu_ms": round(1000 * spent.cpu_s / len(times), 1),
    }

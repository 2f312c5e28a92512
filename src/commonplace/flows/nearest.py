"""A candidate in, its neighbours out: one question to the engine, at most five comparisons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from commonplace.core.conversation.findings import HEARD
from commonplace.core.governance import NEIGHBOURS_AT_MOST, Neighbour, overlap
from commonplace.core.memory import Candidate, Memory, MemoryId, Status
from commonplace.core.memory_merge import told
from commonplace.core.ports import Judge
from commonplace.core.search import LIVING, Finding, Query
from commonplace.flows.refusals import own_words
from commonplace.flows.view import View

QUERY_CHARACTERS = 4000
"""The beginning of a long text says what it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counsel:
    """Who is asked about a candidate: what is near it, and how two texts relate."""

    find: Callable[[Query], Finding]
    judge: Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Vicinity:
    """The neighbours of a candidate, the nearest first, and why there may be more than were found."""

    neighbours: tuple[Neighbour, ...]
    degraded: str = ""


def look_around(
    candidate: Candidate, view: View, counsel: Counsel, target: MemoryId = ""
) -> Vicinity:
    """Return the memories near `candidate`, each compared with it; `target` is always among them.

    An engine that cannot answer is replaced by a look at every memory's words: slower, and told.
    """
    text = told(candidate.title, candidate.body)[:QUERY_CHARACTERS]
    finding = counsel.find(Query(text=text, most=NEIGHBOURS_AT_MOST, statuses=LIVING))
    living = {m.id: m for m in view.reading.memories if m.status is not Status.TOMBSTONED}
    near = [living[hit.memory] for hit in finding.hits if hit.memory in living]
    if finding.degraded and not near:
        near = _by_words(candidate, tuple(living.values()))
    if target:
        named = view.memory(target)
        near = [named, *(memory for memory in near if memory.id != named.id)]
    compared = [_compared(candidate, memory, counsel) for memory in near[:NEIGHBOURS_AT_MOST]]
    return Vicinity(neighbours=tuple(compared), degraded=finding.degraded)


def _compared(candidate: Candidate, memory: Memory, counsel: Counsel) -> Neighbour:
    relation = counsel.judge.compare(_claiming(candidate), as_heard(memory))
    is_elsewhere = candidate.topic not in ("", memory.topic)
    return Neighbour(memory, relation, overlap(candidate, memory), is_elsewhere)


def _claiming(candidate: Candidate) -> Candidate:
    """Return what a candidate says itself: who corrects a value quotes it, and does not say that it holds."""
    if not candidate.source.startswith(HEARD):
        return candidate
    return replace(candidate, body=own_words(candidate.body))


def as_heard(memory: Memory) -> Memory:
    """Return `memory` with the circumstances in which it holds as part of what it says."""
    when = memory.validity.applies_when
    if not when:
        return memory
    return replace(memory, title=f"{when}: {memory.title}", body=f"{when}: {memory.body}")


def _by_words(candidate: Candidate, living: Sequence[Memory]) -> list[Memory]:
    scored = [(overlap(candidate, memory), memory) for memory in living]
    best = sorted((each for each in scored if each[0]), key=lambda each: (-each[0], each[1].id))
    return [memory for _, memory in best]

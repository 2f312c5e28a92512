"""A book in, the score of each memory out; what a layout does not say is found elsewhere, and told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from commonplace.core.decided_pairs import IdPair
from commonplace.core.health import Health, Score, health_of, scores
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Memory, MemoryId, Status, Usage
from commonplace.flows.decisions import decided_pairs
from commonplace.flows.view import View

GIT, FILE = "git", "file"
ALWAYS_LOADED = frozenset({"soul", "user", "agent"})
"""The kinds of a profile that stand in every session: nobody retrieves them, and nobody does without."""


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """The day from which a memory is known to be there, and who says so."""

    day: date
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known about the memories of a book beside what they say themselves."""

    tokens: Mapping[MemoryId, int]
    usage: Mapping[MemoryId, Usage] = field(default_factory=dict)
    """How often each was retrieved: in the book, in its index, and on this machine since."""
    first_seen: Mapping[MemoryId, FirstSeen] = field(default_factory=dict)
    """For memories that do not say when they were made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """For how many memories something was taken from elsewhere, because the layout does not say it."""

    created_by_git: int = 0
    created_by_file: int = 0
    keywords: int = 0
    usage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Every memory of a book as upkeep weighs it, and the book as a whole."""

    memories: tuple[Memory, ...]
    """With substituted days, keywords and counters: for weighing, never for writing."""
    tokens: Mapping[MemoryId, int]
    scores: Mapping[MemoryId, Score]
    """Of those that are not tombstoned."""
    health: Health
    substituted: Substituted
    today: date
    decided: frozenset[IdPair] = frozenset()
    """The pairs that somebody decided to keep beside each other."""

    @property
    def active(self) -> tuple[Memory, ...]:
        """The memories that are not tombstoned."""
        return tuple(each for each in self.memories if each.status is not Status.TOMBSTONED)

    @property
    def buried(self) -> tuple[Memory, ...]:
        """The memories that are tombstoned, the oldest burial first."""
        found = [each for each in self.memories if each.status is Status.TOMBSTONED]
        return tuple(sorted(found, key=_burial))


def _burial(memory: Memory) -> tuple[date, MemoryId]:
    return memory.tombstone.at if memory.tombstone else date.max, memory.id


def survey(view: View, known: Known) -> Survey:
    """Return how healthy the book of `view` is."""
    memories = tuple(_weighed(memory, known, view) for memory in view.reading.memories)
    active = [each for each in memories if each.status is not Status.TOMBSTONED]
    found = scores(active, known.tokens, view.today)
    return Survey(
        memories=memories,
        tokens=known.tokens,
        scores={each.memory: each for each in found},
        health=health_of(memories, known.tokens, found),
        substituted=_substituted(view, known),
        today=view.today,
        decided=frozenset(decided_pairs(view)),
    )


def _weighed(memory: Memory, known: Known, view: View) -> Memory:
    is_loaded = view.layout.traits.reads_whole and memory.kind in ALWAYS_LOADED
    usage = known.usage.get(memory.id, memory.usage)
    seen = known.first_seen.get(memory.id)
    return replace(
        memory,
        created=memory.created or (seen.day if seen else None),
        keywords=memory.keywords or key_terms(f"{memory.title}\n{memory.body}"),
        usage=Usage(count=max(1, usage.count), last=view.today) if is_loaded else usage,
    )


def _substituted(view: View, known: Known) -> Substituted:
    active = [each for each in view.reading.memories if each.status is not Status.TOMBSTONED]
    undated = [known.first_seen.get(each.id) for each in active if each.created is None]
    by = [seen.by for seen in undated if seen]
    has_counters = "usage" in view.layout.holds
    return Substituted(
        created_by_git=by.count(GIT),
        created_by_file=by.count(FILE),
        keywords=sum(not each.keywords for each in active),
        usage=0 if has_counters else len(active),
    )

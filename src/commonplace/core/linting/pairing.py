"""Which memories are worth comparing: those that share words which few have.

Comparing each with every other would take hours in a large book. A word that many memories have leads
nowhere, so it is not followed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice

from commonplace.core.memory import Memory, MemoryId
from commonplace.core.tokens import terms

COMMON_FROM = 64
"""A word in as many memories is not followed."""
NEAR_AT_MOST = 5
"""So many memories are compared with each, as when something new is written."""
LOOKED_AT = 20
TELLING_WORDS = 24
SHARED_AT_LEAST = 2
NEAR_FROM, NEAR_BOTH_WAYS_FROM = 0.2, 0.1
"""A little below the shares from which two texts can contradict each other (`core.governance`)."""

Words = Mapping[MemoryId, frozenset[str]]
Pair = tuple[MemoryId, MemoryId]


@dataclass(frozen=True, slots=True)
class Vicinity:
    """The words of some memories, counted once, and which of them are near each other."""

    words: Words
    pairs: tuple[Pair, ...]

    def sharing(self, most: float, least: float) -> Iterator[Pair]:
        """Yield the near pairs that share `most` of the words of one and `least` of the other's."""
        for one, other in self.pairs:
            shared = len(self.words[one] & self.words[other])
            less, more = sorted(shared / max(len(self.words[name]), 1) for name in (one, other))
            if more >= most and less >= least:
                yield one, other


def vicinity_of(memories: Iterable[Memory]) -> Vicinity:
    """Return the words of each memory, of its title, its text and its keywords, and what they bring near."""
    words = {
        memory.id: frozenset(terms(" ".join((memory.title, memory.body, *memory.keywords))))
        for memory in memories
    }
    return Vicinity(words, tuple(near_pairs(words)))


def sharing(words: Words) -> Iterator[tuple[MemoryId, Counter[MemoryId]]]:
    """Yield each name with how many rare words it shares with which others."""
    holders = _holders(words)
    for name, own in words.items():
        met: Counter[MemoryId] = Counter()
        for word in own:
            met.update(holders.get(word, ()))
        met.pop(name, None)
        yield name, met


def near_pairs(words: Words) -> list[Pair]:
    """Return the pairs that share the most, at most five for each memory, in the order of the book."""
    places = {name: place for place, name in enumerate(words)}
    pairs: set[Pair] = set()
    for name, met in sharing(_telling(words)):
        nearest = nsmallest(LOOKED_AT, met.items(), key=lambda each: (-each[1], places[each[0]]))
        alike = (
            other
            for other, count in nearest
            if count >= SHARED_AT_LEAST and _are_near(words[name], words[other])
        )
        for other in islice(alike, NEAR_AT_MOST):
            pairs.add((name, other) if places[name] < places[other] else (other, name))
    return sorted(pairs, key=lambda pair: (places[pair[0]], places[pair[1]]))


def _telling(words: Words) -> dict[MemoryId, frozenset[str]]:
    """Return the rarest words of each memory that another one has, too."""
    holders = {word: len(names) for word, names in _holders(words).items() if len(names) > 1}
    return {
        name: frozenset(
            nsmallest(TELLING_WORDS, own & holders.keys(), key=lambda word: (holders[word], word))
        )
        for name, own in words.items()
    }


def _are_near(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two texts may be about one thing; looking closer costs a thousand times as much."""
    shared = len(one & other)
    less, more = sorted((len(one), len(other)))
    return shared >= NEAR_FROM * less and shared >= NEAR_BOTH_WAYS_FROM * more


def _holders(words: Words) -> dict[str, list[MemoryId]]:
    """Return who has each word that is not common."""
    found: defaultdict[str, list[MemoryId]] = defaultdict(list)
    for name, own in words.items():
        for word in own:
            found[word].append(name)
    return {word: names for word, names in found.items() if len(names) < COMMON_FROM}

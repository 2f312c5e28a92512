"""Which memories are worth comparing: those that share words which few have.

Comparing each with every other would take hours in a large book. A word that many memories have leads
nowhere, so it is not followed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from commonplace.core.memory import Memory, MemoryId
from commonplace.core.tokens import terms

COMMON_FROM = 64
"""A word in as many memories is not followed."""
NEAR_AT_MOST = 5
"""So many memories are compared with each, as when something new is written."""
SHARED_AT_LEAST = 2

Words = Mapping[MemoryId, frozenset[str]]
Pair = tuple[MemoryId, MemoryId]


def words_of(memories: Iterable[Memory]) -> dict[MemoryId, frozenset[str]]:
    """Return the words of each memory: of its title, its text and its keywords."""
    return {
        memory.id: frozenset(terms(" ".join((memory.title, memory.body, *memory.keywords))))
        for memory in memories
    }


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
    for name, met in sharing(words):
        nearest = sorted(met.items(), key=lambda each: (-each[1], places[each[0]]))
        for other, _ in islice(
            (each for each in nearest if each[1] >= SHARED_AT_LEAST), NEAR_AT_MOST
        ):
            pairs.add((name, other) if places[name] < places[other] else (other, name))
    return sorted(pairs, key=lambda pair: (places[pair[0]], places[pair[1]]))


def _holders(words: Words) -> dict[str, list[MemoryId]]:
    """Return who has each word that is not common."""
    found: defaultdict[str, list[MemoryId]] = defaultdict(list)
    for name, own in words.items():
        for word in own:
            found[word].append(name)
    return {word: names for word, names in found.items() if len(names) < COMMON_FROM}

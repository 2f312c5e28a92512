"""Which sets of words share the most, without comparing each with every other.

A rare word leads to the few sets that have it. A common one would lead to thousands; such words are
rows of bits instead, one bit for each set, and a row is compared with a row in one step. The answers
are exact: those of comparing all pairs. Where hundreds are alike, whoever asks takes the first few:
all pairs of a book made from one template are more than anybody reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice

COMMON_FROM = 64
"""A word that as many sets have is common."""
MOST_ALIKE = 20
"""So many pairs of one memory are told."""
MOST_WORDS = 64
"""A memory with more keywords than anybody writes is compared by the first so many."""


def compared(words: Iterable[str]) -> frozenset[str]:
    """Return the words by which a memory is compared with others."""
    return frozenset(islice(dict.fromkeys(words), MOST_WORDS))


class Overlaps:
    """Sets of words, by name, that can be asked for their like."""

    def __init__(self, sets: Mapping[str, frozenset[str]], common_from: int = COMMON_FROM) -> None:
        self._sets = sets
        self._common_from = common_from
        self._names = tuple(sets)
        self._places = {name: place for place, name in enumerate(self._names)}
        self._levels: dict[frozenset[str], tuple[int, ...]] = {}

    def most_shared(self, name: str) -> int:
        """Return how many words of the set `name` the set nearest to it has."""
        own = self._sets[name]
        rarely = max((len(own & self._sets[other]) for other in self._by_rare(name)), default=0)
        # The set itself is in every row of its words: where a second one is, that is another.
        levels = self._sharing(own)
        often = sum(1 for level in levels if level.bit_count() > 1)
        return max(rarely, often)

    def sharing(self, name: str, least: int) -> Iterator[str]:
        """Yield the names of the other sets that have at least so many words of the set `name`.

        Nothing is looked for before it is asked for; those that come after `name` come first.
        """
        own = self._sets[name]
        rare = dict.fromkeys(self._by_rare(name))
        levels = self._sharing(own)
        often = self._named(levels[least - 1], name) if 0 < least <= len(levels) else ()
        for other in chain(rare, (each for each in often if each not in rare)):
            if other != name and len(own & self._sets[other]) >= least:
                yield other

    @cached_property
    def _postings(self) -> Mapping[str, list[int]]:
        postings: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self._names):
            for word in self._sets[name]:
                postings[word].append(place)
        return postings

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        """The common words, each with the bits of the sets that have it."""
        return {
            word: _bits(places, len(self._names))
            for word, places in self._postings.items()
            if len(places) >= self._common_from
        }

    def _by_rare(self, name: str) -> Iterator[str]:
        rare = self._sets[name].difference(self._rows)
        places = {place for word in rare for place in self._postings[word]}
        return (self._names[place] for place in sorted(places) if self._names[place] != name)

    def _sharing(self, own: frozenset[str]) -> tuple[int, ...]:
        """Return the bits of the sets with at least one common word of `own`, with at least two, ..."""
        words = own.intersection(self._rows)
        if words not in self._levels:
            levels: list[int] = []
            for word in words:
                row = self._rows[word]
                levels.append(0)
                for level in range(len(levels) - 1, 0, -1):
                    levels[level] |= levels[level - 1] & row
                levels[0] |= row
            self._levels[words] = tuple(levels)
        return self._levels[words]

    def _named(self, bits: int, name: str) -> Iterator[str]:
        """Yield the sets whose bit is set: from the place of `name` on, then those before it."""
        row = bits.to_bytes(len(self._names) // 8 + 1, "little")
        start = self._places[name] >> 3
        for at in chain(range(start, len(row)), range(start)):
            byte = row[at]
            if byte:
                for bit in range(8):
                    if byte >> bit & 1:
                        yield self._names[8 * at + bit]


def _bits(places: list[int], width: int) -> int:
    row = bytearray(width // 8 + 1)
    for place in places:
        row[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(row, "little")

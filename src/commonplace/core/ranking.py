"""Rank passages: BM25, then support from neighbours, from the whole note and from links.

Plain functions on plain values: the hook runs them in a fresh process. A passage is named by one
number, its note's number and its place in the note (`passage_key`), so that neighbours are found by
adding one. A posting is such a key and one byte, the *code*, that keeps how often the word occurs
and how long the passage is; the average length is applied when the question is asked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import log

from commonplace.core import weights

PLACE_BITS = 8
MOST_PASSAGES = (1 << PLACE_BITS) - 1
"""So many passages a note can have; longer notes have longer passages."""

_COUNTS = (1, 2, 3, 4, 6, 9)
_LENGTH_RATIO = 1.15
_LENGTH_CLASSES = 42
_CLASS_LENGTHS = tuple(_LENGTH_RATIO**step for step in range(_LENGTH_CLASSES))

Postings = tuple[Sequence[int], bytes]
"""Sorted passage keys, and one code for each."""


def passage_key(note: int, place: int) -> int:
    """Return the number of the passage at `place` in the note `note`."""
    return note << PLACE_BITS | place


def note_of(key: int) -> int:
    """Return the number of the note that the passage belongs to."""
    return key >> PLACE_BITS


def length_class(length: int) -> int:
    """Return the class of a passage of `length` tokens: 15 % apart, which BM25 cannot tell."""
    return min(bisect_left(_CLASS_LENGTHS, length), _LENGTH_CLASSES - 1)


def code_of(count: int, length: int) -> int:
    """Return the byte for a word that occurs `count` times in a passage of class `length`."""
    return length * len(_COUNTS) + min(bisect_left(_COUNTS, count), len(_COUNTS) - 1)


def code_weights(average: float) -> tuple[float, ...]:
    """Return what BM25 gives for each code, given the average length of all passages."""
    norms = (
        weights.K1 * (1 - weights.B + weights.B * length / max(average, 1.0))
        for length in _CLASS_LENGTHS
    )
    return tuple(count * (weights.K1 + 1) / (count + norm) for norm in norms for count in _COUNTS)


def rarity(found: int, passages: int) -> float:
    """Return how much a word says that is found in so many of all passages (its idf)."""
    return log(1 + (passages - found + 0.5) / (found + 0.5))


def bm25(asked: Iterable[tuple[float, Sequence[Postings]]], average: float) -> dict[int, float]:
    """Return the score of every passage that holds one of the words; each comes with its rarity."""
    by_code = code_weights(average)
    scores: dict[int, float] = {}
    for rare, postings in asked:
        worth = [rare * weight for weight in by_code]
        for keys, codes in postings:
            for key, code in zip(keys, codes, strict=True):
                scores[key] = scores.get(key, 0.0) + worth[code]
    return scores


def supported(
    scores: Mapping[int, float], sizes: bytes, most: int = weights.CANDIDATES
) -> list[tuple[float, int]]:
    """Return (score, key) of all passages of the best notes, best first, with their support.

    `sizes` says how many passages each note has; a note of no size is dead or not asked for. A
    passage without any word of the question can win by its neighbours: answers follow questions.
    """
    if 0 in sizes:
        scores = {key: score for key, score in scores.items() if sizes[note_of(key)]}
    ranked: list[tuple[float, int]] = []
    for note in dict.fromkeys(note_of(key) for key in _best(scores, most)):
        first = passage_key(note, 0)
        own = [scores.get(first + place, 0.0) for place in range(sizes[note])]
        ranked += [(score, first + place) for place, score in enumerate(_in_context(own))]
    ranked.sort(key=lambda entry: (-entry[0], entry[1]))
    return ranked


def best_of_notes(ranked: Iterable[tuple[float, int]]) -> list[tuple[float, int]]:
    """Return each note's best passage, best first: a note is as good as that."""
    seen: set[int] = set()
    found = []
    for score, key in ranked:
        if note_of(key) not in seen:
            seen.add(note_of(key))
            found.append((score, key))
    return found


def help_by_links(
    scores: Mapping[str, float], links: Mapping[str, Iterable[str]]
) -> dict[str, float]:
    """Return what each found memory gets from the found memories that link to it."""
    helped = dict.fromkeys(scores, 0.0)
    for memory, targets in links.items():
        for target in targets:
            if target in helped and target != memory:
                helped[target] += weights.LINK_SUPPORT * scores[memory]
    return helped


def code_at(postings: Iterable[Postings], key: int) -> int | None:
    """Return the code of a passage among the postings of a word, None where the word is not."""
    for keys, codes in postings:
        at = bisect_left(keys, key)
        if at < len(keys) and keys[at] == key:
            return codes[at]
    return None


def _best(scores: Mapping[int, float], most: int) -> list[int]:
    if len(scores) <= most:
        return list(scores)
    least = sorted(scores.values(), reverse=True)[most - 1]
    return [key for key, score in scores.items() if score >= least]


def _in_context(own: list[float]) -> list[float]:
    near = [score + _from_neighbours(own, place) for place, score in enumerate(own)]
    top = sorted(near, reverse=True)[: weights.NOTE_SUPPORT_TOP]
    share = weights.NOTE_SUPPORT * sum(top) / weights.NOTE_SUPPORT_TOP
    return [score + share for score in near]


def _from_neighbours(own: list[float], place: int) -> float:
    given = 0.0
    for steps, part in enumerate(weights.NEIGHBOURS, start=1):
        if place >= steps:
            given += part * own[place - steps]
        if place + steps < len(own):
            given += part * own[place + steps]
    return given

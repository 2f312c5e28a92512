"""Rank passages: BM25, then support from neighbours, from the whole note and from links.

Plain functions on plain values: the hook runs them in a fresh process. A passage is named by one
number, its note's number and its place in the note (`passage_key`), so that neighbours are found by
adding one. A posting is such a key and one byte, the *code*, that keeps how often the word occurs
and how long the passage is; the average length is applied when the question is asked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

from commonplace.core import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

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
    """Return how much a word says that is found in so many of all passages (its idf).

    A book of a few notes is taken for a part of a larger one: in a book of one note every word is in
    every passage, and still the rare words of a prompt say whether the note is meant.
    """
    least = max(passages, weights.FEWEST_PASSAGES)
    return log(1 + (least - found + 0.5) / (found + 0.5))


def bm25(rare: float, postings: Iterable[Postings], by_code: Sequence[float]) -> dict[int, float]:
    """Return what one word gives to each passage that holds it; `by_code` is `code_weights`."""
    worth = [rare * weight for weight in by_code]
    found: dict[int, float] = {}
    for keys, codes in postings:
        found.update(zip(keys, map(worth.__getitem__, codes), strict=True))
    return found


def supported(
    words: Sequence[Mapping[int, float]], sizes: bytes, most: int = weights.CANDIDATES
) -> list[tuple[float, int]]:
    """Return (score, key) of all passages of the best notes, best first, with their support.

    `words` says what each word of the question gives to each passage; `sizes` how many passages each
    note has, where a note of no size is dead or not asked for. A passage without any word of the
    question can win by its neighbours: answers follow questions.
    """
    ranked: list[tuple[float, int]] = []
    for note in dict.fromkeys(note_of(key) for key in _best(words, sizes, most)):
        first = passage_key(note, 0)
        keys = range(first, first + sizes[note])
        rows = [[word.get(key, 0.0) for key in keys] for word in words if not _is_apart(word, keys)]
        scores = in_context(rows)
        ranked += [(score, first + place) for place, score in enumerate(scores)]
    ranked.sort(key=lambda entry: (-entry[0], entry[1]))
    return ranked


def in_context(rows: Iterable[list[float]]) -> list[float]:
    """Return the scores of the passages of one note, from what each word gives to each of them."""
    scores = list(map(sum, zip(*map(reached, rows), strict=True)))
    top = sorted(scores, reverse=True)[: weights.NOTE_SUPPORT_TOP]
    share = weights.NOTE_SUPPORT * sum(top) / len(top)
    return [score + share for score in scores]


def reached(own: list[float]) -> list[float]:
    """Return what one word gives to each passage of a note, from wherever it stands nearest.

    A word counts once in a passage: where it stands in it, or weaker from a neighbour, or weakest
    from elsewhere in the note.
    """
    if len(own) == 1:
        return own
    best = max(own)
    found = [weights.SAME_NOTE * best] * len(own)
    for place, score in enumerate(own):
        if score:
            found[place] = max(found[place], score)
            for steps, part in enumerate(weights.NEIGHBOURS, start=1):
                for near in (place - steps, place + steps):
                    if 0 <= near < len(own):
                        found[near] = max(found[near], part * score)
    return found


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


def _best(words: Iterable[Mapping[int, float]], sizes: bytes, most: int) -> list[int]:
    """Return the passages with the best plain scores: where the race is decided.

    Rare words come first, and once they have named plenty of passages the common ones only add to
    those: in a large book, looking at every passage that says `test` costs much and finds nothing.
    """
    scores: dict[int, float] = {}
    for word in sorted(words, key=len):
        if len(scores) < weights.PLENTY * most:
            for key, score in word.items():
                scores[key] = scores.get(key, 0.0) + score
        else:
            for key in scores.keys() & word.keys():
                scores[key] += word[key]
    if 0 in sizes:
        scores = {key: score for key, score in scores.items() if sizes[note_of(key)]}
    if len(scores) <= most:
        return list(scores)
    least = sorted(scores.values(), reverse=True)[most - 1]
    return [key for key, score in scores.items() if score >= least]


def _is_apart(word: Mapping[int, float], keys: range) -> bool:
    return word.keys().isdisjoint(keys)


def lifts(words: Mapping[int, float], cosines: Mapping[int, float]) -> dict[int, float]:
    """Return what meaning adds to each passage that stands above the mean of all candidates.

    `words` are the scores of the candidates that words named; a passage that meaning alone named has
    none there, and one without a vector has no cosine: it neither gains nor loses.
    """
    if not cosines:
        return {}
    found = _beside_neighbours(cosines)
    middle, spread = _spread(found.values(), weights.LEAST_COSINE_SPREAD)
    if len(found) < weights.FEWEST_FOR_SPREAD:
        spread = weights.USUAL_COSINE_SPREAD
    everybody = words.keys() | cosines.keys()
    _, unit = _spread([words.get(key, 0.0) for key in everybody], weights.LEAST_WORD_SPREAD)
    if (
        len(found) == 1
    ):  # nothing to stand above: it is found, and the gate says how likely it answers
        return {key: weights.MEANING * unit for key in found if key not in words}
    # Decision 0009: one sum, in the unit of the words' scores; ranks alone would lose how far apart hits are.
    step = weights.MEANING * unit / spread
    return {key: step * (value - middle) for key, value in found.items() if value > middle}


def fused(
    ranked: Iterable[tuple[float, int]], lift: Mapping[int, float]
) -> list[tuple[float, int]]:
    """Return (score, key) of everything that words or meaning found, best first."""
    scores = {key: score for score, key in ranked}
    for key, more in lift.items():
        scores[key] = scores.get(key, 0.0) + more
    return sorted(((score, key) for key, score in scores.items()), key=lambda e: (-e[0], e[1]))


def _beside_neighbours(cosines: Mapping[int, float]) -> dict[int, float]:
    """Return each cosine with a share of the better neighbour's in the same note."""
    found = {}
    for key, own in cosines.items():
        near = [
            cosines[k] for k in (key - 1, key + 1) if k in cosines and note_of(k) == note_of(key)
        ]
        found[key] = own + weights.MEANING_NEIGHBOUR * (max(near) if near else own)
    return found


def _spread(values: Collection[float], least: float) -> tuple[float, float]:
    """Return the mean and the standard deviation, which a handful of values cannot make too small."""
    mean = sum(values) / len(values)
    return mean, max(sqrt(sum((value - mean) ** 2 for value in values) / len(values)), least)

"""Decide whether anything was found that is worth saying: silence is the better mistake.

No single score tells a relevant hit from the best of nothing, so a few signals are weighed together
(`weights.GATE`). Words that stand in every prompt prove nothing, and two characters of a script
without spaces make about one word. Plain functions: the hook asks this of every prompt.
"""

from __future__ import annotations

from math import exp, log

from commonplace.core import weights
from commonplace.core.letters import is_unspaced
from commonplace.core.ranking import note_of, rarity
from commonplace.core.stopwords import CHATTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Asked = tuple[str, float, "Mapping[int, float]"]
"""A word of the prompt, its rarity, and what it gives to each passage that holds it."""

Gates = tuple[tuple[float, ...], tuple[float, ...]]
"""How signals and cosines are weighed: where prompt and book have words in common, and where not."""

_KNOWN, _SIZE = 2, 5
"""The places of two signals: how much of the prompt the book knows, and how large it is."""

THRESHOLD = weights.GATE_THRESHOLD
"""Below this confidence recall stays silent."""

UNSPACED_EXCESS = 1.2
"""One and two character grams count a Chinese word more than twice."""


def confidence(asked: Sequence[Asked], best: tuple[float, int] | None, sizes: bytes) -> float:
    """Return the probability that the best passage, given as (score, key), answers the prompt."""
    if best is None or not is_askable(asked):
        return 0.0
    return probability(signals(asked, best, sizes), weights.GATE)


def is_askable(asked: Sequence[Asked]) -> bool:
    """Say whether the prompt says enough that is specific to be asked at all."""
    return specific_words(asked) >= weights.FEWEST_WORDS


def probability(found: tuple[float, ...], gate: tuple[float, ...]) -> float:
    """Return the probability that these signals, weighed by `gate`, mean a relevant hit."""
    bias, *slopes = gate
    odds = bias + sum(slope * signal for slope, signal in zip(slopes, found, strict=True))
    return 1 / (1 + exp(-odds))


def sensed_probability(found: tuple[float, ...], gates: Gates) -> float:
    """Return the same where cosines stand behind the signals of words.

    A book that knows almost none of the prompt's words may speak of it in another language: there
    words prove nothing, neither for nor against, and the cosines and the book's size decide.
    """
    met, apart = gates
    if found[_KNOWN] < weights.WORDS_MET:
        return probability(found[_SIZE:], apart)
    return probability(found, met)


def specific_words(asked: Sequence[Asked]) -> float:
    """Return how many words of the prompt say something of their own."""
    return sum(_size(word) for word, _, _ in asked if word not in CHATTER)


def signals(asked: Sequence[Asked], best: tuple[float, int], sizes: bytes) -> tuple[float, ...]:
    """Return what speaks for the best passage.

    Its score against the rarest word there could be; how much of the prompt stands in it or beside
    it; how much of the prompt the book knows at all; how many specific words agree; how much of the
    prompt is written without spaces, where characters meet by chance more often; and how large the
    book is, since a large one knows most words and proves less by it.
    """
    score, key = best
    near = [other for other in (key - 1, key, key + 1) if note_of(other) == note_of(key)]
    mass = known = covered = words = unspaced = 0.0
    for word, rare, worth in asked:
        mass += rare
        known += rare if worth else 0.0
        unspaced += is_unspaced(word[0])
        if any(other in worth for other in near):
            covered += rare
            words += 0.0 if word in CHATTER else _size(word)
    passages = sum(sizes)
    share = unspaced / len(asked)
    return (
        log(1 + score / (rarity(0, passages) * (1 + UNSPACED_EXCESS * share))),
        covered / mass,
        known / mass,
        log(1 + words),
        share,
        log(max(passages, 1)),
    )


def _size(word: str) -> float:
    if not is_unspaced(word[0]):
        return 1.0
    return 0.5 if len(word) > 1 else 0.0

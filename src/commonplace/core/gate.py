"""Decide whether anything was found that is worth saying: silence is the better mistake.

No single score tells a relevant hit from the best of nothing, so a few signals are weighed together
(`weights.GATE`). Words that stand in every prompt prove nothing, and two characters of a script
without spaces make about one word. Plain functions: the hook asks this of every prompt.
"""

from __future__ import annotations

from math import exp, log

from commonplace.core import weights
from commonplace.core.letters import is_south_east_asian, is_unspaced
from commonplace.core.ranking import note_of, rarity
from commonplace.core.stopwords import CHATTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Asked = tuple[str, float, "Mapping[int, float]"]
"""A word of the prompt, its rarity, and what it gives to each passage that holds it."""

Gates = tuple[tuple[float, ...], tuple[float, ...]]
"""How signals and cosines are weighed: where prompt and book have words in common, and where not."""

KNOWN, CHATTERING = 2, 9
"""The places of two signals: how much of the prompt the book knows, and how much of it is chatter."""

THRESHOLD = weights.GATE_THRESHOLD
"""Below this confidence recall stays silent."""

SURE, LIKELY, UNSURE = "sure", "likely", "unsure"
"""What a hook does with a memory: say its passage, point at it, or keep silent."""

UNSPACED_EXCESS = 1.2
"""One and two character grams count a Chinese word more than twice."""


def tier(confidence: float, speak: str) -> str:
    """Return what a hook does with a memory that answers with this probability, as `speak` has it."""
    sure_from, likely_from = weights.SPEAK[speak]
    if confidence >= sure_from:
        return SURE
    return LIKELY if confidence >= likely_from else UNSURE


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
    words prove nothing, neither for nor against: chatter, the book's size and the cosines decide.
    """
    met, apart = gates
    if found[KNOWN] < weights.WORDS_MET:
        return probability(found[CHATTERING:], apart)
    return probability(found, met)


def specific_words(asked: Sequence[Asked]) -> float:
    """Return how many words of the prompt say something of their own."""
    words = [word for word, _, _ in asked]
    return sum(size for word, size in zip(words, _sizes(words), strict=True) if word not in CHATTER)


def signals(asked: Sequence[Asked], best: tuple[float, int], sizes: bytes) -> tuple[float, ...]:
    """Return what speaks for the best passage.

    Its score against the rarest word there could be; how much of the prompt stands in it or beside
    it; how much of the prompt the book knows at all; how many specific words agree; then the first
    two again by characters that are proved by a pair, and what share of the words stands in the
    passage itself; how much of the prompt is written without spaces, where characters meet by chance
    more often; and how large the book is, since a large one knows most words and proves less by it.
    """
    score, key = best
    words = [word for word, _, _ in asked]
    rares = [rare for _, rare, _ in asked]
    counts = _sizes(words)
    here, there = _near(asked, key), [bool(worth) for _, _, worth in asked]
    whole = [unit * rare for unit, rare in zip(_units(words), rares, strict=True)]
    passages = sum(sizes)
    unspaced = sum(unit < 1 for unit in _units(words)) / len(words)
    return (
        log(1 + score / (rarity(0, passages) * (1 + UNSPACED_EXCESS * unspaced))),
        _share(rares, here),
        _share(rares, there),
        log(1 + sum(_agreeing(words, counts, here))),
        _share(whole, _proved(words, here)),
        _share(whole, _proved(words, there)),
        _share(counts, [key in worth for _, _, worth in asked]),
        unspaced,
        log(max(passages, 1)),
    )


def sensed_signals(
    asked: Sequence[Asked], best: tuple[float, int], sizes: bytes, cosines: tuple[float, float]
) -> tuple[float, ...]:
    """Return the same for a gate that hears cosines, the passage's own and the highest of all.

    Two signals more come before the size: how rare the second rarest word is that agrees, for one
    may be chance; and how much of the prompt is chatter, which is near to everything in meaning.
    """
    *by_words, size = signals(asked, best, sizes)
    words = [word for word, _, _ in asked]
    rares = [rare / rarity(0, sum(sizes)) for _, rare, _ in asked]
    agreeing = sorted(_agreeing(words, rares, _near(asked, best[1])), reverse=True)
    chatter = sum(word in CHATTER for word in words) / len(words)
    return (*by_words, agreeing[1] if len(agreeing) > 1 else 0.0, chatter, size, *cosines)


def _near(asked: Sequence[Asked], key: int) -> list[bool]:
    """Say of each word whether it stands in the passage or in one beside it."""
    near = [other for other in (key - 1, key, key + 1) if note_of(other) == note_of(key)]
    return [any(other in worth for other in near) for _, _, worth in asked]


def _agreeing(words: list[str], values: list[float], here: list[bool]) -> list[float]:
    """Return the values of the specific words that stand here."""
    return [
        value
        for word, value, is_here, size in zip(words, values, here, _sizes(words), strict=True)
        if is_here and word not in CHATTER and size
    ]


def _share(masses: list[float], marks: list[bool]) -> float:
    whole = sum(masses)
    return sum(mass for mass, mark in zip(masses, marks, strict=True) if mark) / (whole or 1.0)


def _proved(words: list[str], marks: list[bool]) -> list[bool]:
    """Say what is really there: a character when a pair with it is, a word when it is itself.

    Any two Chinese texts share characters, and most pairs of a prompt are no words at all but the
    end of one and the beginning of the next: neither says how much of the prompt was met.
    """
    marked = zip(words, marks, _units(words), strict=True)
    pairs = [(_halves(word), mark) for word, mark, unit in marked if not unit]
    joined = {part for parts, _ in pairs for part in parts}
    met = {part for parts, mark in pairs if mark for part in parts}
    return [
        word in met if word in joined else mark for word, mark in zip(words, marks, strict=True)
    ]


def _units(words: list[str]) -> list[float]:
    """Return how much of a word each of these is that no shorter gram of the prompt stands for."""
    syllables = _syllables(words)
    return [0.5 if word in syllables else _unit(word) for word in words]


def _sizes(words: list[str]) -> list[float]:
    """Return how many words each of these counts for: a pair for half of one, what is in it nothing."""
    syllables = _syllables(words)
    return [0.0 if word in syllables else _size(word) for word in words]


def _syllables(words: list[str]) -> set[str]:
    """Return what stands in pairs that are written with a space, as Vietnamese syllables do."""
    return {part for word in words if " " in word for part in word.split(" ")}


def _halves(word: str) -> Sequence[str]:
    return word.split(" ") if " " in word else (word[:-1], word[1:])


def _unit(word: str) -> float:
    if not is_unspaced(word[0]):
        return 0.0 if " " in word else 1.0
    return 0.5 if len(word) == (2 if is_south_east_asian(word[0]) else 1) else 0.0


def _size(word: str) -> float:
    if not is_unspaced(word[0]):
        return 0.5 if " " in word else 1.0
    return 0.5 if len(word) > 1 else 0.0

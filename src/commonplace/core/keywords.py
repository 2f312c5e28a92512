"""Choose the few words by which a text should be found again.

The vault's rule: no stop words, more than four letters, proper nouns before technical terms before
common words, then the most frequent, each once whatever its case. Two additions of ours: a technical
name may be short (`k8s`, `C#`), and a Chinese word has no five letters, so what repeats is taken.

Whether a keyword stands in a text as a whole: mem-skill's own matching.

Case does not matter; `Java` is not in `JavaScript`; words joined by a sign are found whole and apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from commonplace.core.letters import SIGNS, is_unspaced, levelled
from commonplace.core.stopwords import STOP_WORDS
from commonplace.core.tokens import fold

MOST_KEY_TERMS = 5
SHORTEST_WORD = 5
LONGEST_GRAM = 4
TEXTS_IN_MIND = 32
"""A candidate is compared with each of its neighbours, and a segment is looked at twice."""
WORDS_IN_MIND = 8192
"""Most words of a book come again and again: with them in mind its terms take half the time."""
_PROPER, _TECHNICAL, _COMMON = range(3)
_SENTENCE_ENDS = (".", "!", "?", ":", "#", "-", "*", "。", "！", "？", "：")

REDACTED = "REDACTED:"
"""How the mark of a secret begins that was taken out: nobody looks for it."""

_Found = tuple[int, str]
"""How good a term is (smaller is better) and how the text writes it."""


@lru_cache(maxsize=TEXTS_IN_MIND)
def key_terms(text: str, most: int = MOST_KEY_TERMS) -> tuple[str, ...]:
    """Return up to `most` key terms of `text`, the best first."""
    counts: dict[str, int] = {}
    best: dict[str, _Found] = {}
    for rank, word in (*_spaced(text), *_unspaced(text)):
        key = word.casefold()
        counts[key] = counts.get(key, 0) + 1
        if key not in best or rank < best[key][0]:
            best[key] = (rank, word)
    ranked = sorted(best, key=lambda key: (best[key][0], -counts[key]))
    return tuple(best[key][1] for key in ranked[:most])


def _spaced(text: str) -> Iterator[_Found]:
    for raw, starts_sentence in words_of(text):
        yield from _ranked(raw, starts_sentence)


@lru_cache(maxsize=WORDS_IN_MIND)
def _ranked(raw: str, starts_sentence: bool) -> tuple[_Found, ...]:
    words = (_without_unspaced(chunk).strip(SIGNS) for chunk in levelled(raw).split())
    ranked = ((_rank(word, starts_sentence), word) for word in words)
    return tuple(
        (rank, word.lower() if rank == _COMMON else word)
        for rank, word in ranked
        if rank is not None
    )


def words_of(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each word and whether a sentence starts with it: a capital says nothing there.

    What stands after a heading or an empty line begins anew; a line within a paragraph goes on.
    """
    starts_sentence = True
    for line in text.split("\n"):
        words = line.split()
        starts_sentence = starts_sentence or not words
        for raw in words:
            yield raw, starts_sentence
            starts_sentence = raw.endswith(_SENTENCE_ENDS)
        starts_sentence = starts_sentence or line.startswith("#")


def _without_unspaced(word: str) -> str:
    return word if word.isascii() else "".join(c for c in word if not is_unspaced(c))


def _rank(word: str, starts_sentence: bool) -> int | None:
    if len(word) < 2 or word.lower() in STOP_WORDS or not any(map(str.isalpha, word)):
        return None
    if word.startswith(REDACTED):
        return None
    if not word.isalpha() or any(map(str.isupper, word[1:])):
        return _TECHNICAL if "'" not in word else None
    if word[0].isupper() and not starts_sentence:
        return _PROPER
    return _COMMON if len(word) >= SHORTEST_WORD else None


def _unspaced(text: str) -> Iterator[_Found]:
    """Find words in Chinese and its kind: the longest grams that repeat, else the first ones."""
    runs = _runs(levelled(text))
    counts: dict[str, int] = {}
    for run in runs:
        for size in range(2, LONGEST_GRAM + 1):
            for at in range(len(run) - size + 1):
                gram = run[at : at + size]
                counts[gram] = counts.get(gram, 0) + 1
    repeated = sorted((g for g in counts if counts[g] > 1), key=lambda g: (-counts[g], -len(g)))
    for gram in _none_inside_another(repeated) or [run[:LONGEST_GRAM] for run in runs]:
        for _ in range(counts.get(gram, 0)):
            yield _COMMON, gram


def _runs(text: str) -> list[str]:
    if text.isascii():
        return []
    return [run for run in text.translate(_cut).split() if len(run) > 1 and run not in STOP_WORDS]


class _Cut(dict[int, str]):
    """Each character as a run keeps it: what belongs to no word is a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = self[code] = char if is_unspaced(char) and char not in STOP_WORDS else " "
        return found


_cut = _Cut()


def _none_inside_another(grams: list[str]) -> list[str]:
    kept: list[str] = []
    for gram in sorted(grams, key=len, reverse=True)[: 20 * MOST_KEY_TERMS]:
        if not any(gram in other for other in kept):
            kept.append(gram)
    return sorted(kept, key=grams.index)


_JOINS_WORDS = "/-:"


class Prompt:
    """A text in which keywords are looked for."""

    def __init__(self, text: str) -> None:
        self._folded = fold(text)
        whole = [word.removesuffix("'s") for word in _apart(self._folded).split()]
        parts = [_divided(word) for word in whole]
        self._lines = tuple(f" {' '.join(words)} " for words in (whole, parts))

    def holds(self, keyword: str) -> bool:
        """Say whether `keyword` stands in the text as a whole."""
        folded = fold(keyword)
        if not folded:
            return False
        if any(map(is_unspaced, folded)):
            return folded in self._folded
        forms = {folded, " ".join(_divided(folded).split())}
        return any(f" {form} " in line for form in forms for line in self._lines)


def _apart(folded: str) -> str:
    """Return a folded text with words and runs of unspaced script set apart."""
    return "".join(f" {char} " if is_unspaced(char) else char for char in folded)


def _divided(word: str) -> str:
    for sign in _JOINS_WORDS:
        word = word.replace(sign, " ")
    return word

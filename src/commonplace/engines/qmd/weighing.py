"""How sure the answer of qmd is: the house's own gate, asked about the memories that were found.

qmd always finds something. Whether the best of it is worth saying is decided as everywhere else, by
the words that prompt and memory share, weighed as if what was found were the whole book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from commonplace.core import gate
from commonplace.core.memory import Memory
from commonplace.core.passages import passages_of
from commonplace.core.ranking import (
    Postings,
    bm25,
    code_of,
    code_weights,
    length_class,
    passage_key,
    rarity,
    supported,
)
from commonplace.core.tokens import content_tokens

RELATED_FROM = 0.5
"""mem-skill calls two texts related from here on; it is the only bound for vectors of any model."""


def weigh(text: str, memories: Sequence[Memory], cosine: float) -> tuple[float, float]:
    """Return the score of the best passage by its words, and the probability that it is relevant."""
    passages = [
        (passage_key(note, place), content_tokens(passage))
        for note, memory in enumerate(memories)
        for place, passage in enumerate(passages_of(memory))
    ]
    asked = _asked(text, passages)
    sizes = bytes(min(len(passages_of(memory)), 255) for memory in memories)
    ranked = supported([worth for _, _, worth in asked if worth], sizes)
    if not ranked:
        return 1.0, 1.0 if cosine >= RELATED_FROM else 0.0
    score, key = ranked[0]
    sure = gate.Evidence(asked, ranked, sizes, _average(passages)).confidence(key)
    return score, 1.0 if cosine >= RELATED_FROM else sure


def _average(passages: Sequence[tuple[int, Sequence[str]]]) -> float:
    return sum(len(words) for _, words in passages) / max(len(passages), 1)


def _asked(text: str, passages: Sequence[tuple[int, Sequence[str]]]) -> list[gate.Asked]:
    by_code = code_weights(_average(passages))
    counted = [(key, Counter(words), length_class(len(words))) for key, words in passages]
    asked: list[gate.Asked] = []
    for word in dict.fromkeys(content_tokens(text)):
        held = [(key, code_of(counts[word], size)) for key, counts, size in counted if counts[word]]
        rare = rarity(len(held), len(passages))
        postings: Postings = ([key for key, _ in held], bytes(code for _, code in held))
        asked.append((word, rare, bm25(rare, [postings], by_code)))
    return asked

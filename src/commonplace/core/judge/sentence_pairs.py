"""Compare two longer texts sentence by sentence: a contradiction in a corner is one all the same.

Weighed as wholes, two notes of many sentences are mostly about different things, and one sentence that clashes counts for
little. So each sentence of the candidate that the memory does not repeat is aligned with the one nearest to it, the two are
weighed alone, and the worst that is found is the answer for the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.core.claims.clauses import sentences
from commonplace.core.judge.alignment import Pair
from commonplace.core.judge.conflicts import (
    Certainty,
    Comparison,
    Levels,
    compare_pair,
    compare_texts,
)
from commonplace.core.judge.parsed import ParsedText, parse_text
from commonplace.core.judge.restatement import meaning

LONG_FROM = 6
"""Sentences of both texts together from which they are compared sentence by sentence: below, the whole
tells more, for what is meant is often said in two sentences (benchmarks/long_pairs.py)."""
MOST_SENTENCES = 30
"""More of either text are not compared."""
LEVELS = Levels(sure=2.5, likely=0.4, possible=-1.0, subject=0.3)
"""A sentence alone names its subject by a pronoun as often as not: that the subject is one counts for less,
and a clash for more, than between whole texts."""
_ENOUGH = 2.5
"""The weight of what is shared at which two sentences surely speak of one thing."""

Text = tuple[str, str]
"""A title and a body."""


def compare_long(new: Text, old: Text) -> Comparison:
    """Return where `new` and `old` differ: as wholes where they are short, else in the worst of their sentences."""
    here, there = sentences(new[1]), sentences(old[1])
    if len(here) + len(there) < LONG_FROM:
        return compare_texts(parse_text(*new), parse_text(*old))
    found = (compare_pair(pair, LEVELS) for pair in aligned_sentences(new, old))
    return max(found, key=lambda each: each.score, default=Comparison((), Certainty.NONE, ""))


def aligned_sentences(new: Text, old: Text) -> Iterator[Pair]:
    """Yield each sentence of `new` that `old` does not repeat, with the sentence of `old` nearest to it."""
    known = _parsed(old)
    repeated = {meaning(sentence) for sentence in sentences(old[1])}
    for sentence, parsed in zip(sentences(new[1]), _parsed(new), strict=False):
        if meaning(sentence) in repeated:
            continue
        nearness, nearest = max(
            ((_nearness(parsed, each), at) for at, each in enumerate(known)), default=(0.0, 0)
        )
        if nearness:
            yield Pair(parsed, known[nearest])


def _parsed(text: Text) -> tuple[ParsedText, ...]:
    """Return each sentence as a text of its own; only what is one sentence keeps its title."""
    title, body = text
    said = sentences(body)[:MOST_SENTENCES]
    return tuple(parse_text(title if len(said) == 1 else "", each) for each in said)


def _nearness(one: ParsedText, other: ParsedText) -> float:
    """Return how much two sentences have in common, from 0 to 1; little that is shared counts for little."""
    here, there = _frame(one), _frame(other)
    shared = sum(min(weight, there[key]) for key, weight in here.items() if key in there)
    whole = max(0.1, sum(here.values())) * max(0.1, sum(there.values()))
    return float(shared / whole**0.5 * min(1.0, shared / _ENOUGH))


def _frame(parsed: ParsedText) -> dict[str, float]:
    """Return what a sentence speaks of apart from its values, each concept with its weight."""
    return {key: weight for one in parsed.body for key, weight in one.frame.items()}

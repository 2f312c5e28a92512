"""Where two texts give two values to one thing: numbers, versions, paths, days, members of one family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from commonplace.core.claims.claim import Claim, ClaimKind
from commonplace.core.claims.literals import admits
from commonplace.core.claims.qualifiers import speaks_of
from commonplace.core.judge.alignment import Pair, shared_weight
from commonplace.core.judge.parsed import ParsedText, Passage

MOST_VALUES = 15
_A_TABLE = 30
"""So many rivals come of two tables of figures, which are hardly about one thing."""
_ENOUGH = 2.5
_SAME = 0.9
_NEAR_BEFORE, _NEAR_AFTER = 2, 1
"""How many pieces before and after a value say what it is the value of."""
_ROUNDED = frozenset({"time", "bytes", "length"})
_NEARLY = Fraction(1, 20)
"""Half a year is six months, and 1 GB is 1000 MB: measures of these sorts are equal if they are close."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two values of one sort that may answer one question."""

    new: Claim
    old: Claim
    here: Passage
    there: Passage

    @property
    def is_choice(self) -> bool:
        """Say whether they are members of one family, not measures."""
        return self.new.kind is ClaimKind.CHOICE

    @property
    def is_comparable(self) -> bool:
        """Say whether they may be of one thing: what is counted is the same, or is not told."""
        told = bool(self.new.things and self.old.things)
        same = self.new.aspect == self.old.aspect or bool(self.new.things & self.old.things)
        return same or not told

    @property
    def shared(self) -> float:
        """Return how much the two passages have in common, from 0 to 1."""
        return min(1.0, shared_weight(self.here, self.there) / _ENOUGH)

    @property
    def is_all(self) -> bool:
        """Say whether the two passages say the same but for their values."""
        shared = shared_weight(self.here, self.there)
        return self.is_comparable and shared >= _SAME * max(self.here.weight, self.there.weight) > 0

    @property
    def strength(self) -> float:
        """Return how likely they answer one question, from 0 to 1."""
        near = len(_around(self.new, self.here) & _around(self.old, self.there))
        sure = 0.4 + 0.3 * self.shared + 0.3 * min(1.0, near / 2)
        return sure if self.is_comparable else 0.4 * sure


def _around(claim: Claim, passage: Passage) -> frozenset[str]:
    start, end = (at - passage.statement.clause.start for at in (claim.start, claim.end))
    before = [p.key for p in passage.free if p.end <= start][-_NEAR_BEFORE:]
    after = [p.key for p in passage.free if p.start >= end][:_NEAR_AFTER]
    return frozenset((*before, *after))


def rivals(pair: Pair) -> tuple[Rivals, ...]:
    """Return every two values of one sort of which each text gives only its own."""
    known = tuple(_open(pair.old, pair.new))
    return tuple(
        Rivals(claim, other, here, there)
        for here, claim in _open(pair.new, pair.old)
        for there, other in known
        if claim.sort == other.sort
        and (claim.kind is ClaimKind.CHOICE) is (other.kind is ClaimKind.CHOICE)
        and not _are_close(claim, other)
    )


def _open(parsed: ParsedText, other: ParsedText) -> Iterator[tuple[Passage, Claim]]:
    """Yield the values that the other text does not affirm."""
    found = (
        (passage, claim)
        for passage in parsed.body
        for claim in passage.values
        if (claim.sort, claim.value) not in other.affirmed
    )
    yield from list(found)[:MOST_VALUES]


def _are_close(one: Claim, other: Claim) -> bool:
    if one.kind is ClaimKind.VERSION:
        return admits(one.value, other.value) or admits(other.value, one.value)
    if one.sort not in _ROUNDED or one.kind is not ClaimKind.QUANTITY:
        return one.value == other.value
    here, there = Fraction(one.value), Fraction(other.value)
    return abs(here - there) <= _NEARLY * max(abs(here), abs(there))


def value_features(pair: Pair, found: tuple[Rivals, ...]) -> dict[str, float]:
    """Return how surely the two texts give two values to one thing."""
    measures = [each for each in found if not each.is_choice]
    choices = [each for each in found if each.is_choice]
    best = max(measures, key=lambda each: each.strength, default=None)
    described = {
        "choice": max((each.strength for each in choices), default=0.0),
        "value_alone": float(any(each.is_all for each in found)),
        "value_of_a_table": min(1.0, len(measures) / _A_TABLE),
    }
    if best is None:
        return described
    sentences = [each.statement.clause.sentence.lower() for each in (best.here, best.there)]
    left = [pair.leftovers(each.free) for each in (best.here, best.there)]
    return described | {
        "value": best.strength,
        "value_of_one_thing": float(bool(best.new.things & best.old.things)),
        "value_bounds": float(all(speaks_of("bound", sentence) for sentence in sentences)),
        "value_shared": best.shared,
        "value_apart": float(all(left)),
    }

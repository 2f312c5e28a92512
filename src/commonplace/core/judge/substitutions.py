"""Find what one text has in the place of something else in the other, though the words around it are the same.

Clauses are cut small, and the nearest two may agree: of "Ingrid for accessibility, Bo for performance, Rashid for copy"
only the last differs. So every run of pieces that only one text has is compared by its neighbours. Of two such places
the one that the titles name is the subject: then the texts are about two things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from commonplace.core.claims.pieces import Piece
from commonplace.core.judge.alignment import Pair
from commonplace.core.judge.contrasts import is_bilingual
from commonplace.core.judge.parsed import ParsedText, Passage, overlaps

MOST_RUNS = 30
_AROUND = 2
"""How many pieces before and after a run say where it stands."""
_ENOUGH = 2.0
_PLAIN = 0.5


@dataclass(frozen=True, slots=True)
class Run:
    """What only one text says, and what stands before and after it."""

    passage: Passage
    pieces: tuple[Piece, ...]
    before: dict[str, float]
    after: dict[str, float]
    is_first: bool
    """Whether nothing that says something stands before it in the text."""
    is_last: bool
    """Whether nothing that says something stands after it in its clause."""

    @property
    def is_named(self) -> bool:
        """Say whether it is, or holds, a number or what may be a name."""
        return any(p.kind in ("name", "number") or p.text[0].isupper() for p in self.pieces)

    @property
    def is_doing(self) -> bool:
        """Say whether it holds a verb: then it tells something else, not the same of something else."""
        return any(piece.kind == "action" for piece in self.pieces)

    @property
    def keys(self) -> frozenset[str]:
        """Return the concepts that it speaks of."""
        return frozenset(piece.key for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Swap:
    """Two runs that stand in one place."""

    new: Run
    old: Run
    strength: float
    is_between: bool
    """Whether the same stands before both of them, and the same, or nothing, after them."""

    @property
    def is_plain(self) -> bool:
        """Say whether a reader sees that one stands for the other: by its place, or as a name for a name."""
        told = self.is_between or (self.new.is_named and self.old.is_named)
        return told and self.strength >= _PLAIN

    @property
    def is_at_the_start(self) -> bool:
        """Say whether both texts begin with it."""
        return self.new.is_first and self.old.is_first


def swaps(pair: Pair) -> tuple[Swap, ...]:
    """Return every two runs with neighbours in common, the surest first.

    Between two languages all words differ, and only names can stand for each other.
    """
    found = _met(_runs(pair.new.body, pair.old, pair), _runs(pair.old.body, pair.new, pair))
    if is_bilingual(pair):
        found = [each for each in found if each.new.is_named and each.old.is_named]
    return tuple(sorted(found, key=lambda each: -each.strength))


def substitution_features(pair: Pair, found: tuple[Swap, ...]) -> dict[str, float]:
    """Return how surely something stands in the place of something else, and whether that is the subject."""
    return {
        "swap": _surest(found),
        "starts_swapped": _surest(each for each in found if each.is_at_the_start),
        "subject_swapped": _surest(each for each in found if _is_subject(each, pair)),
    }


def _surest(found: Iterable[Swap]) -> float:
    return max((each.strength for each in found), default=0.0)


def _is_subject(swap: Swap, pair: Pair) -> bool:
    """Say whether both titles name what was swapped, or both texts begin with it."""
    sides = (swap.new, pair.new), (swap.old, pair.old)
    named = all(run.keys & {piece.key for piece in side.title} for run, side in sides)
    return named or swap.is_at_the_start


def _met(new: tuple[Run, ...], old: tuple[Run, ...]) -> list[Swap]:
    found = (_swap(here, there) for here in new for there in old)
    return [each for each in found if each.strength]


def _swap(here: Run, there: Run) -> Swap:
    before, after = _shared(here.before, there.before), _shared(here.after, there.after)
    crossed = _shared(here.before, there.after) + _shared(here.after, there.before)
    strength = min(1.0, (before + after + crossed / 2) / _ENOUGH)
    is_end = here.is_last and there.is_last and not (here.is_doing or there.is_doing)
    return Swap(here, there, strength, is_between=bool(before and (after or is_end)))


def _shared(one: dict[str, float], other: dict[str, float]) -> float:
    return sum(min(weight, other[key]) for key, weight in one.items() if key in other)


_Line = list[tuple[Passage, Piece, bool]]


def _runs(passages: tuple[Passage, ...], other: ParsedText, pair: Pair) -> tuple[Run, ...]:
    line = [
        (one, piece, _is_own(piece, one, other, pair)) for one in passages for piece in one.pieces
    ]
    return tuple(islice(_cut(line), MOST_RUNS))


def _cut(line: _Line) -> Iterator[Run]:
    at = 0
    while at < len(line):
        last = at
        while last < len(line) and line[last][2] and line[last][0] is line[at][0]:
            last += 1
        if last > at:
            held = tuple(piece for _, piece, _ in line[at:last])
            before, after = _known(line[:at][::-1]), _known(line[last:])
            is_last = last == len(line) or line[last][0] is not line[at][0]
            yield Run(line[at][0], held, before, after, is_first=at == 0, is_last=is_last)
        at = max(last, at + 1)


def _is_own(piece: Piece, passage: Passage, other: ParsedText, pair: Pair) -> bool:
    """Say whether the other text has nothing of the kind; a value in another unit is the same value."""
    offset = passage.statement.clause.start
    for claim in passage.values:
        if overlaps(piece, [(claim.start - offset, claim.end - offset)]):
            return (claim.sort, claim.value) not in other.affirmed
    return piece.key in pair.strange and piece.kind != "common"


def _known(line: _Line) -> dict[str, float]:
    """Return the nearest pieces that both texts have."""
    found: dict[str, float] = {}
    for _, piece, is_own in line:
        if not is_own:
            found[piece.key] = piece.weight
            if len(found) == _AROUND:
                break
    return found

"""Align what two texts say about one thing: which passage of one goes with which of the other.

What one side speaks of and the other never mentions is *left over*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from commonplace.core.claims.pieces import Piece
from commonplace.core.judge.parsed import ParsedText, Passage

MET_FROM = 0.5
"""Two passages that share less do not meet."""
_ENOUGH = 2.5
"""The weight of what is shared at which two passages surely speak of one thing."""


@dataclass(frozen=True, slots=True)
class AlignedPassages:
    """A passage of the candidate and one of the memory that share something."""

    new: Passage
    old: Passage
    shared: float

    @property
    def closeness(self) -> float:
        """Return how much of both is shared, from 0 to 1; little that is shared counts for little."""
        alike = self.shared / (self.new.weight * self.old.weight) ** 0.5
        return float(alike * min(1.0, self.shared / _ENOUGH))

    @property
    def is_below_titles(self) -> bool:
        """Say whether neither passage is a title."""
        return not (self.new.is_title or self.old.is_title)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A run of pieces that the other text does not know."""

    first: Piece
    last: Piece
    is_name: bool


@dataclass(frozen=True)
class Pair:
    """The candidate and the memory, each as the other sees it."""

    new: ParsedText
    old: ParsedText

    @cached_property
    def strange(self) -> frozenset[str]:
        """Return the concepts that only one of the two texts speaks of."""
        sides = (self.new, self.old), (self.old, self.new)
        return frozenset(
            piece.key
            for side, other in sides
            for one in side.passages
            for piece in one.pieces
            if not other.knows(piece)
        )

    @cached_property
    def alignments(self) -> tuple[AlignedPassages, ...]:
        """Return every two passages that share something."""
        return tuple(
            AlignedPassages(one, other, shared)
            for one in self.new.passages
            for other in self.old.passages
            if (shared := shared_weight(one, other)) >= MET_FROM
        )

    @cached_property
    def nearest(self) -> AlignedPassages | None:
        """Return the two passages below the titles that are closest."""
        below = (each for each in self.alignments if each.is_below_titles)
        return max(below, key=lambda each: each.closeness, default=None)

    def known_share(self, pieces: Iterable[Piece]) -> float:
        """Return the share of what `pieces` say that the other text knows."""
        bodies = [piece for piece in pieces if piece.is_body]
        known = sum(piece.weight for piece in bodies if piece.key not in self.strange)
        return known / sum(piece.weight for piece in bodies) if bodies else 0.0

    def leftovers(self, pieces: Sequence[Piece]) -> tuple[Leftover, ...]:
        """Return the runs of `pieces` that the other text does not know."""
        return tuple(self._leftovers(pieces))

    def _leftovers(self, pieces: Sequence[Piece]) -> Iterator[Leftover]:
        at = 0
        while at < len(pieces):
            last = at
            while last < len(pieces) and self.is_left(pieces[last]):
                if last > at and pieces[last].start - pieces[last - 1].end > 1:
                    break
                last += 1
            if last > at:
                is_name = any(piece.kind == "name" for piece in pieces[at:last])
                yield Leftover(pieces[at], pieces[last - 1], is_name)
            at = max(last, at + 1)

    def is_left(self, piece: Piece) -> bool:
        """Say whether a piece may name a subject, and the other text does not know it."""
        return piece.is_body and piece.key in self.strange


def shared_weight(one: Passage, other: Passage) -> float:
    """Return how much two passages have in common."""
    frame = other.frame
    return sum(min(weight, frame[key]) for key, weight in one.frame.items() if key in frame)

"""Say whether a text may be taken for a restatement of another one: to drop it must lose nothing.

That all of its words stand in the other text is not enough. "Deploy with the rolling strategy" has every
word in common with "deploy with the blue-green strategy; rolling loses sessions", and says the opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core.claims.pieces import Piece
from commonplace.core.claims.polarity import negations
from commonplace.judges.meetings import shared_weight
from commonplace.judges.readings import Passage, Reading

_START, _END = "^", "$"
_Place = tuple[str, str]
"""The neighbours of what stands there."""


def may_restate(new: Reading, old: Reading) -> bool:
    """Say whether nothing in `new` denies, turns round, or stands in the place of, what `old` says."""
    is_turned = _denies(new) != _denies(old) or _is_opposed(new, old)
    return not is_turned and not any(_replaces(one, old) for one in new.body)


def _is_opposed(new: Reading, old: Reading) -> bool:
    """Say whether the two stand at the two ends of an opposition: enabled and 关闭."""
    ends = [
        {(axis, end) for one in side.body for axis, end in one.opposites.items() if end}
        for side in (new, old)
    ]
    return any((axis, -end) in ends[1] for axis, end in ends[0] - ends[1])


def _denies(text: Reading) -> bool:
    return any(negations(one.statement.clause.sentence) for one in text.body)


def _replaces(one: Passage, old: Reading) -> bool:
    """Say whether something in a passage stands where the nearest one of `old` has something else."""
    nearest = max(old.passages, key=lambda other: shared_weight(one, other), default=None)
    if nearest is None or not shared_weight(one, nearest):
        return False
    here, there = (frozenset(piece.key for piece in side.pieces) for side in (one, nearest))
    common = set(_places(one.pieces, there)) & set(_places(nearest.pieces, here))
    return bool(common - {(_START, _END)})


def _places(pieces: Sequence[Piece], known: frozenset[str]) -> Iterator[_Place]:
    """Yield the place of each run of pieces that the other side does not know."""
    before, is_open = _START, False
    for piece in pieces:
        if piece.is_body and piece.key not in known:
            is_open = True
            continue
        if is_open:
            yield before, piece.key
        before, is_open = piece.key, False
    if is_open:
        yield before, _END

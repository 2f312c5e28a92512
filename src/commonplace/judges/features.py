"""Describe two texts in numbers: whether they speak of one thing, differ, and are set apart.

Every feature is a share or a yes; `weights.py` says what each is worth, and which way it points.
"""

from __future__ import annotations

from commonplace.core.claims.pieces import Piece
from commonplace.judges.contrasts import contrasts, is_bilingual
from commonplace.judges.denials import denial_features, retraction_features
from commonplace.judges.meetings import Meeting, Pair
from commonplace.judges.readings import Reading
from commonplace.judges.slots import slot_features, swaps
from commonplace.judges.stances import stance_features
from commonplace.judges.values import Rivals, value_features

_MUCH_LEFT = 6.0
_MUCH_SAID = 12
"""Of two texts with so many clauses each some two will always seem to clash."""
_HALF_A_CHANGE = 0.6


def describe(pair: Pair, found: tuple[Rivals, ...]) -> dict[str, float]:
    """Return everything that is weighed about two texts, by name."""
    described = {"bias": 1.0, "bilingual": float(is_bilingual(pair))}
    described |= _fit(pair) | _places(pair) | contrasts(pair)
    described |= value_features(pair, found) | denial_features(pair) | retraction_features(pair)
    described |= stance_features(pair) | slot_features(pair, swaps(pair))
    return described | _together(pair, described)


def _fit(pair: Pair) -> dict[str, float]:
    """Return how much the two texts have in common, and what is left over."""
    new, old = pair.new.body_pieces, pair.old.body_pieces
    known = pair.known_share(new), pair.known_share(old)
    titles = pair.known_share(pair.new.title or new), pair.known_share(pair.old.title or old)
    return {
        "known_new": known[0],
        "known_old": known[1],
        "known_least": min(known),
        "known_but_values": min(_known_but_values(pair, side) for side in (pair.new, pair.old)),
        "titles_known": sum(titles) / 2,
        "values_agree": float(_values_agree(pair)),
        "much_said": min(1.0, min(len(pair.new.body), len(pair.old.body)) / _MUCH_SAID),
        "left_least": min(1.0, min(_left(pair, new), _left(pair, old)) / _MUCH_LEFT),
    }


def _known_but_values(pair: Pair, side: Reading) -> float:
    """Return how much of a text the other one knows, apart from its values; nothing is all known."""
    speaks = any(piece.is_body for piece in side.free_pieces)
    return pair.known_share(side.free_pieces) if speaks else 1.0


def _values_agree(pair: Pair) -> bool:
    """Say whether both texts give the same values, and deny the same ones."""
    is_same = pair.new.values == pair.old.values and pair.new.affirmed == pair.old.affirmed
    return is_same and bool(pair.new.values)


def _left(pair: Pair, pieces: tuple[Piece, ...]) -> float:
    return sum(piece.weight for piece in pieces if pair.is_left(piece))


def _places(pair: Pair) -> dict[str, float]:
    """Return whether each side has something of its own: a name where the other has one, in the nearest clauses."""
    named = (each.closeness for each in pair.meetings if _are_named_apart(each, pair))
    nearest = pair.nearest
    left = [pair.leftovers(s.pieces) for s in (nearest.new, nearest.old)] if nearest else []
    return {
        "other_name": max(named, default=0.0),
        "left_on_both": float(bool(left) and all(left)),
        "left_on_none": float(bool(left) and not any(left)),
    }


def _are_named_apart(meeting: Meeting, pair: Pair) -> bool:
    sides = (pair.leftovers(side.pieces) for side in (meeting.new, meeting.old))
    return meeting.is_below_titles and all(any(e.is_name for e in side) for side in sides)


def _together(pair: Pair, found: dict[str, float]) -> dict[str, float]:
    """Return what counts for more the surer the two texts speak of one thing."""
    nearest = pair.nearest.closeness if pair.nearest else 0.0
    sameness = (2 * found["titles_known"] + found["known_least"] + nearest) / 4
    value = max(found.get("value", 0.0), found["choice"])
    back = max(found["retracts"], found["corrects"], _HALF_A_CHANGE * found["changes"])
    return {
        "same_and_valued": value * sameness,
        "same_and_retracted": back * sameness,
        "same_and_opposite": found["opposite"] * sameness,
    }

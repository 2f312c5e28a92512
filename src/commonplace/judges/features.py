"""Describe two texts in numbers: whether they speak of one thing, differ, and are set apart.

Every feature is a share or a yes; `weights.py` says what each is worth, and which way it points.
"""

from __future__ import annotations

from commonplace.core.claiming.pieces import Piece
from commonplace.judges.contrasts import contrasts, is_bilingual
from commonplace.judges.denials import denial_features, retraction_features
from commonplace.judges.meetings import Pair, likeness
from commonplace.judges.values import Rivals, value_features

_MUCH_LEFT = 6.0
_HALF_A_CHANGE = 0.6
_NEARLY_ALL = 0.85


def describe(pair: Pair, found: tuple[Rivals, ...]) -> dict[str, float]:
    """Return everything that is weighed about two texts, by name."""
    described = {"bias": 1.0, "bilingual": float(is_bilingual(pair))}
    described |= _fit(pair) | _places(pair) | contrasts(pair)
    described |= value_features(pair, found) | denial_features(pair) | retraction_features(pair)
    return described | _together(pair, described)


def _fit(pair: Pair) -> dict[str, float]:
    """Return how much the two texts have in common, and what is left over."""
    new, old = pair.new.body_pieces, pair.old.body_pieces
    known = pair.known_share(new), pair.known_share(old)
    titles = pair.known_share(pair.new.title or new), pair.known_share(pair.old.title or old)
    nearest = pair.nearest
    return {
        "known_new": known[0],
        "known_old": known[1],
        "known_least": min(known),
        "titles_known": sum(titles) / 2,
        "values_agree": float(bool(pair.new.values) and pair.new.values == pair.old.values),
        "nothing_left": float(min(known) >= _NEARLY_ALL),
        "contained": nearest.containment if nearest else 0.0,
        "left_least": min(1.0, min(_left(pair, new), _left(pair, old)) / _MUCH_LEFT),
    }


def _left(pair: Pair, pieces: tuple[Piece, ...]) -> float:
    return sum(piece.weight for piece in pieces if pair.is_left(piece))


def _places(pair: Pair) -> dict[str, float]:
    """Return whether something else stands in one place: a name for a name, a word for a word."""
    names = words = 0.0
    for meeting in pair.meetings:
        if meeting.is_below_titles:
            here, there = (pair.leftovers(side.pieces) for side in (meeting.new, meeting.old))
            if all(any(each.is_name for each in side) for side in (here, there)):
                names = max(names, meeting.closeness)
            words = max(words, meeting.closeness * likeness(here, there))
    nearest = pair.nearest
    left = [pair.leftovers(s.pieces) for s in (nearest.new, nearest.old)] if nearest else []
    return {
        "other_name": names,
        "other_word": words,
        "left_on_both": float(bool(left) and all(left)),
        "left_on_none": float(bool(left) and not any(left)),
    }


def _together(pair: Pair, found: dict[str, float]) -> dict[str, float]:
    """Return what counts for more the surer the two texts speak of one thing."""
    nearest = pair.nearest.closeness if pair.nearest else 0.0
    sameness = (2 * found["titles_known"] + found["known_least"] + nearest) / 4
    value = max(found.get("value", 0.0), found["choice"], found["choice_met"])
    back = max(found["retracts"], found["corrects"], _HALF_A_CHANGE * found["changes"])
    return {
        "same_and_valued": value * sameness,
        "same_and_retracted": back * sameness,
        "same_and_opposite": found["opposite"] * sameness,
    }

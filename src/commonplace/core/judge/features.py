"""Describe two texts in numbers: whether they speak of one subject, and whether they contradict each other.

Most neighbours in a book are about something else: however they differ, they cannot contradict each other.
So the subject is weighed beside the clash, of the whole texts, and a clash counts for less the less sure it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.core.claims.pieces import Piece
from commonplace.core.judge.alignment import AlignedPassages, Pair
from commonplace.core.judge.assumptions import (
    assumption_features,
    denial_features,
    retraction_features,
)
from commonplace.core.judge.contrasts import contrasts, is_bilingual
from commonplace.core.judge.parsed import ParsedText
from commonplace.core.judge.substitutions import substitution_features, swaps
from commonplace.core.judge.values import Rivals, value_features

_MUCH_LEFT = 6.0
_MUCH_SAID = 12
"""Of two texts with so many clauses each some two will always seem to clash."""
_HALF_A_CHANGE = 0.6
_MUCH, _A_CLAUSE, _A_SHORT_TEXT = 10.0, 5.0, 30.0
"""The weight of what is shared, by the texts and by two clauses, and of a text, from which more counts no further."""
_NAMES = 2
_COUNTED, _COUNTED_IN_CLAUSES = (2, 3, 4), (2, 3)
"""One word in common is a topic; two notes of one project nearly always have that."""


def describe(pair: Pair, found: tuple[Rivals, ...]) -> dict[str, float]:
    """Return everything that is weighed about two texts, by name."""
    described = {"bias": 1.0, "bilingual": float(is_bilingual(pair))}
    described |= _fit(pair) | _places(pair) | contrasts(pair)
    described |= value_features(pair, found) | denial_features(pair) | retraction_features(pair)
    described |= assumption_features(pair) | substitution_features(pair, swaps(pair))
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


def _known_but_values(pair: Pair, side: ParsedText) -> float:
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
    named = (each.closeness for each in pair.alignments if _are_named_apart(each, pair))
    nearest = pair.nearest
    left = [pair.leftovers(s.pieces) for s in (nearest.new, nearest.old)] if nearest else []
    return {
        "other_name": max(named, default=0.0),
        "left_on_both": float(bool(left) and all(left)),
        "left_on_none": float(bool(left) and not any(left)),
    }


def _are_named_apart(aligned: AlignedPassages, pair: Pair) -> bool:
    sides = (pair.leftovers(side.pieces) for side in (aligned.new, aligned.old))
    return aligned.is_below_titles and all(any(e.is_name for e in side) for side in sides)


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


def subject_features(pair: Pair) -> dict[str, float]:
    """Return how much the two texts have in common: as a whole, in their titles, in their nearest clauses."""
    new, old = (_spoken_of(side) for side in (pair.new, pair.old))
    shared = sum(min(weight, old[key]) for key, weight in new.items() if key in old)
    weights = [max(0.1, sum(side.values())) for side in (new, old)]
    nearest = pair.nearest
    common = len(new.keys() & old.keys())
    met = len(nearest.new.frame.keys() & nearest.old.frame.keys()) if nearest else 0
    return {
        "bias": 1.0,
        "bilingual": float(is_bilingual(pair)),
        "known_new": pair.known_share(pair.new.free_pieces),
        "known_old": pair.known_share(pair.old.free_pieces),
        "shared": min(1.0, shared / _MUCH),
        "shared_of_both": shared / (weights[0] * weights[1]) ** 0.5,
        "shared_of_shorter": shared / min(weights),
        "length_of_shorter": min(1.0, min(weights) / _A_SHORT_TEXT),
        "names_shared": min(_NAMES, len(_names(pair.new) & _names(pair.old))) / _NAMES,
        "clauses_close": nearest.closeness if nearest else 0.0,
        "clauses_shared": min(1.0, nearest.shared / _A_CLAUSE) if nearest else 0.0,
        **{f"shared_{count}": float(common >= count) for count in _COUNTED},
        **{f"met_{count}": float(met >= count) for count in _COUNTED_IN_CLAUSES},
    } | _titles(pair, new, old)


def _titles(pair: Pair, new: Mapping[str, float], old: Mapping[str, float]) -> dict[str, float]:
    """Return how much of each title the other text speaks of, and how much both titles have in common."""
    here, there = ({p.key for p in side.title if p.is_body} for side in (pair.new, pair.old))
    known = _share(here, old), _share(there, new)
    return {
        "title_known_new": known[0],
        "title_known_old": known[1],
        "titles_known": min(known),
        "titles_tell": float(bool(pair.new.headings and pair.old.headings)),
        "titles_shared": len(here & there) / max(1, min(len(here), len(there))),
    }


def _share(title: set[str], text: Mapping[str, float]) -> float:
    return len(title & text.keys()) / max(1, len(title))


def _spoken_of(parsed: ParsedText) -> dict[str, float]:
    """Return what a text speaks of, apart from its values: they are what it says of it."""
    return {p.key: p.weight for one in parsed.passages for p in one.free if p.is_body}


def _names(parsed: ParsedText) -> frozenset[str]:
    named = (p for one in parsed.passages for p in one.pieces if p.kind == "name")
    return frozenset(piece.key for piece in named)

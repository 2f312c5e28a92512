"""Whether two texts speak of one subject, in numbers.

Most neighbours in a book are about something else: however they differ, they cannot contradict each other.
So this is weighed beside the clash, of the whole texts, and a clash counts for less the less sure it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.judges.contrasts import is_bilingual
from commonplace.judges.meetings import Pair
from commonplace.judges.readings import Reading

_MUCH, _A_CLAUSE, _A_SHORT_TEXT = 10.0, 5.0, 30.0
"""The weight of what is shared, by the texts and by two clauses, and of a text, from which more counts no further."""
_NAMES = 2
_COUNTED, _COUNTED_IN_CLAUSES = (2, 3, 4), (2, 3)
"""One word in common is a topic; two notes of one project nearly always have that."""


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


def _spoken_of(reading: Reading) -> dict[str, float]:
    """Return what a text speaks of, apart from its values: they are what it says of it."""
    return {p.key: p.weight for one in reading.passages for p in one.free if p.is_body}


def _names(reading: Reading) -> frozenset[str]:
    named = (p for one in reading.passages for p in one.pieces if p.kind == "name")
    return frozenset(piece.key for piece in named)

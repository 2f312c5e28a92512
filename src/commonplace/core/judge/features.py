"""Describe two texts in numbers: whether they speak of one subject, and whether they contradict each other.

Most neighbours in a book are about something else: however they differ, they cannot contradict each other.
So the subject is weighed beside the clash, of the whole texts, and a clash counts for less the less sure it is.

Compare what one text affirms or takes for granted with what the other denies, takes back or breaks.

Negations and opposites are counted together: who must not drop something keeps it, so that two turns
make an agreement, and an odd number a contradiction. A denial need not stand in the clause that names its
subject, so assumptions are looked for in whole texts.

Where two texts give two values to one thing: numbers, versions, paths, days, members of one family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from commonplace.core.claims.claim import Claim, ValueKind
from commonplace.core.claims.literals import admits
from commonplace.core.claims.qualifiers import is_replacement, speaks_of
from commonplace.core.judge.contrasts import contrasts, is_bilingual, substitution_features, swaps
from commonplace.core.judge.parse import AlignedPassages, Pair, ParsedText, Passage, shared_weight

_MOST_COUNTED = 2


def denial_features(pair: Pair) -> dict[str, float]:
    """Return how surely one text denies what the other affirms."""
    odd = [each for each in pair.alignments if is_denial(each)]
    even = [each for each in pair.alignments if not is_denial(each)]
    denied = [_denied(side) for side in (pair.new, pair.old)]
    deny = [any(one.negations for one in side.passages) for side in (pair.new, pair.old)]
    return {
        "denied_body": _closest(each for each in odd if each.is_below_titles),
        "denied_more": max(0.0, _closest(odd) - _closest(even)),
        "denied_words": _counted(denied[0] & (pair.old.keys - denied[1])),
        "denied_alike": _counted(denied[0] & denied[1]),
        "one_denies": float(deny[0] is not deny[1]),
        "opposite": _closest(each for each in odd if _are_opposite(each)),
        "opposites_agree": _closest(each for each in pair.alignments if _agree(each)),
        "turned_twice": _closest(each for each in even if _negations(each)),
    }


def is_denial(aligned: AlignedPassages) -> bool:
    """Say whether an odd number of turns lies between two passages."""
    return (_negations(aligned) + _are_opposite(aligned)) % 2 == 1


def _negations(aligned: AlignedPassages) -> int:
    return aligned.new.negations + aligned.old.negations


def _are_opposite(aligned: AlignedPassages) -> bool:
    there = aligned.old.opposites
    return any(end and there.get(axis) == -end for axis, end in aligned.new.opposites.items())


def _agree(aligned: AlignedPassages) -> bool:
    """Say whether both passages stand at one end of an opposition, and at two ends of none."""
    there = aligned.old.opposites
    same = any(end and there.get(axis) == end for axis, end in aligned.new.opposites.items())
    return same and not _are_opposite(aligned) and not is_denial(aligned)


def _closest(alignments: Iterable[AlignedPassages]) -> float:
    return max((each.closeness for each in alignments), default=0.0)


def _denied(parsed: ParsedText) -> frozenset[str]:
    return frozenset(key for one in parsed.passages for key in one.all_denied)


def _counted(keys: frozenset[str]) -> float:
    return min(_MOST_COUNTED, len(keys)) / _MOST_COUNTED


def retraction_features(pair: Pair) -> dict[str, float]:
    """Return how surely the candidate takes back what the memory says, or corrects it."""
    text = pair.new.account.text
    taking = retracting(pair.new)
    return {
        "retracts": float(bool(taking)),
        "retracts_known": max((pair.known_share(one.pieces) for one in taking), default=0.0),
        "retracts_in_title": float(any(one.is_title for one in taking)),
        "corrects": float(speaks_of("correction", text)),
        "changes": float(is_replacement(text)),
    }


def retracting(parsed: ParsedText) -> tuple[Passage, ...]:
    """Return the passages that take something back."""
    return tuple(one for one in parsed.passages if one.statement.is_retraction)


def assumption_features(pair: Pair) -> dict[str, float]:
    """Return where the candidate breaks what the memory takes for granted, or says that it is past."""
    new, old = pair.new.account.text, pair.old.account.text
    found = {
        "permit_then_forbid": speaks_of("permission", old) and _begins("prohibition", new, old),
        "permit_then_harm": speaks_of("permission", old) and _begins("harm", new, old),
        "universal_bounded": speaks_of("everything", old) and speaks_of("limit", new),
        "takes_back": speaks_of("taken back", new),
        "takes_back_in_title": any(
            speaks_of("taken back", one.text.lower()) for one in pair.new.headings
        ),
        "gone": speaks_of("gone", new),
    }
    return {name: float(value) for name, value in found.items()}


def _begins(what: str, new: str, old: str) -> bool:
    """Say whether the candidate speaks of something that the memory does not."""
    return speaks_of(what, new) and not speaks_of(what, old)


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
        return self.new.kind is ValueKind.CHOICE

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
        and (claim.kind is ValueKind.CHOICE) is (other.kind is ValueKind.CHOICE)
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
    if one.kind is ValueKind.VERSION:
        return admits(one.value, other.value) or admits(other.value, one.value)
    if one.sort not in _ROUNDED or one.kind is not ValueKind.QUANTITY:
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
    left = [pair.leftovers(each.free) for each in (best.here, best.there)]
    return described | {
        "value": best.strength,
        "value_of_one_thing": float(bool(best.new.things & best.old.things)),
        "value_apart": float(all(left)),
    }


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
    described = {"bias": 1.0}
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
    }


def _known_but_values(pair: Pair, side: ParsedText) -> float:
    """Return how much of a text the other one knows, apart from its values; nothing is all known."""
    speaks = any(piece.is_body for piece in side.free_pieces)
    return pair.known_share(side.free_pieces) if speaks else 1.0


def _values_agree(pair: Pair) -> bool:
    """Say whether both texts give the same values, and deny the same ones."""
    is_same = pair.new.values == pair.old.values and pair.new.affirmed == pair.old.affirmed
    return is_same and bool(pair.new.values)


def _places(pair: Pair) -> dict[str, float]:
    """Return whether each side has something of its own: a name where the other has one, in the nearest clauses."""
    named = (each.closeness for each in pair.alignments if _are_named_apart(each, pair))
    return {"other_name": max(named, default=0.0)}


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

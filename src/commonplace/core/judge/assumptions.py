"""Compare what one text affirms or takes for granted with what the other denies, takes back or breaks.

Negations and opposites are counted together: who must not drop something keeps it, so that two turns
make an agreement, and an odd number a contradiction. A denial need not stand in the clause that names its
subject, so assumptions are looked for in whole texts.
"""

from __future__ import annotations

from collections.abc import Iterable

from commonplace.core.claims.choices import is_replacement
from commonplace.core.claims.qualifiers import speaks_of
from commonplace.core.judge.alignment import AlignedPassages, Pair
from commonplace.core.judge.parsed import ParsedText, Passage

_SECOND_WORD = 0.7
_ENOUGH = 2.0
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
        "denied_predicate": max((_predicate(each) for each in pair.alignments), default=0.0),
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


def _predicate(aligned: AlignedPassages) -> float:
    """Return how surely what the new passage denies first is what the old one affirms."""
    affirmed = {piece.key for piece in aligned.old.pieces} - aligned.old.all_denied
    sure = max((_rank(keys, affirmed) for keys in aligned.new.denied), default=0.0)
    return sure * min(1.0, aligned.shared / _ENOUGH)


def _rank(denied: tuple[str, ...], affirmed: set[str]) -> float:
    ranks = (1.0, _SECOND_WORD)
    return next((rank for rank, key in zip(ranks, denied, strict=False) if key in affirmed), 0.0)


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
        "universal_denied": speaks_of("everything", old) and _begins("prohibition", new, old),
        "exclusive": speaks_of("nothing else", new),
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

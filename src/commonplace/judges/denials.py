"""Where one text denies what the other affirms, or takes it back.

Negations and opposites are counted together: who must not drop something keeps it, so that two turns
make an agreement, and an odd number a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable

from commonplace.core.claims.choices import is_replacement
from commonplace.core.claims.qualifiers import speaks_of
from commonplace.judges.meetings import Meeting, Pair
from commonplace.judges.readings import Passage, Reading

_SECOND_WORD = 0.7
_ENOUGH = 2.0
_MOST_COUNTED = 2


def denial_features(pair: Pair) -> dict[str, float]:
    """Return how surely one text denies what the other affirms."""
    odd = [each for each in pair.meetings if is_denial(each)]
    even = [each for each in pair.meetings if not is_denial(each)]
    denied = [_denied(side) for side in (pair.new, pair.old)]
    deny = [any(one.negations for one in side.passages) for side in (pair.new, pair.old)]
    return {
        "denied_body": _closest(each for each in odd if each.is_below_titles),
        "denied_more": max(0.0, _closest(odd) - _closest(even)),
        "denied_predicate": max((_predicate(each) for each in pair.meetings), default=0.0),
        "denied_words": _counted(denied[0] & (pair.old.keys - denied[1])),
        "denied_alike": _counted(denied[0] & denied[1]),
        "one_denies": float(deny[0] is not deny[1]),
        "opposite": _closest(each for each in odd if _are_opposite(each)),
        "opposites_agree": _closest(each for each in pair.meetings if _agree(each)),
        "turned_twice": _closest(each for each in even if _negations(each)),
    }


def is_denial(meeting: Meeting) -> bool:
    """Say whether an odd number of turns lies between two passages."""
    return (_negations(meeting) + _are_opposite(meeting)) % 2 == 1


def _negations(meeting: Meeting) -> int:
    return meeting.new.negations + meeting.old.negations


def _are_opposite(meeting: Meeting) -> bool:
    there = meeting.old.opposites
    return any(end and there.get(axis) == -end for axis, end in meeting.new.opposites.items())


def _agree(meeting: Meeting) -> bool:
    """Say whether both passages stand at one end of an opposition, and at two ends of none."""
    there = meeting.old.opposites
    same = any(end and there.get(axis) == end for axis, end in meeting.new.opposites.items())
    return same and not _are_opposite(meeting) and not is_denial(meeting)


def _closest(meetings: Iterable[Meeting]) -> float:
    return max((each.closeness for each in meetings), default=0.0)


def _denied(reading: Reading) -> frozenset[str]:
    return frozenset(key for one in reading.passages for key in one.all_denied)


def _counted(keys: frozenset[str]) -> float:
    return min(_MOST_COUNTED, len(keys)) / _MOST_COUNTED


def _predicate(meeting: Meeting) -> float:
    """Return how surely what the new passage denies first is what the old one affirms."""
    affirmed = {piece.key for piece in meeting.old.pieces} - meeting.old.all_denied
    sure = max((_rank(keys, affirmed) for keys in meeting.new.denied), default=0.0)
    return sure * min(1.0, meeting.shared / _ENOUGH)


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


def retracting(reading: Reading) -> tuple[Passage, ...]:
    """Return the passages that take something back."""
    return tuple(one for one in reading.passages if one.statement.is_retraction)

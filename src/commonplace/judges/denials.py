"""Weigh whether one clause denies what the other affirms."""

from __future__ import annotations

import re
from collections.abc import Mapping

from commonplace.core.claiming.clauses import covers
from commonplace.core.claiming.polarity import denials, first_denied
from commonplace.core.claims import Account, Statement
from commonplace.judges.marking import stems
from commonplace.judges.subjects import Side, is_narrower, shared_words

WORDS_OF_A_DENIAL = 2
TWICE = 2
_CONDITION = re.compile(
    r"\b(?:while|unless|until|if|when|before|without|once|except)\b|时|前|除非|才|如果|否则|未|若"
)


def disputed_words(account: Account) -> frozenset[str]:
    """Return the words that a text affirms here and denies there: they are no measure of it."""
    affirmed: set[str] = set()
    denied: set[str] = set()
    for statement in account.statements:
        affirmed.update(word for word, sign in statement.signs.items() if sign > 0)
        denied.update(word for word, sign in statement.signs.items() if sign < 0)
    return frozenset(affirmed & denied)


def denial_marks(new: Side, old: Side, disputed: frozenset[str]) -> Mapping[str, float]:
    """Return what speaks for a denial between two clauses; empty where nothing does."""
    one, other = new.statement, old.statement
    flipped = [word for word, sign in one.signs.items() if sign and other.signs.get(word) == -sign]
    counts = denials(one.clause.text), denials(other.clause.text)
    is_odd = counts[0] % 2 != counts[1] % 2
    if not (flipped or is_odd) or not _meet(one, other):
        return {}
    words = [word for word in flipped if not word.startswith("~")]
    denying = one if counts[0] else other
    marks = {
        "denial": True,
        "axis": len(words) < len(flipped),
        "flipped": bool(words),
        "odd": is_odd,
        "twice": max(counts) >= TWICE,
        "deny_alike": any(s < 0 and other.signs.get(w) == s for w, s in one.signs.items()),
        "spoken_of": _speaks_of(one, other) and _speaks_of(other, one),
        "denied": _denies(one, other, set(flipped) - disputed),
        "predicate": _denies_predicate(one, other) or _denies_predicate(other, one),
        "conditional": _CONDITION.search(denying.clause.sentence.lower()) is not None,
        "in_new_title": one.clause.is_title,
        "in_old_title": other.clause.is_title,
        "narrower": is_narrower(new, old),
        "disputed": not disputed.isdisjoint(flipped),
    }
    return {name: float(mark) for name, mark in marks.items()} | {
        "flipped_words": min(3, len(words)) / 3
    }


def _meet(one: Statement, other: Statement) -> bool:
    text = other.clause.text.lower()
    return any(covers(text, other.subject, word) for word in one.subject) or bool(
        stems(one.clause.text) & stems(other.clause.text)
    )


def _denies(one: Statement, other: Statement, flipped: set[str]) -> bool:
    """Say whether a word is affirmed here and denied there, where the clauses share more than it."""
    if not (_speaks_of(one, other) and _speaks_of(other, one)):
        return False
    shared = shared_words(one, other)
    return any(shared - {word} for word in flipped)


def _speaks_of(denying: Statement, other: Statement) -> bool:
    """Say whether what is denied, a verb and its object, is spoken of together on the other side."""
    denied = [w for w, sign in denying.signs.items() if sign < 0 and w.isalpha() and w.isascii()]
    return all(word in other.signs for word in denied[:WORDS_OF_A_DENIAL])


def _denies_predicate(denying: Statement, other: Statement) -> bool:
    """Say whether what comes first after a negation is affirmed on the other side."""
    return any(
        other.signs.get(word, -1) > 0 if word.isascii() else _affirms(other, word)
        for word in first_denied(denying.clause.text)
    )


def _affirms(statement: Statement, characters: str) -> bool:
    text = statement.clause.text.lower()
    at = text.find(characters)
    return at >= 0 and not denials(text[max(0, at - 4) : at])

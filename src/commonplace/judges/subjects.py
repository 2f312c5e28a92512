"""Say whether two statements speak of one thing, in the same circumstances.

They do when they share a word and when the words of at least one of them are all known to the other
text. If each side names something the other never mentions (read and write, Hana and Felix), what
looks like a contradiction is two facts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from commonplace.core.claims import Account, Statement
from commonplace.core.clauses import covers
from commonplace.core.qualifiers import apart

_HAN = re.compile(r"[\u3400-\u9fff]")
_PROPER = re.compile(r"(?<=[a-z,;:)] )[A-Z][a-z]{2,}\b|\b[A-Z][a-z]{2,}(?='s\b)")


def shared_words(one: Statement, other: Statement) -> frozenset[str]:
    """Return the words that two statements, with their sentences and titles, have in common."""
    return frozenset(
        word for word in one.context if covers(other.clause.sentence, other.context, word)
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: a statement, the words that count in it, and the whole text."""

    statement: Statement
    subject: frozenset[str]
    account: Account


def what_keeps_apart(one: Side, other: Side) -> str:
    """Return why two statements do not speak of one thing in one circumstance; ``""`` if they do."""
    new, old = one.statement, other.statement
    if group := apart(new.qualifiers, old.qualifiers):
        return group
    if new.is_example or old.is_example:
        return "example"
    if new.is_exception or old.is_exception:
        return "exception"
    if _strangers(one, other.account) and _strangers(other, one.account):
        return "subject"
    if _titles_are_parallel(one.account, other.account):
        return "title"
    return ""


def _titles_are_parallel(one: Account, other: Account) -> bool:
    """Say whether two titles are alike except for a word each that the other text never uses."""
    here, there = one.statements[0], other.statements[0]
    return (
        bool(shared_words(here, there))
        and bool(_strangers(Side(here, here.subject, one), other))
        and bool(_strangers(Side(there, there.subject, other), one))
    )


def _strangers(side: Side, other: Account) -> tuple[str, ...]:
    """Return the words of a statement that the other text never uses.

    Between two languages only names can be compared: a word of the other script is no stranger.
    """
    statement = side.statement
    crosses = bool(_HAN.search(statement.clause.sentence)) is not bool(_HAN.search(other.text))
    return tuple(
        word
        for word in side.subject or statement.context
        if not covers(other.text, other.words, word) and not (crosses and _is_foreign(word, other))
    )


def _is_foreign(word: str, other: Account) -> bool:
    return not word.isascii() or not _HAN.search(other.text) or word.islower()

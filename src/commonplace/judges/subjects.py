"""Say whether two statements speak of one thing, in the same circumstances.

They do when they share a word and when the words of at least one of them are all known to the other
text. If each side names something the other never mentions (read and write, Hana and Felix), what
looks like a contradiction is two facts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from commonplace.core.claiming.clauses import covers
from commonplace.core.claiming.qualifiers import apart
from commonplace.core.claims import Account, ClaimKind, Statement

WORDS_OF_A_SUBJECT = 2
"""A clause with fewer words leaves it to its title to say what it is about."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_BOUND = re.compile(
    r"\b(?:above|over|below|under|than|beyond) $|(?:超过|高于|低于|大于|小于|满) ?$"
)
_LATIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{2,}")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: a statement, the words that count in it, and the whole text."""

    statement: Statement
    subject: frozenset[str]
    account: Account


def shared_words(one: Statement, other: Statement) -> frozenset[str]:
    """Return the words that two statements, with their sentences and titles, have in common."""
    return frozenset(
        word for word in one.context if covers(other.clause.sentence, other.context, word)
    )


def what_keeps_apart(one: Side, other: Side) -> str:
    """Return why two statements do not speak of one thing in one circumstance; ``""`` if they do."""
    new, old = one.statement, other.statement
    if group := apart(new.qualifiers, old.qualifiers):
        return group
    if new.is_example or old.is_example:
        return "example"
    if new.is_exception or old.is_exception or is_special_case(one, other):
        return "exception"
    if is_bilingual(one, other):
        return "name" if unknown_names(one, other) or unknown_names(other, one) else ""
    if strangers(one, other.account) and strangers(other, one.account):
        return "subject"
    if bool(conditions(new)) is not bool(conditions(old)):
        return "condition"
    is_vague = min(len(one.subject), len(other.subject)) < WORDS_OF_A_SUBJECT
    if (
        is_vague
        and one.subject != other.subject
        and _titles_are_parallel(one.account, other.account)
    ):
        return "title"
    return ""


def strangers(side: Side, other: Account) -> tuple[str, ...]:
    """Return the words of one side that the other text never uses."""
    subject = side.subject or side.statement.context
    return tuple(word for word in subject if not covers(other.text, other.words, word))


def is_special_case(one: Side, other: Side) -> bool:
    """Say whether one side tells what holds by default, and the other speaks of something narrower."""
    if one.statement.is_default is other.statement.is_default:
        return False
    general, special = (one, other) if one.statement.is_default else (other, one)
    return bool(strangers(special, general.account))


def is_another_attribute(new: Side, old: Side) -> bool:
    """Say whether the new side adds an unknown word to the one word of the old.

    A sprint takes two weeks, a sprint review one hour: that is no dispute about the sprint.
    """
    added = [
        word
        for word in strangers(new, old.account)
        if new.statement.signs.get(word) != -1
        and (word.isascii() or not set(word) & set(old.statement.clause.text))
    ]
    return len(old.subject) == 1 and old.subject < new.subject and bool(added)


def is_narrower(new: Side, old: Side) -> bool:
    """Say whether the new side denies something of a narrower thing: errors are not cached."""
    unknown = strangers(new, old.account)
    return old.subject < new.subject and any(new.statement.signs.get(w) == 0 for w in unknown)


def conditions(statement: Statement) -> frozenset[str]:
    """Return the bounds that say for what a clause holds: orders *above 10,000 euros* need two."""
    claims, clause = statement.claims, statement.clause
    return frozenset(
        claim.value
        for claim in claims[:-1]
        if claim.kind is ClaimKind.QUANTITY
        and _BOUND.search(clause.text[: claim.start - clause.start])
    )


def titles_agree(one: Account, other: Account) -> bool:
    """Say whether each title speaks only of what the other text knows."""
    sides = [(account, account.statements[0]) for account in (one, other)]
    if not all(title.subject for _, title in sides):
        return False
    (here, title), (there, heading) = sides
    return not strangers(Side(title, title.subject, here), there) and not strangers(
        Side(heading, heading.subject, there), here
    )


def _titles_are_parallel(one: Account, other: Account) -> bool:
    """Say whether two titles are alike except for a word each that the other text never uses."""
    here, there = one.statements[0], other.statements[0]
    return (
        bool(shared_words(here, there))
        and bool(strangers(Side(here, here.subject, one), other))
        and bool(strangers(Side(there, there.subject, other), one))
    )


def is_bilingual(one: Side, other: Side) -> bool:
    """Say whether the two statements are in two languages."""
    here, there = one.statement.clause.sentence, other.statement.clause.sentence
    return bool(_HAN.search(here)) is not bool(_HAN.search(there))


def unknown_names(side: Side, other: Side) -> list[str]:
    """Return the Latin names in a Chinese statement that the text in the other language lacks.

    Between two languages words cannot be compared, but names are written alike.
    """
    if not _HAN.search(side.statement.clause.sentence):
        return []
    around = f"{side.account.statements[0].clause.text} {side.statement.clause.text}"
    for claim in side.statement.claims:
        around = around.replace(claim.text, " ")
    names = map(str.lower, _LATIN_NAME.findall(around))
    return [name for name in names if name not in other.account.text]

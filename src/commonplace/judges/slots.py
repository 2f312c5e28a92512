"""Find one sentence filled in twice: the same words, and something else at the end.

"The dashboard is styled with Linaria" and "style the dashboard with Panda" need no list of
styling tools to be seen as one choice made twice. The end must be unknown to the other text on
both sides, and nothing else may be: a different beginning is a different subject.
"""

from __future__ import annotations

import re
from dataclasses import replace

from commonplace.core.claiming.choices import is_one_of_many, is_replacement
from commonplace.core.claiming.clauses import covers, words
from commonplace.core.claims import ClaimKind
from commonplace.core.stopwords import STOP_WORDS
from commonplace.judges.subjects import Side, strangers, titles_agree

_NAME = re.compile(r"\b[A-Z][A-Za-z0-9]+")
_MEASURED = frozenset(
    {ClaimKind.QUANTITY, ClaimKind.DATE, ClaimKind.TIME, ClaimKind.VERSION, ClaimKind.PORT}
)
WORDS_OF_A_HEAD = 2
WORDS_OF_A_TAIL = 2
TOKENS_OF_A_HEAD = 3


def replaced_tails(one: Side, other: Side) -> tuple[Side, Side] | None:
    """Return both sides without their ends, if the ends alone differ."""
    if any(_is_open(side) for side in (one, other)):
        return None
    is_alike = _same_tokens(one, other) >= TOKENS_OF_A_HEAD
    is_same = _says_its_title(one) and _says_its_title(other)
    is_short = is_alike or is_same or is_replacement(one.statement.clause.sentence)
    wanted = 1 if is_short else WORDS_OF_A_HEAD
    heads = _head(one, other, wanted), _head(other, one, wanted)
    if heads[0] is None or heads[1] is None:
        return None
    return replace(one, subject=heads[0]), replace(other, subject=heads[1])


def replaced_names(one: Side, other: Side) -> tuple[Side, Side] | None:
    """Return both sides without their names, if under one title only the names differ.

    "Logs are shipped by Fluent Bit" and "Vector ships our logs": the order of words does not matter
    when the titles have said that both speak of shipping logs.
    """
    if _is_open(one) or _is_open(other) or not titles_agree(one.account, other.account):
        return None
    rests = _without_names(one, other), _without_names(other, one)
    if rests[0] is None or rests[1] is None:
        return None
    return replace(one, subject=rests[0]), replace(other, subject=rests[1])


def _without_names(side: Side, other: Side) -> frozenset[str] | None:
    unknown = frozenset(strangers(side, other.account))
    rest = side.subject - unknown
    names = {word.lower() for word in _NAME.findall(side.statement.clause.text)}
    is_named = bool(unknown) and all(any(n.startswith(word) for n in names) for word in unknown)
    return rest if is_named and len(rest) >= WORDS_OF_A_HEAD else None


def _is_open(side: Side) -> bool:
    """Say whether a clause leaves room for both: it denies, asserts nothing, or names one of several."""
    statement = side.statement
    sentence = statement.clause.sentence
    return _is_bare(sentence) or -1 in statement.signs.values() or is_one_of_many(sentence)


def _is_bare(sentence: str) -> bool:
    """Say whether an English sentence has no small words: a list of names says nothing of anything."""
    return sentence.isascii() and not any(
        word.strip(".,;:!?") in STOP_WORDS or word.endswith((":", "="))
        for word in sentence.lower().split()
    )


def _says_its_title(side: Side) -> bool:
    """Say whether a clause fills in its title; a title that was cut from the clause is no second word."""
    title = side.account.statements[0]
    is_cut = _bare(title.clause.text) == _bare(side.statement.clause.text)
    return bool(title.subject) and title.subject <= side.subject and not is_cut


def _bare(text: str) -> str:
    return text.strip(" .。\n").casefold()


def _same_tokens(one: Side, other: Side) -> int:
    """Return how many words the two clauses have in common, small words included."""
    here, there = (set(side.statement.clause.text.lower().split()) for side in (one, other))
    return len(here & there)


def _head(side: Side, other: Side, wanted: int) -> frozenset[str] | None:
    """Return the words before the unknown end of a clause; None when it has no such end.

    A clause with a quantity or a date is compared by that. A name of code is one word here.
    """
    claims = side.statement.claims
    if any(claim.kind in _MEASURED for claim in claims):
        return None
    said = words(side.statement.clause.text)
    known = [covers(other.account.text, other.account.words, word) for word in said]
    end = known.index(False) if False in known else len(said)
    is_filled = 1 <= len(said) - end <= WORDS_OF_A_TAIL and not any(known[end:])
    names = [words(claim.text) for claim in claims if claim.kind is ClaimKind.IDENTIFIER]
    size = end - sum(len(set(name) & set(said[:end])) - 1 for name in names if name)
    return frozenset(said[:end]) if is_filled and size >= wanted else None

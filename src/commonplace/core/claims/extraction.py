"""Extract what a text claims, clause by clause, and the circumstances in which each claim holds.

Everything is found by patterns that look at a bounded stretch of text, so the time is linear in
the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims import choices, literals
from commonplace.core.claims.claim import Account, Claim, Clause, Qualifier, Statement, surest
from commonplace.core.claims.clauses import clauses, normalize_text, words
from commonplace.core.claims.polarity import is_denied, retracts
from commonplace.core.claims.qualifiers import is_default, is_example, qualifiers
from commonplace.core.claims.quantities import quantities

MOST_CLAUSES = 120
"""So many clauses are read one by one; of what follows only the words are known."""
MOST_WORDED = 2_000
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://\S{1,500}")


@lru_cache(maxsize=16)
def extract_claims(title: str, body: str) -> Account:
    """Return what a text says, clause by clause; a candidate is read once for all its neighbours."""
    said: list[Statement] = []
    setting: _SentenceContext | None = None
    pieces = clauses(title, body)
    for clause in pieces[:MOST_CLAUSES]:
        if setting is None or setting.sentence != clause.sentence:
            setting = _sentence_context(normalize_text(title), clause.sentence)
        said.append(_statement(clause, setting))
    known = frozenset(word for one in said for word in one.context) | _words_after(pieces)
    return Account(
        text=normalize_text(f"{title}\n{body}").lower(), words=known, statements=tuple(said)
    )


def _words_after(pieces: tuple[Clause, ...]) -> frozenset[str]:
    """Return the words of what is not read clause by clause."""
    after = pieces[MOST_CLAUSES : MOST_CLAUSES + MOST_WORDED]
    return frozenset(word for clause in after for word in words(clause.text))


@dataclass(frozen=True, slots=True)
class _SentenceContext:
    """What all clauses of a sentence have in common; worked out once for all of them."""

    sentence: str
    words: frozenset[str]
    qualifiers: frozenset[Qualifier]
    of_title: frozenset[Qualifier]
    is_default: bool
    is_example: bool


def _sentence_context(title: str, sentence: str) -> _SentenceContext:
    plain = _URL.sub(" ", sentence)
    around = f"{title}\n{plain}"
    return _SentenceContext(
        sentence=sentence,
        words=frozenset(words(around)),
        qualifiers=qualifiers(plain),
        of_title=qualifiers(title),
        is_default=is_default(around),
        is_example=is_example(around),
    )


def _statement(clause: Clause, setting: _SentenceContext) -> Statement:
    return Statement(
        clause=clause,
        claims=_claims(clause),
        context=setting.words,
        qualifiers=_circumstances(_URL.sub(" ", clause.text), setting),
        is_retraction=retracts(clause.text),
        is_default=setting.is_default,
        is_example=setting.is_example,
    )


def _circumstances(clause: str, setting: _SentenceContext) -> frozenset[Qualifier]:
    """Return when a clause holds: what it says itself, else its sentence; else the title."""
    own = qualifiers(clause) or setting.qualifiers
    groups = {one.group for one in own}
    return own | {one for one in setting.of_title if one.group not in groups}


def _claims(clause: Clause) -> tuple[Claim, ...]:
    read = (_as_written(claim, clause) for claim in surest(_found(clause)))
    return tuple(sorted(read, key=lambda claim: claim.start))


def _as_written(claim: Claim, clause: Clause) -> Claim:
    return replace(
        claim.moved(clause.start),
        text=clause.text[claim.start : claim.end],
        is_affirmed=not is_denied(clause.text, claim.start),
    )


def _found(clause: Clause) -> Iterator[Claim]:
    """Yield every value, the surest readings first."""
    text = clause.text
    yield from literals.urls(text)
    yield from literals.hosts(text)
    yield from literals.ports(text)
    yield from literals.paths(text)
    yield from literals.dates(text)
    yield from literals.clocks(text, clause.sentence)
    yield from choices.members(text)
    yield from literals.versions(text)
    yield from quantities(text, clause.sentence)
    yield from choices.names(text)
    yield from literals.code_spans(text)
    yield from literals.identifiers(text)

"""Find where a candidate and a memory cannot both be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from commonplace.core.claims import Account, Claim, ClaimKind, Statement
from commonplace.core.clauses import covers
from commonplace.core.relations import Difference
from commonplace.judges.subjects import Side, shared_words, what_keeps_apart

_COMPARED = frozenset(ClaimKind) - {ClaimKind.IDENTIFIER, ClaimKind.CODE}
WORDS_SHARED_BY_A_DENIAL = 2
WORDS_SHARED_BY_A_RETRACTION = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences that stand, and what kept the others from standing."""

    differences: tuple[Difference, ...]
    apart: str


def compare_accounts(new: Account, old: Account) -> Comparison:
    """Return where `new` and `old` differ about one thing."""
    found: list[Difference] = []
    reasons: list[str] = []
    for one, other, sort, texts in _suspects(new, old):
        shared = shared_words(one.statement, other.statement)
        if reason := what_keeps_apart(one, other):
            reasons.append(reason)
        elif shared:
            found.append(
                Difference(new=texts[0], old=texts[1], about=tuple(sorted(shared)), sort=sort)
            )
    return Comparison(tuple(found), reasons[0] if reasons else "")


_Suspect = tuple[Side, Side, str, tuple[str, str]]


def _suspects(new: Account, old: Account) -> Iterator[_Suspect]:
    yield from _values(new, old)
    for one in new.statements:
        for other in old.statements:
            for texts in _denials(one, other):
                sides = Side(one, one.subject, new), Side(other, other.subject, old)
                yield *sides, "polarity", texts
    yield from _retractions(new, old)


def _values(new: Account, old: Account) -> Iterator[_Suspect]:
    """Yield pairs of comparable values that differ; a value that both texts give is settled."""
    fresh = [(s, c) for s, c in _open(new, old) if not s.clause.is_title or len(new.statements) < 2]
    known = list(_open(old, new))
    for one, claim in fresh:
        for other, rival in known:
            if _comparable(claim, rival):
                sort = "choice" if claim.kind is ClaimKind.CHOICE else "value"
                sides = Side(one, claim.subject, new), Side(other, rival.subject, old)
                yield *sides, sort, (claim.text, rival.text)


def _open(account: Account, other: Account) -> Iterator[tuple[Statement, Claim]]:
    circumstances = {
        q.group for said in (account, other) for s in said.statements for q in s.qualifiers
    }
    settled = {(claim.aspect.partition(":")[0], claim.value) for claim in other.claims}
    for statement in account.statements:
        for claim in statement.claims:
            if claim.aspect in circumstances:
                continue
            if (
                claim.kind in _COMPARED
                and (claim.aspect.partition(":")[0], claim.value) not in settled
            ):
                yield statement, claim


def _comparable(one: Claim, other: Claim) -> bool:
    if one.aspect == other.aspect:
        return one.aspect != "count:"
    kinds = {one.aspect.partition(":")[0], other.aspect.partition(":")[0]}
    return kinds in ({"count"}, {"version"}) and "" in (
        one.aspect.partition(":")[2],
        other.aspect.partition(":")[2],
    )


def _denials(one: Statement, other: Statement) -> Iterator[tuple[str, str]]:
    """Yield a word that one statement affirms and the other denies, where they share more."""
    for word, sign in one.signs.items():
        if sign and other.signs.get(word, sign) == -sign:
            shared = {w for w in one.subject if covers(other.clause.text, other.subject, w)}
            if len(shared - {word}) >= 1 and len(shared | {word}) >= WORDS_SHARED_BY_A_DENIAL:
                yield one.clause.text.strip(), other.clause.text.strip()
                return


def _retractions(new: Account, old: Account) -> Iterator[_Suspect]:
    for one in new.statements:
        if not one.is_retraction:
            continue
        for other in old.statements:
            shared = {w for w in one.context if covers(old.text, old.words, w)}
            if not other.is_retraction and len(shared) >= WORDS_SHARED_BY_A_RETRACTION:
                sides = Side(one, one.subject, new), Side(other, other.subject, old)
                texts = one.clause.text.strip(), other.clause.text.strip()
                yield *sides, "retraction", texts
                break

"""Find where a candidate and a memory cannot both be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from commonplace.core.claiming.clauses import covers
from commonplace.core.claims import NAMES, Account, Claim, ClaimKind, Statement
from commonplace.core.relations import Difference
from commonplace.judges.slots import replaced_names, replaced_tails
from commonplace.judges.subjects import (
    WORDS_OF_A_SUBJECT,
    Side,
    is_another_attribute,
    is_bilingual,
    is_narrower,
    shared_words,
    what_keeps_apart,
)

MOST_STATEMENTS = 100
"""More of either text are not compared with each other: the time would grow with the product."""
WORDS_OF_A_DENIAL = 2
WORDS_SHARED_BY_A_RETRACTION = 2
_TIMES = frozenset({"weekday", "frequency"})


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
    disputed = _signs(new), _signs(old)
    for one in _bodies(new):
        for other in _bodies(old):
            sides = Side(one, one.subject, new), Side(other, other.subject, old)
            texts = one.clause.text.strip(), other.clause.text.strip()
            if _denies(one, other, disputed) and not is_narrower(*sides):
                yield *sides, "polarity", texts
            if heads := replaced_tails(*sides) or replaced_names(*sides):
                yield *heads, "choice", texts
    yield from _retractions(new, old)


def _signs(account: Account) -> dict[str, set[int]]:
    """Return how a text treats each word over all its statements."""
    found: dict[str, set[int]] = {}
    for statement in _bodies(account):
        for word, sign in statement.signs.items():
            found.setdefault(word, set()).add(sign)
    return found


def _bodies(account: Account) -> tuple[Statement, ...]:
    """Return the statements below the title: a title names its subject, it affirms nothing."""
    below = tuple(one for one in account.statements if not one.clause.is_title)
    return (below or account.statements)[:MOST_STATEMENTS]


def _values(new: Account, old: Account) -> Iterator[_Suspect]:
    """Yield pairs of comparable values that differ; a value that both texts give is settled."""
    fresh = [(s, c) for s, c in _open(new, old) if not s.clause.is_title or len(new.statements) < 2]
    known = list(_open(old, new))
    for one, claim in fresh:
        for other, rival in known:
            if _comparable(claim, rival):
                sort = "choice" if claim.kind is ClaimKind.CHOICE else "value"
                sides = Side(one, claim.subject, new), Side(other, rival.subject, old)
                if sort == "choice" or is_bilingual(*sides) or not is_another_attribute(*sides):
                    yield *sides, sort, (claim.text, rival.text)


def _open(account: Account, other: Account) -> Iterator[tuple[Statement, Claim]]:
    """Yield the values that the other text does not give, and that are not circumstances."""
    circumstances = {
        q.group for said in (account, other) for s in said.statements for q in s.qualifiers
    }
    settled = {_key(claim) for claim in other.claims if claim.is_affirmed}
    for statement in account.statements[:MOST_STATEMENTS]:
        for claim in statement.claims:
            is_value = claim.kind not in NAMES and claim.aspect not in circumstances
            if is_value and claim.is_affirmed and _key(claim) not in settled:
                yield statement, claim


def _key(claim: Claim) -> tuple[str, str]:
    return claim.sort, claim.value


def _comparable(one: Claim, other: Claim) -> bool:
    """Say whether two claims answer one question.

    Where neither aspect tells (a bare number, tools of two families), the words around must agree.
    """
    says_the_same = one.subject == other.subject and len(one.subject) >= WORDS_OF_A_SUBJECT
    if one.aspect == other.aspect:
        return one.aspect != "count:" or _one_holds_the_other(one, other)
    if one.sort == other.sort and one.sort in ("count", "version"):
        return not (one.things and other.things) or bool(one.things & other.things)
    are_choices = one.kind is other.kind is ClaimKind.CHOICE
    return are_choices and not {one.sort, other.sort} & _TIMES and says_the_same


def _one_holds_the_other(one: Claim, other: Claim) -> bool:
    if one.subject == other.subject:
        return bool(one.subject)
    small, large = sorted((one.subject, other.subject), key=len)
    return small < large and len(small) >= WORDS_OF_A_SUBJECT


_Signs = tuple[dict[str, set[int]], dict[str, set[int]]]


def _denies(one: Statement, other: Statement, disputed: _Signs) -> bool:
    """Say whether one statement denies what the other affirms, where they share more.

    A word that a text affirms here and denies there is no measure of it.
    """
    if any(sign < 0 and other.signs.get(word) == sign for word, sign in one.signs.items()):
        return False
    if not (_meets(one, other) and _meets(other, one)):
        return False
    shared = shared_words(one, other)
    return any(
        sign
        and other.signs.get(word, sign) == -sign
        and len(shared - {word}) >= 1
        and all({1, -1} - signs.get(word, set()) for signs in disputed)
        for word, sign in one.signs.items()
    )


def _meets(denying: Statement, other: Statement) -> bool:
    """Say whether what is denied, a verb and its object, is spoken of together on the other side."""
    denied = [w for w, sign in denying.signs.items() if sign < 0 and w.isalpha() and w.isascii()]
    return all(word in other.signs for word in denied[:WORDS_OF_A_DENIAL])


def _retractions(new: Account, old: Account) -> Iterator[_Suspect]:
    """Yield each statement that takes something back, with the first that it may mean."""
    standing = [other for other in old.statements if not other.is_retraction]
    for one in new.statements[:MOST_STATEMENTS]:
        if not (one.is_retraction and standing):
            continue
        shared = frozenset(word for word in one.context if covers(old.text, old.words, word))
        if len(shared) >= _words_wanted(one, old):
            other = standing[0]
            sides = Side(one, shared, new), Side(other, shared, old)
            yield *sides, "retraction", (one.clause.text.strip(), other.clause.text.strip())


def _words_wanted(one: Statement, old: Account) -> int:
    """Return how many shared words make a retraction: one is enough when it is the old title."""
    title = old.statements[0].subject
    if title and title <= one.context:
        return 1
    return max(1, min(WORDS_SHARED_BY_A_RETRACTION, len(one.subject)))

"""Find what may contradict: pairs of values, denials, filled places and retractions worth weighing.

Nothing is decided here: a suspect carries the marks of its own sort, `features` adds how well the
two clauses fit each other, and the weights say what it comes to. Each statement of the candidate is
held against the few statements that share most with it, so the time grows with the text alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from commonplace.core.claiming.clauses import covers
from commonplace.core.claims import NAMES, Account, Claim, ClaimKind, Statement
from commonplace.judges.denials import denial_marks, disputed_words
from commonplace.judges.leftovers import Leftover, leftovers
from commonplace.judges.marking import marked, stems
from commonplace.judges.slots import replaced_names, replaced_tails
from commonplace.judges.subjects import WORDS_OF_A_SUBJECT, Side, shared_words

MOST_STATEMENTS = 60
"""More of either text are not compared: a memory that says more is about more than one thing."""
NEAREST = 6
"""How many statements of the memory each one of the candidate is held against."""
MOST_VALUES = 20
_TIMES = frozenset({"weekday", "frequency"})

Marks = Mapping[str, float]
Span = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """Two statements that may deny each other, and what speaks for it so far."""

    sort: str
    new: Side
    old: Side
    texts: tuple[str, str]
    """What the question quotes: of the candidate, of the memory."""
    marks: Marks
    spans: tuple[Span, Span] = ((), ())
    """Where the differing values stand: they are not counted as subjects."""
    filled: tuple[Leftover, Leftover] | None = None
    """The two leftovers that fill one place, for a choice that no list knows."""


def suspects(new: Account, old: Account) -> Iterator[Suspect]:
    """Yield every pair of statements of `new` and `old` that is worth weighing."""
    yield from _values(new, old)
    disputed = disputed_words(new) | disputed_words(old)
    for one, other in _near(new, old):
        sides = Side(one, one.subject, new), Side(other, other.subject, old)
        if denial := denial_marks(*sides, disputed):
            yield _of_clauses("polarity", sides, denial)
        if not (one.clause.is_title or other.clause.is_title):
            yield from _filled(*sides)
    yield from _retractions(new, old)


def _of_clauses(sort: str, sides: tuple[Side, Side], marks: Marks) -> Suspect:
    one, other = sides
    texts = one.statement.clause.text.strip(), other.statement.clause.text.strip()
    return Suspect(sort=sort, new=one, old=other, texts=texts, marks=marks)


def _near(new: Account, old: Account) -> Iterator[tuple[Statement, Statement]]:
    """Yield each statement of the candidate with the nearest of the memory."""
    known = old.statements[:MOST_STATEMENTS]
    for one in new.statements[:MOST_STATEMENTS]:
        shared = [(_meeting(one, other), -at) for at, other in enumerate(known)]
        nearest = sorted((pair for pair in shared if pair[0]), reverse=True)[:NEAREST]
        yield from ((one, known[-at]) for _, at in nearest)


def _meeting(one: Statement, other: Statement) -> int:
    """Return how many words and pairs of characters two clauses have in common."""
    return len(_units(one.clause.text) & _units(other.clause.text))


@lru_cache(maxsize=1_024)
def _units(text: str) -> frozenset[str]:
    pairs = (text[at : at + 2] for at in range(len(text) - 1))
    return stems(text) | {pair for pair in pairs if min(pair) >= "\u3400"}


def _values(new: Account, old: Account) -> Iterator[Suspect]:
    """Yield pairs of values that may answer one question; a value that both texts give is settled."""
    known = tuple(_open(old, new))[:MOST_VALUES]
    for one, claim in tuple(_open(new, old))[:MOST_VALUES]:
        for other, rival in known:
            if claim.sort == rival.sort or _are_choices(claim, rival):
                yield Suspect(
                    sort="choice" if claim.kind is ClaimKind.CHOICE else "value",
                    new=Side(one, claim.subject, new),
                    old=Side(other, rival.subject, old),
                    texts=(claim.text.strip(), rival.text.strip()),
                    marks=_value_marks((one, claim), (other, rival)),
                    spans=(((claim.start, claim.end),), ((rival.start, rival.end),)),
                )


def _open(account: Account, other: Account) -> Iterator[tuple[Statement, Claim]]:
    """Yield the values that the other text does not give, and that are not circumstances."""
    circumstances = {
        q.group for said in (account, other) for s in said.statements for q in s.qualifiers
    }
    settled = {(claim.sort, claim.value) for claim in other.claims if claim.is_affirmed}
    for statement in account.statements[:MOST_STATEMENTS]:
        if statement.clause.is_title and len(account.statements) > 1:
            continue
        for claim in statement.claims:
            is_value = claim.kind not in NAMES and claim.aspect not in circumstances
            if is_value and claim.is_affirmed and (claim.sort, claim.value) not in settled:
                yield statement, claim


def _are_choices(one: Claim, other: Claim) -> bool:
    return one.kind is other.kind is ClaimKind.CHOICE


def _value_marks(new: tuple[Statement, Claim], old: tuple[Statement, Claim]) -> Marks:
    (one, claim), (other, rival) = new, old
    is_comparable = _is_comparable(claim, rival)
    kind = "choice" if claim.kind is ClaimKind.CHOICE else "value"
    return {
        kind: 1.0,
        f"kind_{claim.kind.value}": 1.0,
        "comparable": float(is_comparable),
        "loose": float(not is_comparable),
        "bare": float(claim.aspect == rival.aspect == "count:"),
        "same_things": float(bool(claim.things & rival.things)),
        "same_subject": float(bool(claim.subject) and claim.subject == rival.subject),
        "subject_new": _covered(claim, other),
        "subject_old": _covered(rival, one),
    }


def _is_comparable(one: Claim, other: Claim) -> bool:
    """Say whether two claims answer one question.

    Where neither aspect tells (a bare number, tools of two families), the words around must agree.
    """
    if one.aspect == other.aspect:
        return one.aspect != "count:" or _one_holds_the_other(one, other)
    if one.sort == other.sort and one.sort in ("count", "version"):
        return not (one.things and other.things) or bool(one.things & other.things)
    says_the_same = one.subject == other.subject and len(one.subject) >= WORDS_OF_A_SUBJECT
    return _are_choices(one, other) and not {one.sort, other.sort} & _TIMES and says_the_same


def _one_holds_the_other(one: Claim, other: Claim) -> bool:
    if one.subject == other.subject:
        return bool(one.subject)
    small, large = sorted((one.subject, other.subject), key=len)
    return small < large and len(small) >= WORDS_OF_A_SUBJECT


def _covered(claim: Claim, other: Statement) -> float:
    met = sum(covers(other.clause.sentence.lower(), other.context, word) for word in claim.subject)
    return met / max(1, len(claim.subject))


def _filled(one: Side, other: Side) -> Iterator[Suspect]:
    """Yield the two leftovers that fill one place best: a choice that no list of tools knows."""
    here = leftovers(marked(one.statement.clause.text, other.account))
    there = leftovers(marked(other.statement.clause.text, one.account))
    pairs = [(new, old) for new in here for old in there if new.text != old.text]
    if not pairs:
        return
    new, old = max(pairs, key=lambda pair: _same_place(*pair))
    tails = replaced_tails(one, other) is not None
    marks = {
        "slot": 1.0,
        "slot_left": float(new.left == old.left),
        "slot_right": float(new.right == old.right),
        "slot_names": float(new.is_name and old.is_name),
        "slot_kind": float(new.kind == old.kind),
        "slot_alone": float(len(here) == len(there) == 1),
        "slot_last": float(new.right in "$." and old.right in "$."),
        "slot_denied": float(
            -1 in {*one.statement.signs.values(), *other.statement.signs.values()}
        ),
        "tails": float(tails),
        "names": float(replaced_names(one, other) is not None),
    }
    yield Suspect(
        sort="choice",
        new=one,
        old=other,
        texts=(new.text, old.text),
        marks=marks,
        filled=(new, old),
    )


def _same_place(new: Leftover, old: Leftover) -> float:
    kinds = 0.5 * (new.kind == old.kind) + (new.is_name and old.is_name)
    return (new.left == old.left) + (new.right == old.right) + kinds


def _retractions(new: Account, old: Account) -> Iterator[Suspect]:
    """Yield each statement that takes something back, with the one that it most likely means."""
    standing = [other for other in old.statements[:MOST_STATEMENTS] if not other.is_retraction]
    is_mutual = len(standing) < len(old.statements[:MOST_STATEMENTS])
    for one in new.statements[:MOST_STATEMENTS]:
        shared = [word for word in one.context if covers(old.text, old.words, word)]
        if one.is_retraction and standing and shared:
            other = max(standing, key=lambda each: len(shared_words(one, each)))
            marks = {
                "retraction": 1.0,
                "retracts_in_title": float(one.clause.is_title),
                "retracts_known": _known_share(one.subject, old),
                "retracts_title": _known_share(old.statements[0].subject, new),
                "retracts_much": min(3, len(shared)) / 3,
                "retracts_both": float(is_mutual),
            }
            sides = Side(one, one.subject, new), Side(other, other.subject, old)
            yield _of_clauses("retraction", sides, marks)


def _known_share(words: frozenset[str], other: Account) -> float:
    return sum(covers(other.text, other.words, word) for word in words) / max(1, len(words))

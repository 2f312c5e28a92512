"""Describe a suspect in numbers: how well its two clauses fit, and what sets them apart.

Every feature is a share or a yes. Between two languages words cannot be compared, so what is left
over says nothing there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from commonplace.core.claiming.choices import is_one_of_many, is_replacement
from commonplace.core.claiming.clauses import covers
from commonplace.core.claiming.polarity import denials
from commonplace.core.claims import NAMES, Account
from commonplace.judges.leftovers import (
    START,
    Leftover,
    leftovers,
    likeness,
    modified_apart,
    modifiers,
)
from commonplace.judges.marking import Mark, marked, without_values
from commonplace.judges.subjects import (
    Side,
    is_another_attribute,
    is_bilingual,
    unknown_names,
)
from commonplace.judges.suspects import Span, Suspect

MOST_HEARD = 2_000
SORTS = ("value", "choice", "denial")
"""The sorts of suspects that weigh the features below each in its own way; the others are too rare."""
SHARED_OUT = (
    "left_both", "covered_least", "covered_most", "titles_both", "titles_alike", "left_alike", "change", "two_shared",
    "another_scope", "bilingual", "titles_share", "names_both", "one_of_many", "sentence_both", "sentence_alike", "scopes_both", "scopes_alike",
    "scopes_anywhere", "starts_both", "governed_both", "modifiers_both", "texts_least", "both_deny", "modified_apart", "numbers_both",
)  # fmt: skip
_BOUND = re.compile(
    r"\bat (?:most|least)\b|\bup to\b|\blimit|\bmax|\bmin|\b(?:no more|less|fewer|more) than\b|\bsmaller\b|\blarger?\b|\bcap(?:ped)?\b|\bwithin\b"
    r"|[上下]限|最[多少大小长短高低]|[至不][少多低]于?|不(?:得)?超过|以内|超过",
    re.IGNORECASE,
)
_PARALLEL_IN_TWO_LANGUAGES = (
    "left_both", "left_many", "titles_both", "covered_least", "left_alike", "titles_alike",
)  # fmt: skip


def features(suspect: Suspect, texts: dict[str, float]) -> dict[str, float]:
    """Return everything that is weighed about a suspect, by name; `texts` is what both texts say of it."""
    found: dict[str, float] = {"bias": 1.0, **suspect.marks}
    here, there = _View.of(suspect, 0), _View.of(suspect, 1)
    described = _fit(here, there) | _scopes(here, there) | _titles(here, there)
    described |= _circumstances(suspect)
    found |= texts | {name: float(value) for name, value in described.items()}
    if is_bilingual(suspect.new, suspect.old):
        found |= dict.fromkeys(_PARALLEL_IN_TWO_LANGUAGES, 0.0)
    return found | {
        f"{sort}*{name}": found[sort] * found[name]
        for sort in SORTS
        if sort in found
        for name in SHARED_OUT
    }


@dataclass(frozen=True, slots=True)
class _View:
    """One side as the other sees it."""

    shared: int
    left: tuple[Leftover, ...]
    sentence: tuple[Leftover, ...]
    title: tuple[Leftover, ...]
    numbers: bool
    """Whether a number that is not the value stands in the clause or the title alone."""
    modifiers: dict[str, set[str]]
    title_modifiers: dict[str, set[str]]

    @classmethod
    def of(cls, suspect: Suspect, at: int) -> _View:
        """Describe the candidate's side (0) or the memory's (1)."""
        side, other = ((suspect.new, suspect.old), (suspect.old, suspect.new))[at]
        clause = side.statement.clause
        marks = without_values(marked(clause.text, other.account), clause.start, suspect.spans[at])
        filled = suspect.filled[at].text if suspect.filled else ""
        title = tuple(_title_marks(side, other.account, suspect.spans[at]))
        quoted = " ".join(suspect.texts).lower()
        return cls(
            shared=sum(mark.is_known for mark in marks),
            left=_but(leftovers(marks), filled),
            sentence=_but(_of_sentence(side, other.account, suspect.spans[at]), filled),
            title=tuple(
                each for each in leftovers(title) if not any(w in quoted for w in each.text.split())
            ),
            numbers=any(
                mark.kind == "number" and not mark.is_known and mark.text not in quoted
                for mark in (*marks, *title)
            ),
            modifiers=modifiers(marks),
            title_modifiers=modifiers(title),
        )

    @property
    def coverage(self) -> float:
        """Return the share of the clause that the other text knows."""
        return self.shared / max(1, self.shared + len(self.left))

    @property
    def scopes(self) -> tuple[Leftover, ...]:
        """Return what is left over where a sentence says what it is about."""
        return tuple(each for each in self.sentence if each.is_scope)

    @property
    def has_scope(self) -> bool:
        """Say whether anything in sentence or title may name another subject."""
        return bool(self.scopes) or any(each.is_scope for each in self.title)


def _but(found: tuple[Leftover, ...], filled: str) -> tuple[Leftover, ...]:
    return tuple(each for each in found if each.text != filled)


def _title_marks(side: Side, other: Account, spans: Span) -> list[Mark]:
    return [
        mark
        for one in side.account.statements
        if one.clause.is_title
        for mark in without_values(marked(one.clause.text, other), one.clause.start, spans)
    ]


def _of_sentence(side: Side, other: Account, spans: Span) -> tuple[Leftover, ...]:
    found: list[Leftover] = []
    here = side.statement.clause
    for one in side.account.statements:
        is_near = abs(one.clause.start - here.start) <= len(here.sentence)
        if is_near and one.clause.sentence == here.sentence:
            values = tuple((c.start, c.end) for c in one.claims if c.kind not in NAMES)
            marks = marked(one.clause.text, other)
            found += leftovers(without_values(marks, one.clause.start, spans + values))
    return tuple(found)


def _fit(here: _View, there: _View) -> dict[str, float]:
    shared, left = min(here.shared, there.shared), (len(here.left), len(there.left))
    covered = here.coverage, there.coverage
    return {
        "covered_least": min(covered),
        "covered_most": max(covered),
        "one_shared": shared >= 1,
        "two_shared": shared >= 2,
        "three_shared": shared >= 3,
        "left_both": min(left) > 0,
        "left_many": min(left) > 1,
        "left_none": max(left) == 0,
        "left_one": min(left) == 0 < max(left),
        "left_alike": likeness(here.left, there.left),
        "names_both": _both(here.left, there.left, "is_name"),
        "names_any": any(each.is_name for each in here.left + there.left),
        "governed_both": _both(here.left, there.left, "is_governed"),
        "modifiers_both": _both(here.left, there.left, "is_modifier"),
        "starts_both": all(any(e.left == START for e in v.left) for v in (here, there)),
        "numbers_both": here.numbers and there.numbers,
        "modified_apart": modified_apart(here.modifiers, there.modifiers),
    }


def _both(one: tuple[Leftover, ...], other: tuple[Leftover, ...], trait: str) -> bool:
    return all(any(getattr(each, trait) for each in side) for side in (one, other))


def _scopes(here: _View, there: _View) -> dict[str, float]:
    return {
        "sentence_both": bool(here.sentence and there.sentence),
        "sentence_alike": likeness(here.sentence, there.sentence),
        "scopes_both": bool(here.scopes and there.scopes),
        "another_scope": bool(here.scopes) is not bool(there.scopes),
        "scopes_alike": likeness(here.scopes, there.scopes),
        "scopes_anywhere": here.has_scope and there.has_scope,
    }


def _titles(here: _View, there: _View) -> dict[str, float]:
    return {
        "titles_both": bool(here.title and there.title),
        "titles_none": not (here.title or there.title),
        "titles_alike": likeness(here.title, there.title),
        "titles_names": _both(here.title, there.title, "is_name"),
        "titles_scopes": _both(here.title, there.title, "is_scope"),
        "titles_modified": modified_apart(here.title_modifiers, there.title_modifiers),
    }


def _circumstances(suspect: Suspect) -> dict[str, float]:
    new, old = suspect.new, suspect.old
    one, other = new.statement, old.statement
    sentences = one.clause.sentence, other.clause.sentence
    bilingual = is_bilingual(new, old)
    return {
        "qualified": {q.group for q in one.qualifiers} != {q.group for q in other.qualifiers},
        "one_default": one.is_default is not other.is_default,
        "both_default": one.is_default and other.is_default,
        "bilingual": bilingual,
        "bilingual_names": bilingual and bool(unknown_names(new, old) or unknown_names(old, new)),
        "one_of_many": any(map(is_one_of_many, sentences)),
        "change": is_replacement(sentences[0]),
        "bounds": all(map(_BOUND.search, sentences)),
        "another_attribute": is_another_attribute(new, old),
        "titles_share": _titles_share(new.account, old.account),
    }


def _titles_share(new: Account, old: Account) -> float:
    one, other = new.statements[0], old.statements[0]
    met = sum(covers(other.clause.text.lower(), other.subject, word) for word in one.subject)
    return met / max(1, min(len(one.subject), len(other.subject)))


def text_features(new: Account, old: Account) -> dict[str, float]:
    """Return what holds of the two texts whatever the suspect is: found once for all of them."""
    shares = [_share(new, old), _share(old, new)]
    values = [{(claim.sort, claim.value) for claim in said.claims} for said in (new, old)]
    found = {
        "texts_least": min(shares),
        "texts_most": max(shares),
        "short": max(len(new.statements), len(old.statements)) <= 2,
        "both_deny": all(denials(said.text[:MOST_HEARD]) for said in (new, old)),
        "agree": not values[0].isdisjoint(values[1]),
    }
    return {name: float(value) for name, value in found.items()}


def _share(one: Account, other: Account) -> float:
    return sum(covers(other.text, other.words, word) for word in one.words) / max(1, len(one.words))

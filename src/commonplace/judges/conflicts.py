"""Find where a candidate and a memory cannot both be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp

from commonplace.core.claiming.choices import is_addition
from commonplace.core.claiming.qualifiers import apart
from commonplace.core.claims import Account
from commonplace.core.relations import Difference
from commonplace.judges.features import features, text_features
from commonplace.judges.subjects import conditions, is_special_case, shared_words, what_keeps_apart
from commonplace.judges.suspects import Suspect, suspects
from commonplace.judges.weights import CONTRADICTS_FROM, WEIGHTS

_HEAD = re.compile(r"(?:the |our |a |an )?([a-z][\w-]+)")
_SURE = ("comparable", "denied", "tails", "names", "retraction")
"""Marks of which one alone makes a suspect plain, if the two clauses speak of one thing."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences that stand, the surest first, and what kept the others from standing."""

    differences: tuple[Difference, ...]
    apart: str


def compare_accounts(new: Account, old: Account) -> Comparison:
    """Return where `new` and `old` differ about one thing."""
    weighed = [(probability(marks), each) for each, marks in weighable(new, old)]
    surest = sorted(
        (pair for pair in weighed if pair[0] >= CONTRADICTS_FROM), key=lambda pair: -pair[0]
    )
    if surest:
        return Comparison(tuple(_difference(each) for _, each in surest), "")
    return Comparison((), next(_reasons(new, old), ""))


def _reasons(new: Account, old: Account) -> Iterator[str]:
    """Yield what keeps apart the suspects that would otherwise be plain contradictions."""
    for suspect in suspects(new, old):
        if any(suspect.marks.get(sure) for sure in _SURE):
            reason = excluded(suspect) or what_keeps_apart(suspect.new, suspect.old)
            yield from (reason,) if reason else ()


def weighable(new: Account, old: Account) -> list[tuple[Suspect, dict[str, float]]]:
    """Return the suspects that no circumstance excludes, each with what is weighed about it."""
    open_ones = [suspect for suspect in suspects(new, old) if not excluded(suspect)]
    texts = text_features(new, old)
    described = [(suspect, features(suspect, texts)) for suspect in open_ones]
    together = _together([marks for _, marks in described])
    return [(suspect, marks | _beside(marks, together)) for suspect, marks in described]


def excluded(suspect: Suspect) -> str:
    """Return the circumstance in which two statements exclude each other, or ``""``."""
    new, old = suspect.new.statement, suspect.old.statement
    if group := apart(new.qualifiers, old.qualifiers):
        return group
    if new.is_example or old.is_example:
        return "example"
    if new.is_exception or old.is_exception or is_special_case(suspect.new, suspect.old):
        return "exception"
    if bool(conditions(new)) is not bool(conditions(old)):
        return "condition"
    if suspect.sort == "value" and _is_inside(new.clause.text, old.clause.text):
        return "place"
    if suspect.sort in ("choice", "value") and is_addition(new.clause.text):
        return "membership"
    return ""


def _is_inside(new: str, old: str) -> bool:
    """Say whether `new` begins with another thing, which is *in* that with which `old` begins.

    "Grafana runs on port 3000 in staging" says nothing about the port of staging itself.
    """
    heads = [_HEAD.match(text.casefold()) for text in (new, old)]
    mine, theirs = (head.group(1) if head else "" for head in heads)
    if not mine or not theirs or re.search(rf"\b{re.escape(mine)}\b", old.casefold()):
        return False
    return bool(
        re.search(
            rf"\b(?:in|on|inside|within|under) (?:the )?{re.escape(theirs)}\b", new.casefold()
        )
    )


def probability(described: dict[str, float]) -> float:
    """Return how likely a suspect is a contradiction, by the fitted weights."""
    score = sum(WEIGHTS.get(name, 0.0) * value for name, value in described.items())
    return 1 / (1 + exp(-score))


def _together(described: Iterable[dict[str, float]]) -> dict[str, bool]:
    """Return what the suspects of one pair say together: a denial in title and body weighs more."""
    denials = [marks for marks in described if marks.get("denial")]
    odd = [marks for marks in denials if marks["odd"]]
    in_title = [bool(marks["in_new_title"] or marks["in_old_title"]) for marks in odd]
    return {
        "denied_often": sum(bool(marks["flipped"]) for marks in denials) > 1,
        "denied_above_and_below": len(set(in_title)) > 1,
    }


def _beside(marks: dict[str, float], together: dict[str, bool]) -> dict[str, float]:
    return {name: float(said) * marks.get("denial", 0.0) for name, said in together.items()}


def _difference(suspect: Suspect) -> Difference:
    new, old = suspect.texts
    here, there = suspect.new.statement, suspect.old.statement
    return Difference(
        new=new,
        old=old,
        about=tuple(sorted(shared_words(here, there))),
        sort=suspect.sort,
        new_sentence=here.clause.sentence,
        old_sentence=there.clause.sentence,
    )

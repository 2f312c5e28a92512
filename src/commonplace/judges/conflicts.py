"""Find where a candidate and a memory cannot both be right, and how sure that is.

First it is weighed whether the two texts speak of one subject, then whether they contradict each other; the
clashes say in what. Without a clash that can be shown nothing is told, however likely it seems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp

from commonplace.core.claiming.qualifiers import apart
from commonplace.core.relations import Difference
from commonplace.core.tokens import fold
from commonplace.judges.denials import is_denial
from commonplace.judges.features import describe
from commonplace.judges.meetings import Leftover, Meeting, Pair
from commonplace.judges.readings import Passage, Reading
from commonplace.judges.subjects import subject_features
from commonplace.judges.values import Rivals, rivals
from commonplace.judges.weights import (
    LIKELY_FROM,
    SUBJECT_FROM,
    SUBJECT_WEIGHTS,
    SURE_FROM,
    WEIGHTS,
)

_MARKS = " \t-*•·–—>#。.;；,，:："
"""What may stand around a clause and is no part of it: the dash of a list, the stop of a sentence."""
_THE_SAME = 0.99
_ENDS_THE_MATTER = (
    "circumstances_apart",
    "circumstances_first",
    "labels_apart",
    "example",
    "adds",
    "exception",
    "default_before",
)
"""What lets two texts hold side by side although they are otherwise the same."""  # fmt: skip
_BROKEN = (
    "permit_then_forbid", "permit_then_harm", "forbid_then_permit", "universal_bounded", "universal_denied",
    "takes_back", "takes_back_in_title", "gone", "exclusive", "changes", "corrects",
)  # fmt: skip
"""Signs of the whole texts that one breaks what the other takes for granted, where no clause alone shows it."""
_RETRACTION = 0.4
"""How much plainer a retraction is than a denial as close."""
_REASONS = {
    "example": "example", "exception": "exception", "default_before": "exception", "adds": "membership",
    "labels_apart": "version", "titles_numbered": "version", "periods": "period", "dated": "event",
    "starts_apart": "subject", "titles_name": "name", "scopes_named": "title", "titles_begin_apart": "title",
}  # fmt: skip
"""The contrasts that are told as the reason why two texts may both hold, the plainest first."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences that stand, the surest first, and what kept the others from standing."""

    differences: tuple[Difference, ...]
    is_sure: bool
    """Whether they are sure enough to refuse the candidate; if not, they are worth a question."""
    apart: str


def compare_readings(new: Reading, old: Reading) -> Comparison:
    """Return where `new` and `old` differ about one thing."""
    pair = Pair(new, old)
    found = rivals(pair)
    described = describe(pair, found)
    shown = differences(pair, found, described)
    if not shown:
        return Comparison((), is_sure=False, apart="")
    likely = _likelihood(pair, described)
    if likely < LIKELY_FROM or _is_repeated(pair):
        return Comparison((), is_sure=False, apart=_reason(pair, described))
    return Comparison(shown, is_sure=likely >= SURE_FROM, apart="")


def _likelihood(pair: Pair, described: dict[str, float]) -> float:
    """Return how likely two texts contradict each other; two about different things never do."""
    if probability(subject_features(pair), SUBJECT_WEIGHTS) < SUBJECT_FROM:
        return 0.0
    return 1.0 if _is_plain(described) else probability(described, WEIGHTS)


def probability(described: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return how likely something is of which these signs were found, by fitted weights."""
    score = sum(weights.get(name, 0.0) * value for name, value in described.items())
    return 1 / (1 + exp(-score))


def _is_plain(described: dict[str, float]) -> bool:
    """Say whether two texts are the same but for a value, and nothing says that both may hold."""
    is_same = described["value_alone"] > 0 and described["known_least"] >= _THE_SAME
    return is_same and not any(described[name] for name in _ENDS_THE_MATTER)


def _is_repeated(pair: Pair) -> bool:
    """Say whether the candidate says nothing that does not stand in the memory, clause by clause."""
    known = {fold(_bare(one.text)) for one in pair.old.passages}
    return all(fold(_bare(one.text)) in known for one in pair.new.passages)


def _reason(pair: Pair, described: dict[str, float]) -> str:
    """Return what keeps the two texts apart: a circumstance by its name, else the plainest contrast."""
    here, there = (
        frozenset(q for one in side.passages for q in one.statement.qualifiers)
        for side in (pair.new, pair.old)
    )
    contrasts = (reason for name, reason in _REASONS.items() if described.get(name))
    return apart(here, there) or next(contrasts, "")


_Told = tuple[float, Difference]


def differences(
    pair: Pair, found: tuple[Rivals, ...], described: Mapping[str, float]
) -> tuple[Difference, ...]:
    """Return the clashes that can be shown, the plainest first."""
    told = [*_retractions(pair), *_values(found), *_denials(pair)] or [*_names(pair)]
    if not told and any(described[name] for name in _BROKEN):
        told = [*_sentences(pair)]
    return tuple(each for _, each in sorted(told, key=lambda one: -one[0]))


def _values(found: tuple[Rivals, ...]) -> Iterator[_Told]:
    for each in found:
        if each.is_comparable:
            sort = "choice" if each.is_choice else "value"
            texts = each.new.text, each.old.text
            yield each.strength, _difference(sort, (each.here, each.there), texts)


def _denials(pair: Pair) -> Iterator[_Told]:
    denials = [each for each in pair.meetings if is_denial(each)]
    if denials:
        yield _met(max(denials, key=_telling), "polarity")


def _retractions(pair: Pair) -> Iterator[_Told]:
    taking = [each for each in pair.meetings if each.new.statement.is_retraction]
    if taking:
        closeness, told = _met(max(taking, key=_telling), "retraction")
        yield _RETRACTION + closeness, told


def _telling(meeting: Meeting) -> tuple[bool, float]:
    """Return what makes a meeting worth quoting: a whole clause of both bodies tells more than a title."""
    return meeting.is_below_titles, meeting.closeness


def _names(pair: Pair) -> Iterator[_Told]:
    """Yield the names that stand in one place, where the nearest clauses have such."""
    if nearest := pair.nearest:
        sides = [pair.leftovers(side.pieces) for side in (nearest.new, nearest.old)]
        named = [next((each for each in side if each.is_name), None) for side in sides]
        if named[0] and named[1]:
            texts = _quoted(named[0], nearest.new), _quoted(named[1], nearest.old)
            yield nearest.closeness, _difference("choice", (nearest.new, nearest.old), texts)


def _sentences(pair: Pair) -> Iterator[_Told]:
    """Yield two clauses side by side: where nothing plainer differs, they are what is asked about."""
    if met := pair.nearest or max(pair.meetings, key=_telling, default=None):
        yield _met(met, "statement")


def _quoted(left: Leftover, passage: Passage) -> str:
    return passage.text[left.first.start : left.last.end]


def _met(meeting: Meeting, sort: str) -> _Told:
    sides = meeting.new, meeting.old
    return meeting.closeness, _difference(sort, sides, (meeting.new.text, meeting.old.text))


def _difference(sort: str, sides: tuple[Passage, Passage], texts: tuple[str, str]) -> Difference:
    here, there = sides
    return Difference(
        new=_bare(texts[0]),
        old=_bare(texts[1]),
        sort=sort,
        new_sentence=here.statement.clause.sentence.strip(),
        old_sentence=there.statement.clause.sentence.strip(),
    )


def _bare(text: str) -> str:
    return text.strip().strip(_MARKS) or text.strip()

"""Find where a candidate and a memory cannot both be right, and how sure that is.

First it is weighed whether the two texts speak of one subject, then whether they contradict each other; the
clashes say in what. Without a clash that can be shown nothing is told, however likely it seems.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from enum import IntEnum

from commonplace.core.claims.qualifiers import apart
from commonplace.core.governance import Difference
from commonplace.core.judge.contrasts import is_bilingual, swaps
from commonplace.core.judge.features import Rivals, describe, is_denial, rivals, subject_features
from commonplace.core.judge.parse import AlignedPassages, Leftover, Pair, ParsedText, Passage
from commonplace.core.tokens import fold
from commonplace.core.values import dataclass
from commonplace.data import read_data

# Decisions 0014 and 0015: fitted by benchmarks/judge_fit.py on authors left out, never set by hand.
_FITTED = read_data("judge_weights")
SURE_FROM: float = _FITTED["sure_from"]
"""The score from which a text is refused: chosen on authors whom the weights had not seen."""
LIKELY_FROM: float = _FITTED["likely_from"]
"""The score from which a question is put."""
POSSIBLE_FROM: float = _FITTED["possible_from"]
"""The score from which it is mentioned."""
SUBJECT_WEIGHTS: dict[str, float] = _FITTED["subject_weights"]
"""What speaks for one subject, as `benchmarks/judge_fit.py` has fitted it."""
WEIGHTS: dict[str, float] = _FITTED["weights"]
"""What speaks for a contradiction between texts about one subject."""
_MARKS = " \t-*•·–—>#。.;；,，:："
"""What may stand around a clause and is no part of it: the dash of a list, the stop of a sentence."""
_THE_SAME, _NEARLY_THE_SAME = 0.99, 0.8
_A_TABLE = 0.2
PLAIN = 9.0
"""What it weighs that two texts are the same but for a value."""
SURE_OF_SUBJECT = 3.0
"""From this weight on (nineteen to one) two texts surely speak of one subject."""
_ENDS_THE_MATTER = (
    "circumstances_apart",
    "circumstances_first",
    "labels_apart",
    "example",
    "adds",
    "exception",
    "default_before",
    "overrides",
)
"""What lets two texts hold side by side although they are otherwise the same."""  # fmt: skip
_SET_APART = (
    *_ENDS_THE_MATTER, "both_dated", "one_of_many", "titles_begin_apart", "scopes_named", "subject_swapped",
)  # fmt: skip
"""What may set two texts apart, however surely they clash."""
_ONE_THING = 2
"""Clauses up to which a text says one thing."""
ONE_MATTER_FROM = -2.25
"""The score from which two short texts are mentioned though no clash can be shown: above the one for those that show one
(benchmarks/long_pairs.py on `short-pairs.jsonl`: contradictions told 45 % before and 58 % now, harmless ones 17 % and 20 %)."""
_BROKEN = (
    "permit_then_forbid", "permit_then_harm", "universal_bounded",
    "takes_back", "takes_back_in_title", "gone", "changes", "corrects",
)  # fmt: skip
"""Signs of the whole texts that one breaks what the other takes for granted, where no clause alone shows it."""
_OF_ONE_SUBJECT = 0.3
"""How much two passages must share, apart from a value of one thing, to speak of one subject."""
_RETRACTION = 0.4
"""How much plainer a retraction is than a denial as close."""
_REASONS = {
    "example": "example", "exception": "exception", "default_before": "exception", "overrides": "exception", "adds": "membership",
    "labels_apart": "version", "titles_numbered": "version", "dated": "event",
    "starts_apart": "subject", "titles_name": "name", "scopes_named": "title", "titles_begin_apart": "title",
}  # fmt: skip
"""The contrasts that are told as the reason why two texts may both hold, the plainest first."""


NOTHING = -30.0
"""The score of two texts between which no clash can be shown."""


class Certainty(IntEnum):
    """How sure it is that two texts contradict each other."""

    NONE = 0
    POSSIBLE = 1
    """Worth a word; nothing is held back."""
    LIKELY = 2
    """Worth a question, which is answered before anything is written."""
    SURE = 3
    """Enough to refuse the candidate."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The scores from which two texts are refused, asked about and mentioned, and what the subject counts for."""

    sure: float
    likely: float
    possible: float
    subject: float = 1.0
    one_matter: float = math.inf
    """The score from which two short texts are mentioned though no clash can be shown."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences that stand, the surest first, and what kept the others from standing."""

    differences: tuple[Difference, ...]
    certainty: Certainty
    apart: str
    score: float = NOTHING


def compare_texts(new: ParsedText, old: ParsedText) -> Comparison:
    """Return where `new` and `old` differ about one thing, weighed as wholes."""
    levels = Levels(
        sure=SURE_FROM, likely=LIKELY_FROM, possible=POSSIBLE_FROM, one_matter=ONE_MATTER_FROM
    )
    return compare_pair(Pair(new, old), levels)


def compare_pair(pair: Pair, levels: Levels) -> Comparison:
    """Return where two texts differ about one thing, and how sure that is by `levels`."""
    found = rivals(pair)
    described = describe(pair, found)
    shown = differences(pair, found, described)
    if _is_repeated(pair):
        return Comparison((), Certainty.NONE, _reason(pair, described) if shown else "")
    score = _score(pair, described, levels.subject)
    if not shown:
        return _of_one_matter(pair, score, levels)
    certainty = _certainty(score, described, levels)
    if certainty < Certainty.LIKELY and _is_update(found, described):
        certainty, score = Certainty.LIKELY, levels.likely
    reason = _reason(pair, described) if certainty < Certainty.LIKELY else ""
    return Comparison(shown if certainty else (), certainty, reason, score)


def _of_one_matter(pair: Pair, score: float, levels: Levels) -> Comparison:
    """Return two short texts side by side where they speak of one matter, and no word shows in what they differ.

    Each says one thing: a reader sees at a glance whether the other still holds, so that it is worth a word and no more.
    Who says all that the other says and more, or tells a value of a sort that it has none of, has something to add.
    """
    is_short = max(len(pair.new.body), len(pair.old.body)) <= _ONE_THING
    sorts = [{sort for sort, _ in side.values} for side in (pair.new, pair.old)]
    adds = sorts[0] - sorts[1] or pair.old.keys < pair.new.keys
    if adds or not is_short or score < levels.one_matter or is_bilingual(pair):
        return Comparison((), Certainty.NONE, "")
    told = tuple(each for _, each in _sentences(pair))
    return Comparison(told, Certainty.POSSIBLE, "", score)


def _is_update(found: tuple[Rivals, ...], described: Mapping[str, float]) -> bool:
    """Say whether one thing, named alike, has another value, and nothing sets the two texts apart.

    Who says that something is so now, or has moved, speaks of a change: that both name the thing is enough
    then, and its two versions are no two things.
    """
    is_change = bool(described["changes"])
    if is_set_apart({**described, "labels_apart": 0.0} if is_change else described):
        return False
    least = 0.0 if is_change else _OF_ONE_SUBJECT
    return any(each.new.things & each.old.things and each.shared >= least for each in found)


def _score(pair: Pair, described: Mapping[str, float], subject: float) -> float:
    """Return what a clash weighs; two texts about different things never contradict each other."""
    clash = PLAIN if _is_plain(described) else weighed(described, WEIGHTS)
    return told_score(clash, weighed(subject_features(pair), SUBJECT_WEIGHTS), subject)


def _certainty(score: float, described: Mapping[str, float], levels: Levels) -> Certainty:
    if score >= levels.sure and (_is_plain(described) or not is_set_apart(described)):
        return Certainty.SURE
    if score >= levels.likely:
        return Certainty.LIKELY
    return Certainty.POSSIBLE if score >= levels.possible else Certainty.NONE


def is_set_apart(described: Mapping[str, float]) -> bool:
    """Say whether anything at all speaks for two things: then a person is asked, and nothing refused."""
    return any(described[name] for name in _SET_APART)


def may_both_hold(described: Mapping[str, float]) -> bool:
    """Say whether a text names the case in which it holds, beside what is otherwise the same."""
    return any(described[name] for name in _ENDS_THE_MATTER)


def weighed(described: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return what all signs together weigh, by fitted weights: the logarithm of the odds."""
    return sum(weights.get(name, 0.0) * value for name, value in described.items())


def told_score(clash: float, subject: float, counts: float = 1.0) -> float:
    """Return what a clash weighs between two texts that weigh so much for one subject."""
    return clash + counts * min(0.0, subject - SURE_OF_SUBJECT)


def _is_plain(described: Mapping[str, float]) -> bool:
    """Say whether two texts are the same but for a value, and nothing says that both may hold.

    Where they are only nearly the same, nothing at all may set the two apart.
    """
    if not described["value_alone"] or may_both_hold(described):
        return False
    if described["known_least"] >= _THE_SAME:
        return True
    known = max(described["known_new"], described["known_but_values"])
    is_table = described["value_of_a_table"] > _A_TABLE
    return known >= _NEARLY_THE_SAME and not (is_table or is_set_apart(described))


def _is_repeated(pair: Pair) -> bool:
    """Say whether the candidate says nothing that does not stand in the memory, clause by clause."""
    known = {fold(_bare(one.text)) for one in pair.old.passages}
    return all(fold(_bare(one.text)) in known for one in pair.new.passages)


def _reason(pair: Pair, described: Mapping[str, float]) -> str:
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
    told = [*_retractions(pair), *_values(found), *_denials(pair)]
    told = told or [*_names(pair)] or [*_swaps(pair)]
    if not told and any(described[name] for name in _BROKEN):
        told = [*_sentences(pair)]
    return tuple(each for _, each in sorted(told, key=lambda one: -one[0]))


def _values(found: tuple[Rivals, ...]) -> Iterator[_Told]:
    for each in found:
        if each.is_comparable:
            sort = "choice" if each.is_choice else "value"
            texts = each.new.text, each.old.text
            yield each.strength, _difference(sort, (each.here, each.there), texts)


def differing_values(found: tuple[Rivals, ...]) -> tuple[Difference, ...]:
    """Return the values that differ, the plainest first."""
    return tuple(each for _, each in sorted(_values(found), key=lambda one: -one[0]))


def _denials(pair: Pair) -> Iterator[_Told]:
    denials = [each for each in pair.alignments if is_denial(each)]
    if denials:
        yield _met(max(denials, key=_telling), "polarity")


def _retractions(pair: Pair) -> Iterator[_Told]:
    taking = [each for each in pair.alignments if each.new.statement.is_retraction]
    if taking:
        closeness, told = _met(max(taking, key=_telling), "retraction")
        yield _RETRACTION + closeness, told


def _telling(aligned: AlignedPassages) -> tuple[bool, float]:
    """Return what makes two aligned passages worth quoting: a whole clause of both bodies tells more than a title."""
    return aligned.is_below_titles, aligned.closeness


def _names(pair: Pair) -> Iterator[_Told]:
    """Yield the names that stand in one place, where the nearest clauses have such."""
    if nearest := pair.nearest:
        sides = [pair.leftovers(side.pieces) for side in (nearest.new, nearest.old)]
        named = [next((each for each in side if each.is_name), None) for side in sides]
        if named[0] and named[1]:
            texts = _quoted(named[0], nearest.new), _quoted(named[1], nearest.old)
            yield nearest.closeness, _difference("choice", (nearest.new, nearest.old), texts)


def _swaps(pair: Pair) -> Iterator[_Told]:
    """Yield the clauses of two things that stand in one place."""
    if swap := next((each for each in swaps(pair) if each.is_plain), None):
        sides = swap.new.passage, swap.old.passage
        yield swap.strength, _difference("statement", sides, (sides[0].text, sides[1].text))


def _sentences(pair: Pair) -> Iterator[_Told]:
    """Yield two clauses side by side: where nothing plainer differs, they are what is asked about."""
    if met := pair.nearest or max(pair.alignments, key=_telling, default=None):
        yield _met(met, "statement")
    else:
        for here, there in zip(pair.new.body[:1], pair.old.body[:1], strict=False):
            yield 0.0, _difference("statement", (here, there), (here.text, there.text))


def _quoted(left: Leftover, passage: Passage) -> str:
    return passage.text[left.first.start : left.last.end]


def _met(aligned: AlignedPassages, sort: str) -> _Told:
    sides = aligned.new, aligned.old
    return aligned.closeness, _difference(sort, sides, (aligned.new.text, aligned.old.text))


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

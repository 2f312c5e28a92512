"""Compare what two texts claim by rules that can be read: the judge that needs no model.

A text that restates another one may be dropped, so to restate must lose nothing. That all of its words stand in
the other text is not enough: "Deploy with the rolling strategy" has every word in common with "deploy with the
blue-green strategy; rolling loses sessions", and says the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from commonplace.core.claims.claim import NAMES, Account, Claim
from commonplace.core.claims.clauses import covers
from commonplace.core.claims.pieces import Piece
from commonplace.core.claims.polarity import negations
from commonplace.core.judge.alignment import shared_weight
from commonplace.core.judge.conflicts import Certainty, Comparison, compare_texts
from commonplace.core.judge.parsed import ParsedText, Passage, parse_text
from commonplace.core.memory import Candidate, Memory
from commonplace.core.note_labels import unlabelled
from commonplace.core.relations import (
    Compatible,
    Contradicts,
    Difference,
    Duplicate,
    Evidence,
    Refines,
    Relation,
    Unrelated,
)
from commonplace.core.tokens import fold, terms
from commonplace.messages import say

SAME_FROM = 0.6
NEAR_FROM = 0.3
ALIKE_FROM = 0.9
_HAN = re.compile(r"[\u3400-\u9fff]")
_START, _END = "^", "$"
_Place = tuple[str, str]
"""The neighbours of what stands there."""


class RulesJudge:
    """Compares claims offline; the same two texts get the same verdict on every machine."""

    @property
    def name(self) -> str:
        """Return the judge's name on the command line."""
        return "rules"

    def compare(self, new: Candidate, old: Memory) -> Relation:
        """Return how `new` relates to `old`."""
        parsed = (
            parse_text(new.title, unlabelled(new.body)),
            parse_text(old.title, unlabelled(old.body)),
        )
        found = compare_texts(*parsed)
        evidence = _evidence(new, old, (parsed[0].account, parsed[1].account), found)
        is_restated = _is_the_same(evidence) and may_restate(*parsed)
        is_sure = found.certainty is Certainty.SURE
        if found.differences and (is_sure or not is_restated):
            question = _question(found.differences[0], new, old)
            if found.certainty >= Certainty.LIKELY:
                return Contradicts(evidence, question, is_sure=is_sure)
            evidence = replace(evidence, doubt=question)
        if evidence.new_in_old >= SAME_FROM and not may_restate(*parsed):
            return Compatible(evidence)
        return _without_conflict(new, old, evidence)


def _is_the_same(evidence: Evidence) -> bool:
    """Say whether two texts have nearly all words and values in common: then a doubt is no reason to ask."""
    shared = min(evidence.new_in_old, evidence.old_in_new)
    return shared >= ALIKE_FROM and not evidence.added


def _without_conflict(new: Candidate, old: Memory, evidence: Evidence) -> Relation:
    if fold(new.body) == fold(old.body):
        return Duplicate(evidence)
    near = max(evidence.new_in_old, evidence.old_in_new)
    if not evidence.shared or (near < NEAR_FROM and not evidence.agreeing):
        return Unrelated(evidence)
    if evidence.apart:
        return Compatible(evidence)
    if evidence.new_in_old >= SAME_FROM and not evidence.added:
        return Duplicate(evidence)
    if evidence.old_in_new >= SAME_FROM or evidence.agreeing:
        return Refines(evidence)
    return Compatible(evidence)


def _evidence(
    new: Candidate, old: Memory, accounts: tuple[Account, Account], found: Comparison
) -> Evidence:
    one, other = accounts
    known = {_key(claim) for claim in other.claims}
    values = [claim for claim in one.claims if claim.kind not in NAMES]
    titles = set(terms(new.title)), set(terms(old.title))
    return Evidence(
        shared=tuple(sorted(w for w in one.words if covers(other.text, other.words, w))),
        new_in_old=_share(one, other),
        old_in_new=_share(other, one),
        title=len(titles[0] & titles[1]) / max(1, len(titles[0] | titles[1])),
        agreeing=tuple(c for c in values if _key(c) in known),
        added=tuple(c for c in values if _key(c) not in known),
        differing=found.differences if found.certainty >= Certainty.LIKELY else (),
        apart=found.apart,
    )


def _key(claim: Claim) -> tuple[str, str]:
    """Return what makes two claims agree: the same value of the same sort, whatever it counts."""
    return claim.sort, claim.value


def _share(one: Account, other: Account) -> float:
    """Return the share of the words of `one` that `other` uses too."""
    used = sum(covers(other.text, other.words, word) for word in one.words)
    return used / max(1, len(one.words))


def _question(found: Difference, new: Candidate, old: Memory) -> str:
    language = "zh" if _HAN.search(new.body + old.body) else "en"
    return say(
        f"question.{found.sort}",
        language,
        new=found.new,
        old=found.old,
        title=old.title,
    )


def may_restate(new: ParsedText, old: ParsedText) -> bool:
    """Say whether nothing in `new` denies, turns round, or stands in the place of, what `old` says."""
    is_turned = _denies(new) != _denies(old) or _is_opposed(new, old)
    return not is_turned and not any(_replaces(one, old) for one in new.body)


def _is_opposed(new: ParsedText, old: ParsedText) -> bool:
    """Say whether the two stand at the two ends of an opposition: enabled and 关闭."""
    ends = [
        {(axis, end) for one in side.body for axis, end in one.opposites.items() if end}
        for side in (new, old)
    ]
    return any((axis, -end) in ends[1] for axis, end in ends[0] - ends[1])


def _denies(text: ParsedText) -> bool:
    return any(negations(one.statement.clause.sentence) for one in text.body)


def _replaces(one: Passage, old: ParsedText) -> bool:
    """Say whether something in a passage stands where the nearest one of `old` has something else."""
    nearest = max(old.passages, key=lambda other: shared_weight(one, other), default=None)
    if nearest is None or not shared_weight(one, nearest):
        return False
    here, there = (frozenset(piece.key for piece in side.pieces) for side in (one, nearest))
    common = set(_places(one.pieces, there)) & set(_places(nearest.pieces, here))
    return bool(common - {(_START, _END)})


def _places(pieces: Sequence[Piece], known: frozenset[str]) -> Iterator[_Place]:
    """Yield the place of each run of pieces that the other side does not know."""
    before, is_open = _START, False
    for piece in pieces:
        if piece.is_body and piece.key not in known:
            is_open = True
            continue
        if is_open:
            yield before, piece.key
        before, is_open = piece.key, False
    if is_open:
        yield before, _END

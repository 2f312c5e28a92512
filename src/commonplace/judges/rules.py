"""The judge that needs no model: it compares what two texts claim, by rules that can be read."""

from __future__ import annotations

import re
from dataclasses import replace

from commonplace.core.claims.claim import NAMES, Account, Claim
from commonplace.core.claims.clauses import covers
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
from commonplace.judges.conflicts import Certainty, Comparison, compare_readings
from commonplace.judges.readings import read
from commonplace.judges.restating import may_restate
from commonplace.messages import say

SAME_FROM = 0.6
NEAR_FROM = 0.3
ALIKE_FROM = 0.9
_HAN = re.compile(r"[\u3400-\u9fff]")


class RulesJudge:
    """Compares claims offline; the same two texts get the same verdict on every machine."""

    @property
    def name(self) -> str:
        """Return the judge's name on the command line."""
        return "rules"

    def compare(self, new: Candidate, old: Memory) -> Relation:
        """Return how `new` relates to `old`."""
        readings = read(new.title, unlabelled(new.body)), read(old.title, unlabelled(old.body))
        found = compare_readings(*readings)
        evidence = _evidence(new, old, (readings[0].account, readings[1].account), found)
        is_restated = _is_the_same(evidence) and may_restate(*readings)
        is_sure = found.certainty is Certainty.SURE
        if found.differences and (is_sure or not is_restated):
            question = _question(found.differences[0], new, old)
            if found.certainty >= Certainty.LIKELY:
                return Contradicts(evidence, question, is_sure=is_sure)
            evidence = replace(evidence, doubt=question)
        if evidence.new_in_old >= SAME_FROM and not may_restate(*readings):
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
    new: Candidate, old: Memory, heard: tuple[Account, Account], found: Comparison
) -> Evidence:
    one, other = heard
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

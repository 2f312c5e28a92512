"""Compare what two texts claim by rules that can be read: the judge that needs no model.

A text that restates another one may be dropped, so that is decided first, sentence by sentence (`judge.restatement`).
What only has most of its words in common with a memory is kept, and the memory is mentioned.
"""

from __future__ import annotations

from dataclasses import replace

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import NAMES, Account, Claim
from commonplace.core.claims.clauses import covers
from commonplace.core.governance import unlabelled
from commonplace.core.judge.conflicts import Certainty, Comparison
from commonplace.core.judge.parsed import parse_text
from commonplace.core.judge.restatement import restates
from commonplace.core.judge.sentence_pairs import compare_long
from commonplace.core.memory import Candidate, Memory
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
from commonplace.core.tokens import terms
from commonplace.messages import say

SAME_FROM = 0.6
NEAR_FROM = 0.3
ALIKE_FROM = 0.9
"""The share of a text's words that a memory must use before the memory is mentioned as saying nearly the same."""
AGREEMENT = Comparison((), Certainty.NONE, "")
"""What comes of comparing a text with a memory that says the same."""
_HAN = re.compile(r"[\u3400-\u9fff]")


class RulesJudge:
    """Compares claims offline; the same two texts get the same verdict on every machine."""

    @property
    def name(self) -> str:
        """Return the judge's name on the command line."""
        return "rules"

    def compare(self, new: Candidate, old: Memory) -> Relation:
        """Return how `new` relates to `old`."""
        texts = (new.title, unlabelled(new.body)), (old.title, unlabelled(old.body))
        is_known = restates(*texts)
        found = AGREEMENT if is_known else compare_long(*texts)
        accounts = parse_text(*texts[0]).account, parse_text(*texts[1]).account
        evidence = _evidence(new, old, accounts, found)
        if is_known:
            return Duplicate(evidence)
        if found.differences:
            question = _question(found.differences[0], new, old)
            if found.certainty >= Certainty.LIKELY:
                is_sure = found.certainty is Certainty.SURE
                return Contradicts(evidence, question, is_sure=is_sure)
            evidence = replace(evidence, doubt=question)
        return _without_conflict(new, old, evidence)


def _without_conflict(new: Candidate, old: Memory, evidence: Evidence) -> Relation:
    near = max(evidence.new_in_old, evidence.old_in_new)
    if not evidence.shared or (near < NEAR_FROM and not evidence.agreeing):
        return Unrelated(evidence)
    if evidence.apart:
        return Compatible(evidence)
    if evidence.new_in_old >= SAME_FROM and not evidence.added:
        return Compatible(_with_mention(new, old, evidence))
    if evidence.old_in_new >= SAME_FROM or evidence.agreeing:
        return Refines(evidence)
    return Compatible(evidence)


def _with_mention(new: Candidate, old: Memory, evidence: Evidence) -> Evidence:
    """Return the evidence with a question where a text is made of a memory's own words."""
    if evidence.doubt or evidence.new_in_old < ALIKE_FROM:
        return evidence
    return replace(evidence, alike=say("question.alike", _language(new, old), title=old.title))


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
    return say(
        f"question.{found.sort}",
        _language(new, old),
        new=found.new,
        old=found.old,
        title=old.title,
    )


def _language(new: Candidate, old: Memory) -> str:
    return "zh" if _HAN.search(new.body + old.body) else "en"

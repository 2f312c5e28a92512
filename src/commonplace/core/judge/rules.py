"""Compare what two texts claim by rules that can be read: the judge that needs no model.

A text that restates another one may be dropped, so that is decided first, sentence by sentence (`judge.restatement`).
What only has most of its words in common with a memory is kept, and the memory is mentioned.

Compare two longer texts sentence by sentence: a contradiction in a corner is one all the same.

Weighed as wholes, two notes of many sentences are mostly about different things, and one sentence that clashes counts for
little. So each sentence of the candidate that the memory does not repeat is aligned with the one nearest to it, the two are
weighed alone, and the worst that is found is the answer for the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import NAMES, Account, Claim, ValueKind
from commonplace.core.claims.clauses import NUMBERED, covers, normalize_text, sentences
from commonplace.core.claims.qualifiers import is_replacement
from commonplace.core.governance import (
    SHARED_AT_LEAST,
    Compatible,
    Contradicts,
    Difference,
    Duplicate,
    Evidence,
    Refines,
    Relation,
    Unrelated,
    unlabelled,
)
from commonplace.core.judge.conflicts import (
    LIKELY_FROM,
    Certainty,
    Comparison,
    Levels,
    compare_pair,
    compare_texts,
    differing_values,
    may_both_hold,
)
from commonplace.core.judge.features import Rivals, describe, rivals
from commonplace.core.judge.parse import (
    Pair,
    ParsedText,
    meaning,
    parse_text,
    sentences_with_other_values,
)
from commonplace.core.judge.restatement import restates
from commonplace.core.memory import Candidate, Memory
from commonplace.core.tokens import terms
from commonplace.core.values import replace
from commonplace.messages import say

LONG_FROM = 6
"""Sentences of both texts together from which they are compared sentence by sentence: below, the whole
tells more, for what is meant is often said in two sentences (benchmarks/long_pairs.py)."""
MOST_SENTENCES = 30
"""More of either text are not compared."""
LEVELS = Levels(sure=4.0, likely=0.4, possible=-1.0, subject=0.3)
"""A sentence alone names its subject by a pronoun as often as not: that the subject is one counts for less,
and a clash for more, than between whole texts."""
_KNOWN_FROM = 0.6
"""The share of what a sentence speaks of that a note must know before another figure is one of the same thing: 55 % of
real updates reach it, and 3 % of what is harmless (benchmarks/long_pairs.py)."""
_HOLDER = re.compile(
    r"(?P<name>[A-Z][\w.-]*(?: [A-Z][\w.-]*){0,2}) (?:is|are) (?:the|our) (?P<role>[^\n]{3,})"
)
_HELD = re.compile(
    r"(?:The|Our) (?P<role>[^\n,;:]{3,60}?) (?:is|are)(?: now)? (?P<name>[A-Z][\w.-]*(?: [A-Z][\w.-]*){0,2})(?=$|[,;.])"
)
_HAPPENED = re.compile(r"\b(?:was|were|had|did|(?!need)[a-z]{2,}ed)\b|[了过曾]")
"""What happened on one day may happen on another; what is due on one day is not due on another."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_ENOUGH = 2.5
"""The weight of what is shared at which two sentences surely speak of one thing."""

Text = tuple[str, str]
"""A title and a body."""


def compare_long(new: Text, old: Text) -> Comparison:
    """Return where `new` and `old` differ: as wholes where they are short, else in the worst of their sentences."""
    here, there = sentences(new[1]), sentences(old[1])
    if len(here) + len(there) < LONG_FROM:
        found = compare_texts(parse_text(*new), parse_text(*old))
        if found.certainty >= Certainty.LIKELY or not (value := other_value(new, old)):
            return found
        return Comparison((value,), Certainty.LIKELY, "", LIKELY_FROM)
    compared = [compare_pair(pair, LEVELS) for pair in aligned_sentences(new, old)]
    worst = max(compared, key=lambda each: each.score, default=Comparison((), Certainty.NONE, ""))
    if worst.certainty >= Certainty.LIKELY or not (figures := other_figures(new, old)):
        return worst
    return Comparison(figures, Certainty.LIKELY, "", LEVELS.likely)


def other_value(new: Text, old: Text) -> Difference | None:
    """Return the value in which two texts of one sentence differ, None where they differ in more or in none.

    Nothing but the value could set them apart: "Postgres 15 runs in production" and "Postgres 16 runs in production" are
    about two versions, and one of them is out of date. Whoever names a case in a title has said what sets them apart.
    """
    bodies = sentences(new[1]), sentences(old[1])
    if any(len(each) != 1 for each in bodies) or any(map(_is_event_or_titled, (new, old))):
        return None
    told = _other_holder(bodies[0][0], bodies[1][0])
    told = told or sentences_with_other_values(bodies[0][0], bodies[1][0])
    if told is None or any(NUMBERED.search(each) for each in told):
        return None
    here, there = _differing(*told)
    return Difference(new=here, old=there, sort="value", new_sentence=told[0], old_sentence=told[1])


def _other_holder(new: str, old: str) -> tuple[str, str] | None:
    """Return two sentences that give one role, of which there is one, to two names."""
    here, there = (_HOLDER.match(each) or _HELD.match(each) for each in (new, old))
    if not here or not there or here["name"] == there["name"]:
        return None
    return (new, old) if meaning(here["role"]) == meaning(there["role"]) else None


def _is_event_or_titled(text: Text) -> bool:
    """Say whether a text tells what happened on a day, and may happen again, or has a title of its own."""
    parsed = parse_text(*text)
    is_dated = any(c.kind is ValueKind.DATE for c in parsed.account.claims)
    return bool(parsed.headings) or (is_dated and _HAPPENED.search(text[1]) is not None)


def _differing(new: str, old: str) -> tuple[str, str]:
    """Return the words in which two sentences differ; both whole where it is nothing but letters of a word."""
    here, there = new.split(), old.split()
    first = next((at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
    last = next(
        (at for at, (a, b) in enumerate(zip(here[::-1], there[::-1], strict=False)) if a != b), 0
    )
    told = (" ".join(words[first : len(words) - last]) for words in (here, there))
    return next(told) or new, next(told) or old


def other_figures(new: Text, old: Text) -> tuple[Difference, ...]:
    """Return where a sentence of `new` gives another figure than `old` for one thing, the plainest first.

    A note names its subject once, often far from the figure. So what a sentence speaks of counts as known wherever
    the note has it, and only one word of it must stand beside the figure that is replaced.
    """
    whole = parse_text(*old)
    known = {key for one in whole.passages for key in one.frame}
    figures = _digits(whole.account.text)
    for here in _parsed(new):
        named = _frame(here)
        share = sum(weight for key, weight in named.items() if key in known)
        if share < _KNOWN_FROM * sum(named.values()):
            continue
        for there in _parsed(old):
            if not named.keys().isdisjoint(_frame(there)):
                pair = Pair(here, there)
                found = tuple(each for each in rivals(pair) if _are_figures(each, figures))
                if found and not may_both_hold(describe(pair, found)):
                    return differing_values(found)
    return ()


def _are_figures(each: Rivals, known: frozenset[str]) -> bool:
    """Say whether two values are written in digits, and those of the new one are not among the note's."""
    here, there = _digits(each.new.text), _digits(each.old.text)
    return bool(here and there) and not here <= known


def _digits(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text))


def aligned_sentences(new: Text, old: Text) -> Iterator[Pair]:
    """Yield each sentence of `new` that `old` does not repeat, with the sentence of `old` nearest to it."""
    known = _parsed(old)
    repeated = {meaning(sentence) for sentence in sentences(old[1])}
    for sentence, parsed in zip(sentences(new[1]), _parsed(new), strict=False):
        if meaning(sentence) in repeated:
            continue
        nearness, nearest = max(
            ((_nearness(parsed, each), at) for at, each in enumerate(known)), default=(0.0, 0)
        )
        if nearness:
            yield Pair(parsed, known[nearest])


def _parsed(text: Text) -> tuple[ParsedText, ...]:
    """Return each sentence as a text of its own; only what is one sentence keeps its title."""
    title, body = text
    said = sentences(body)[:MOST_SENTENCES]
    return tuple(parse_text(title if len(said) == 1 else "", each) for each in said)


def _nearness(one: ParsedText, other: ParsedText) -> float:
    """Return how much two sentences have in common, from 0 to 1; little that is shared counts for little."""
    here, there = _frame(one), _frame(other)
    shared = sum(min(weight, there[key]) for key, weight in here.items() if key in there)
    whole = max(0.1, sum(here.values())) * max(0.1, sum(there.values()))
    return float(shared / whole**0.5 * min(1.0, shared / _ENOUGH))


def _frame(parsed: ParsedText) -> dict[str, float]:
    """Return what a sentence speaks of apart from its values, each concept with its weight."""
    return {key: weight for one in parsed.body for key, weight in one.frame.items()}


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
        is_known = restates((new.title, new.body), (old.title, old.body))
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
            if not _is_alike(found.differences[0], evidence):
                evidence = replace(evidence, doubt=question)
        return _without_conflict(new, old, evidence)


def _is_alike(found: Difference, evidence: Evidence) -> bool:
    """Say whether two whole statements are all there is to show, and nearly every word of one stands in the other."""
    is_made_of_it = evidence.new_in_old >= ALIKE_FROM and not evidence.added
    return found.sort == "statement" and is_made_of_it and not evidence.apart


def _without_conflict(new: Candidate, old: Memory, evidence: Evidence) -> Relation:
    near = max(evidence.new_in_old, evidence.old_in_new)
    if not evidence.shared or (near < NEAR_FROM and not evidence.agreeing):
        return Unrelated(evidence)
    if evidence.apart:
        return Compatible(evidence)
    if is_replacement(normalize_text(new.body)) and len(evidence.shared) >= SHARED_AT_LEAST:
        return Compatible(_with_mention(new, old, evidence, "change"))
    if evidence.new_in_old >= SAME_FROM and not evidence.added:
        is_alike = evidence.new_in_old >= ALIKE_FROM
        return Compatible(_with_mention(new, old, evidence, "alike") if is_alike else evidence)
    if evidence.old_in_new >= SAME_FROM or evidence.agreeing:
        return Refines(evidence)
    return Compatible(evidence)


def _with_mention(new: Candidate, old: Memory, evidence: Evidence, why: str) -> Evidence:
    """Return the evidence with a question: the text is made of a memory's own words, or tells what is so now."""
    if evidence.doubt:
        return evidence
    return replace(evidence, alike=say(f"question.{why}", _language(new, old), title=old.title))


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

"""Decide what happens to a candidate, given the memories near it and how it relates to each.

Conflicts come first: a contradiction that nobody has settled is refused with its question, and one that
is only likely joins no memory before a person was asked. Then the layout's own cut-offs decide, each with
the seed it comes from. A person's answer overrides all.

How a candidate relates to a memory that is already in the book, and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Claim
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Candidate, Memory, MemoryId
from commonplace.core.tokens import fold
from commonplace.core.traits import CutOffs as CutOffs  # noqa: PLC0414 - for whoever governs
from commonplace.core.traits import Verb as Verb  # noqa: PLC0414
from commonplace.core.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two claims about one thing that cannot both hold; for a denial both carry the word denied."""

    old: str
    """How the old text puts it."""
    new: str
    sort: str
    """What differs: `value`, `choice`, `polarity`, `retraction`, or nothing plainer than the `statement`."""
    old_sentence: str = ""
    """The sentence of the old text that says it, for whoever quotes."""
    new_sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was compared: the reasons behind a relation."""

    shared: tuple[str, ...] = ()
    """The terms that both texts use."""
    new_in_old: float = 0.0
    """The share of the candidate's terms that the memory knows."""
    old_in_new: float = 0.0
    title: float = 0.0
    """How alike the titles are, as a share of their terms."""
    agreeing: tuple[Claim, ...] = ()
    """Claims of the candidate that the memory makes too."""
    added: tuple[Claim, ...] = ()
    """Claims of the candidate that the memory does not make."""
    differing: tuple[Difference, ...] = ()
    apart: str = ""
    """What keeps differing claims from contradicting: environment, version, subject ..."""
    doubt: str = ""
    """A question to mention although both texts seem to hold: whoever reads it may know better."""
    alike: str = ""
    """A question to mention where a text is made of a memory's own words, and no clash can be shown."""

    @property
    def mention(self) -> str:
        """Return what a person is told, though nothing is held back for it."""
        return self.doubt or self.alike


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same statement again."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Refines:
    """The same subject with more detail; nothing is denied."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Contradicts:
    """The same subject, and both cannot hold."""

    evidence: Evidence
    question: str
    """The question whose answer would settle it, in the language of the texts."""
    is_sure: bool = True
    """Whether it is sure enough to refuse the text; else the question is put, and nothing is refused."""


@dataclass(frozen=True, slots=True)
class Compatible:
    """Near each other, and both hold."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Unrelated:
    """About different things."""

    evidence: Evidence


Relation = Duplicate | Refines | Contradicts | Compatible | Unrelated


_LABEL = re.compile(
    r"^(?:## (?:Context / Decision|Pointers|Decision Shape|Judgment Capsule)[ \t]*$"
    r"|[-*] \*\*(?:Decision|Signals|Alternatives|Counter-signals)\*\*[:：])",
    re.MULTILINE,
)


def unlabelled(body: str) -> str:
    """Return `body` without the labels, so that two notes are not alike for being notes."""
    return _LABEL.sub("", body)


NEIGHBOURS_AT_MOST = 5
"""Every seed looks at five: `limit: 5` in the vault, K=5 in LingXi."""
WHOLE_FROM = 0.9
"""The share of a memory's words that a known text must use before it counts as the whole memory again."""
COVERED_FROM = 0.8
"""The share of a memory's words that a text must use before it replaces the memory's text: what only
moves to the history is recalled no more."""
REMADE_FROM = 0.6
"""The share of a text's words that a memory has from which it joins the memory only if it adds a value."""
SHARED_AT_LEAST = 2
"""Words in common before two texts make one memory: one word is a coincidence (mem-skill A5.7)."""


class Opinion(StrEnum):
    """What an agent may say about a text and a memory near it."""

    SAME = "same"
    ADDS = "adds"
    UPDATES = "updates"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


RAISING = frozenset({Opinion.SAME, Opinion.UPDATES, Opinion.CONTRADICTS})
"""The opinions about which a person is told something; the others are only kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """The opinion of the agent that brought a text, about one memory: evidence, and no decision."""

    memory: MemoryId
    opinion: Opinion
    reason: str = ""
    agent: str = ""
    """Which agent says so; empty where nobody told."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory near the candidate, and how the two relate."""

    memory: Memory
    relation: Relation
    overlap: float
    """The share of the candidate's key terms that the memory has."""
    is_elsewhere: bool = False
    """Whether somebody filed the candidate under another topic than the memory's."""
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class CreateMemory:
    """Keep it as a memory of its own; `applies_when` when an answer narrowed it."""

    applies_when: str = ""
    question: str = ""
    """What a person is asked first, because it likely contradicts `disputed`; empty when nothing does."""
    disputed: Memory | None = None


@dataclass(frozen=True, slots=True)
class Extend:
    """Append it to a memory as a dated section."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Update:
    """Replace a memory's text with it; the old text goes to History."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Merge:
    """Make one memory of the two, in the place of the fuller one."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Supersede:
    """Keep it as a memory of its own and bury the one it replaces."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Veto:
    """Write nothing until somebody answers the question."""

    memory: Memory
    question: str


class SkipReason(StrEnum):
    """Why nothing is written."""

    ALREADY_KNOWN = "already-known"
    REJECTED = "rejected"
    CHOSEN = "chosen"
    """A person said so."""
    SAYS_NOTHING = "says-nothing"
    """It is an answer to somebody, as `ok` is, and claims nothing by itself."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Write nothing, and say why."""

    reason: SkipReason
    memory: Memory | None = None


Decision = CreateMemory | Extend | Update | Merge | Supersede | Veto | Skip


def verb_of(decision: Decision) -> Verb:
    """Return the verb of a decision."""
    if isinstance(decision, CreateMemory):
        return Verb.CREATE
    return Verb(type(decision).__name__.lower())


@dataclass(frozen=True, slots=True)
class Override:
    """A person's answer: what to do instead, to which memory, and when the new text holds."""

    verb: Verb
    target: MemoryId = ""
    applies_when: str = ""


def overlap(candidate: Candidate, memory: Memory) -> float:
    """Return the share of the candidate's key terms that the memory has, by keyword or in its text."""
    wanted = {fold(term) for term in key_terms(f"{candidate.title}\n{unlabelled(candidate.body)}")}
    known = {fold(term) for term in key_terms(f"{memory.title}\n{unlabelled(memory.body)}")}
    known |= {fold(keyword) for keyword in memory.keywords}
    return len(wanted & known) / len(wanted) if wanted else 0.0


def decide(
    neighbours: Sequence[Neighbour], cut_offs: CutOffs, answer: Override | None = None
) -> Decision:
    """Return what should happen to a candidate whose nearest memories are `neighbours`."""
    if answer is not None:
        return _as_told(answer, neighbours)
    for near in neighbours:
        if _is_same(near):
            # It stands there already, so that whatever it contradicts was settled when it came.
            return Skip(SkipReason.ALREADY_KNOWN, near.memory)
    for near in neighbours:
        if isinstance(near.relation, Contradicts) and near.relation.is_sure:
            return Veto(near.memory, near.relation.question)
    for near in neighbours:
        if _is_known(near):
            return Skip(SkipReason.ALREADY_KNOWN, near.memory)
    for near in neighbours:
        if isinstance(near.relation, Contradicts):
            return CreateMemory(question=near.relation.question, disputed=near.memory)
    for near in sorted(neighbours, key=_nearness, reverse=True):
        decision = _by_cut_offs(near, cut_offs)
        if not isinstance(decision, CreateMemory):
            return decision
    return CreateMemory()


def labelled(near: Neighbour, label: Label, question: str) -> Neighbour:
    """Return a neighbour as it stands after an agent's opinion, which may raise a doubt and never lowers one.

    Whoever says that a text takes a memory back, or changes it, has a person asked `question`; who says that it is the same
    has the memory mentioned. Nothing is refused and nothing dropped on an agent's word.
    """
    relation, raised = near.relation, near.relation
    match label.opinion:
        case Opinion.CONTRADICTS | Opinion.UPDATES if not isinstance(relation, Contradicts):
            raised = Contradicts(relation.evidence, question, is_sure=False)
        case Opinion.SAME if not relation.evidence.mention:
            raised = replace(relation, evidence=replace(relation.evidence, alike=question))
        case _:
            pass
    return replace(near, relation=raised, label=label)


def _nearness(near: Neighbour) -> tuple[bool, float]:
    return isinstance(near.relation, Refines), near.overlap


def _is_known(near: Neighbour) -> bool:
    """Say whether a memory says it already, sentence by sentence: what is skipped is not written anywhere."""
    return isinstance(near.relation, Duplicate)


def _is_covered(near: Neighbour) -> bool:
    """Say whether the new text says what the memory says, so that it may stand in its place."""
    return near.relation.evidence.old_in_new >= COVERED_FROM


def _is_same(near: Neighbour) -> bool:
    return _is_known(near) and near.relation.evidence.old_in_new >= WHOLE_FROM


def _by_cut_offs(near: Neighbour, cut_offs: CutOffs) -> Decision:
    if near.is_elsewhere:
        return CreateMemory()
    evidence = near.relation.evidence
    if evidence.mention:
        # Two texts of which perhaps only one holds never become one: whoever reads it could not tell which.
        return CreateMemory()
    is_enough = len(evidence.shared) >= SHARED_AT_LEAST
    match near.relation:
        case Refines() if is_enough:
            if near.overlap > cut_offs.update_above and _is_covered(near):
                return Update(near.memory)
            if near.overlap >= cut_offs.extend_from:
                return Extend(near.memory)
            return _done(cut_offs.refining, near.memory)
        case Compatible() | Duplicate():
            # Both texts hold: neither may replace the other, however much they share; and what holds in
            # another environment or version is a memory of its own.
            joins = near.overlap >= cut_offs.extend_from and not evidence.apart
            joins = joins and not _is_remade(evidence)
            return Extend(near.memory) if joins and is_enough else CreateMemory()
        case Refines() | Unrelated() | Contradicts():
            return CreateMemory()


def _is_remade(evidence: Evidence) -> bool:
    """Say whether a text is made of a memory's own words, adds no value, and yet is not the same: it may correct it."""
    return evidence.new_in_old >= REMADE_FROM and not evidence.added


def _as_told(answer: Override, neighbours: Sequence[Neighbour]) -> Decision:
    target = _target(answer, neighbours)
    if answer.verb is Verb.SKIP:
        return Skip(SkipReason.CHOSEN, target)
    if answer.verb is Verb.CREATE or target is None:
        return CreateMemory(answer.applies_when)
    return _done(answer.verb, target)


def _target(answer: Override, neighbours: Sequence[Neighbour]) -> Memory | None:
    """Return the memory that an answer is about: as named, else what it contradicts, else the nearest."""
    named = [near.memory for near in neighbours if near.memory.id == answer.target]
    disputed = [near.memory for near in neighbours if isinstance(near.relation, Contradicts)]
    return next(iter((*named, *disputed, *(near.memory for near in neighbours))), None)


def _done(verb: Verb, memory: Memory) -> Decision:
    match verb:
        case Verb.EXTEND:
            return Extend(memory)
        case Verb.UPDATE:
            return Update(memory)
        case Verb.MERGE:
            return Merge(memory)
        case Verb.SUPERSEDE:
            return Supersede(memory)
        case Verb.CREATE | Verb.SKIP | Verb.VETO:
            return CreateMemory()

"""Candidates in, proposal out: what should happen to each of them, and why.

Nothing enters unexamined. Each candidate is compared with the memories nearest to it; the layout's
own cut-offs decide, a person's answer overrides them, and a contradiction waits for an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from commonplace.core import governance
from commonplace.core.changes import (
    NO_OCCASION,
    Change,
    Compared,
    KeptPair,
    Occasion,
    Proposal,
    is_linking,
    name_after,
)
from commonplace.core.classification import claims_nothing
from commonplace.core.excerpts import excerpt
from commonplace.core.governance import (
    NEIGHBOURS_AT_MOST,
    RAISING,
    Compatible,
    Decision,
    Duplicate,
    Label,
    Neighbour,
    Opinion,
    Override,
    Skip,
    SkipReason,
    Verb,
    decide,
    labelled,
    overlap,
)
from commonplace.core.hygiene import clean, neutral, shorten
from commonplace.core.letters import is_unspaced
from commonplace.core.memory import HEARD, Candidate, Memory, MemoryId, Status, Validity, own_words
from commonplace.core.memory_merge import told
from commonplace.core.ports import Judge
from commonplace.core.rejections import PAGE, Exact, Near, Rejection
from commonplace.core.search import LIVING, Query, SearchResult
from commonplace.core.tokens import content_tokens
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput
from commonplace.flows.change import with_new_names
from commonplace.flows.decision_changes import Case, changes_for, pairs_settled
from commonplace.flows.proposals import advanced, edits_between, propose
from commonplace.flows.refusals import (
    brought_in,
    met,
    page_without,
    refused_in,
    rejections_in,
)
from commonplace.flows.view import View
from commonplace.messages import say

QUERY_CHARACTERS = 4000
"""The beginning of a long text says what it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourSearch:
    """Who is asked about a candidate: what is near it, and how two texts relate."""

    find: Callable[[Query], SearchResult]
    judge: Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The neighbours of a candidate, the nearest first, and why there may be more than were found."""

    neighbours: tuple[Neighbour, ...]
    degraded: str = ""


def find_neighbours(
    candidate: Candidate, view: View, neighbour_search: NeighbourSearch, target: MemoryId = ""
) -> Neighbours:
    """Return the memories near `candidate`, each compared with it; `target` is always among them.

    An engine that cannot answer is replaced by a look at every memory's words: slower, and told.
    """
    text = told(candidate.title, candidate.body)[:QUERY_CHARACTERS]
    finding = neighbour_search.find(Query(text=text, most=NEIGHBOURS_AT_MOST, statuses=LIVING))
    near = view.living({hit.memory: hit.path for hit in finding.hits})
    if finding.degraded and not near:
        living = (m for m in view.reading.memories if m.status is not Status.TOMBSTONED)
        near = _by_words(candidate, tuple(living))
    if target:
        named = view.memory(target)
        near = [named, *(memory for memory in near if memory.id != named.id)]
    return Neighbours(
        neighbours=compared_with(near[:NEIGHBOURS_AT_MOST], candidate, neighbour_search.judge),
        degraded=finding.degraded,
    )


def compared_with(
    memories: Sequence[Memory], candidate: Candidate, judge: Judge
) -> tuple[Neighbour, ...]:
    """Return each memory with how `candidate` relates to it."""
    said = _claiming(candidate)
    found = []
    for memory in memories:
        relation = judge.compare(said, as_heard(memory))
        is_elsewhere = candidate.topic not in ("", memory.topic)
        if is_elsewhere and memory.topic and isinstance(relation, Duplicate):
            relation = _said_of_another_topic(relation, candidate, memory)
        found.append(Neighbour(memory, relation, overlap(candidate, memory), is_elsewhere))
    return tuple(found)


def _said_of_another_topic(relation: Duplicate, candidate: Candidate, memory: Memory) -> Compatible:
    """Return what the same words are under another topic: perhaps they speak of something else there."""
    question = say(
        "question.topics",
        _language(candidate),
        title=memory.title,
        one=memory.topic,
        other=candidate.topic,
    )
    return Compatible(replace(relation.evidence, alike=question))


def _language(candidate: Candidate) -> str:
    return "zh" if any(map(is_unspaced, candidate.body)) else "en"


def _claiming(candidate: Candidate) -> Candidate:
    """Return what a candidate says itself: who corrects a value quotes it, and does not say that it holds."""
    if not candidate.source.startswith(HEARD):
        return candidate
    return replace(candidate, body=own_words(candidate.body))


def as_heard(memory: Memory) -> Memory:
    """Return `memory` with the circumstances in which it holds as part of what it says."""
    when = memory.validity.applies_when
    if not when:
        return memory
    return replace(memory, title=f"{when}: {memory.title}", body=f"{when}: {memory.body}")


def _by_words(candidate: Candidate, living: Sequence[Memory]) -> list[Memory]:
    scored = [(overlap(candidate, memory), memory) for memory in living]
    best = sorted((each for each in scored if each[0]), key=lambda each: (-each[0], each[1].id))
    return [memory for _, memory in best]


REASON_CHARACTERS = 200
"""Of an agent's reason: it is shown beside a question."""
TEXT_CHARACTERS = 600
"""Of a memory that a text was compared with: `show` has the whole."""
ASKED_FOR = ("kind", "topic", "tags")
"""Fields that say where a memory belongs: where they have no place, a caller meant another book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person said about one candidate in advance."""

    override: Override | None = None
    dropped: tuple[str, ...] = ()
    """Claims that may be lost, each by name."""
    again: bool = False
    """Whether what was refused before may enter again."""
    labels: tuple[Label, ...] = ()
    """What the agent that brought it says about the memories near it."""
    is_linked: bool = True
    """Whether a memory of its own and those it is related with name each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Governed:
    """One candidate with what was decided about it, and the changes this means."""

    case: Case
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Governance:
    """What becomes of all candidates: one proposal, and the story of each."""

    proposal: Proposal
    items: tuple[Governed, ...]
    degraded: str = ""
    """Why the engine could not be asked; the comparison then went by words alone."""

    @property
    def is_open(self) -> bool:
        """Whether a person has to look at it before it is written, whatever was agreed in advance."""
        return self.nearly_refused is not None or self.doubtful is not None

    @property
    def nearly_refused(self) -> Rejection | None:
        """The first refused claim that a candidate comes near to: a person has to look at it."""
        found = (item.case.refused for item in self.items)
        return next((each.rejection for each in found if isinstance(each, Near)), None)

    @property
    def doubtful(self) -> governance.CreateMemory | None:
        """The first candidate that likely contradicts a memory: a person has to look at both."""
        decisions = (item.case.decision for item in self.items)
        return next(
            (d for d in decisions if isinstance(d, governance.CreateMemory) and d.question), None
        )


def govern(
    candidates: Sequence[Candidate],
    view: View,
    neighbour_search: NeighbourSearch,
    answers: Sequence[Answer] = (),
    *,
    action: str = "remember",
    occasion: Occasion = NO_OCCASION,
) -> Governance:
    """Return what should become of `candidates`, of one origin; nothing has been written.

    Each is put before the book as it will be after those before it, so that two which join one memory
    both stand in it.
    """
    items: list[Governed] = []
    settled: list[KeptPair] = []
    compared: list[Compared] = []
    troubles: list[str] = []
    ahead = view
    for number, candidate in enumerate(candidates):
        answer = answers[number] if number < len(answers) else Answer()
        item, trouble = _governed(candidate, answer, ahead, neighbour_search, _names(items))
        items.append(item)
        troubles.append(trouble)
        ahead = advanced(ahead, item.changes)
        is_told = answer.override is not None
        settled += pairs_settled(item.case, item.changes, ahead, is_told=is_told)
        compared += _evidence(item, is_told=is_told)
    changes = [change for item in items for change in item.changes]
    proposal = propose(
        _action(items, action),
        changes,
        view,
        edits=edits_between(view.files, ahead.files),
        origin=candidates[0].origin,
        candidates=tuple(candidates),
        beside=page_without(_lifted(items, view), view.files, view.today),
        compared=tuple(compared),
        occasion=occasion,
        kept_pairs=tuple(settled),
    )
    return Governance(
        proposal=with_new_names(proposal, view),
        items=tuple(items),
        degraded=next(filter(None, troubles), ""),
    )


def _governed(
    candidate: Candidate,
    answer: Answer,
    view: View,
    neighbour_search: NeighbourSearch,
    written: frozenset[MemoryId],
) -> tuple[Governed, str]:
    for name in ASKED_FOR:
        # A silent loss would be worse than a refusal.
        if getattr(candidate, name) and name not in view.layout.holds:
            raise BadInput("field-not-held", field=name, layout=view.layout.name)
    refused = _refused(candidate, answer.override, view)
    if isinstance(refused, Exact) and not answer.again:
        return _skipped(candidate, SkipReason.REJECTED, refused), ""
    if answer.override is None and claims_nothing(told(candidate.title, candidate.body)):
        return _skipped(candidate, SkipReason.SAYS_NOTHING, refused), ""
    chosen = _resolved(answer.override, view)
    around = find_neighbours(candidate, view, neighbour_search, chosen.target if chosen else "")
    near = with_labels(around.neighbours, answer.labels, candidate)
    if chosen and chosen.verb not in (Verb.CREATE, Verb.SKIP) and not near:
        raise BadInput("nothing-near", verb=chosen.verb)
    proposed = decide(near, view.layout.traits.cut_offs, chosen)
    case = Case(
        candidate=candidate,
        decision=_beside(proposed, written),
        neighbours=near,
        dropped=answer.dropped,
        is_linked=answer.is_linked,
        refused=None if isinstance(refused, Near) and answer.again else refused,
    )
    return Governed(case=case, changes=changes_for(case, view, view.files)), around.degraded


def _skipped(candidate: Candidate, reason: SkipReason, refused: Exact | Near | None) -> Governed:
    """Return a candidate of which nothing is written, whatever stands near it."""
    case = Case(candidate=candidate, decision=Skip(reason), neighbours=(), refused=refused)
    return Governed(case=case, changes=())


def with_labels(
    neighbours: Sequence[Neighbour], labels: Sequence[Label], candidate: Candidate
) -> tuple[Neighbour, ...]:
    """Return each neighbour with the first label that is about it; a label about anything else says nothing."""
    return tuple(_labelled(near, labels, candidate) for near in neighbours)


def labels_of(proposal: Proposal) -> tuple[Label, ...]:
    """Return what an agent said about the texts of `proposal`: whoever makes it again hears it again."""
    return tuple(
        Label(
            memory=each.memory,
            opinion=Opinion(each.label),
            reason=each.reason,
            agent=each.labelled_by,
        )
        for each in proposal.compared
        if each.label
    )


def _labelled(near: Neighbour, labels: Sequence[Label], candidate: Candidate) -> Neighbour:
    label = next((each for each in labels if each.memory == near.memory.id), None)
    if label is None:
        return near
    reason = shorten(" ".join(clean(label.reason).split()), REASON_CHARACTERS)
    question = ""
    if label.opinion in RAISING:
        language = _language(candidate)
        told = {"title": near.memory.title, "reason": reason or "-"}
        question = say(f"question.labelled-{label.opinion}", language, **told)
    return labelled(near, replace(label, reason=reason), question)


def _names(items: Sequence[Governed]) -> frozenset[MemoryId]:
    """Return the memories to which an earlier candidate has brought something."""
    changes = (change for item in items for change in item.changes)
    return frozenset(name_after(change) for change in changes if not is_linking(change))


def _beside(decision: Decision, written: frozenset[MemoryId]) -> Decision:
    """Return the decision that replaces nothing another candidate has just brought."""
    if isinstance(decision, governance.Update) and decision.memory.id in written:
        return governance.Extend(decision.memory)
    return decision


def _refused(candidate: Candidate, answer: Override | None, view: View) -> Exact | Near | None:
    """Return the rejection that a candidate meets, with the circumstance in which it shall hold."""
    said = Memory(
        id="",
        title=candidate.title,
        body=candidate.body,
        topic=candidate.topic,
        summary=candidate.summary,
        when_to_load=candidate.when_to_load,
        source=candidate.source,
        validity=Validity(applies_when=answer.applies_when if answer else ""),
    )
    return met(said, rejections_in(view.files.get(PAGE)), view.today)


def _lifted(items: Sequence[Governed], view: View) -> list[Rejection]:
    """Return the rejections that do not hold any more when the texts are let in: that is a person's word.

    What holds a refused claim among others would be held back as soon as it is written.
    """
    met_again = [item for item in items if item.changes and item.case.refused]
    found = [item.case.refused for item in met_again]
    exact = [each.rejection for each in found if isinstance(each, Exact)]
    brought = [memory for item in met_again for memory in brought_in(item.changes)]
    said = refused_in(brought, view.files.get(PAGE), view.today).values()
    return list(dict.fromkeys((*exact, *said)))


def _resolved(told: Override | None, view: View) -> Override | None:
    """Return the answer with the whole name of the memory it is about; nothing joins one that is buried."""
    if told is None or not told.target:
        return told
    memory = view.memory(told.target)
    if memory.status is Status.TOMBSTONED:
        raise BadInput("already-forgotten", id=memory.id)
    return replace(told, target=memory.id)


def _action(items: Sequence[Governed], asked: str) -> str:
    """Return the verb for the log: what was done with a single text says more than that it was told."""
    if len(items) != 1:
        return asked
    match items[0].case.decision:
        case governance.Extend():
            return Verb.EXTEND.value
        case governance.Update():
            return Verb.UPDATE.value
        case governance.Merge():
            return Verb.MERGE.value
        case governance.Supersede():
            return Verb.SUPERSEDE.value
        case _:
            return asked


def _evidence(item: Governed, *, is_told: bool) -> tuple[Compared, ...]:
    """Return what a text was compared with; nothing is mentioned where somebody has decided or is asked."""
    is_asked = (
        isinstance(item.case.decision, governance.CreateMemory) and item.case.decision.question
    )
    is_open = bool(item.changes) and not (is_told or is_asked)
    return evidence_of(item.case.neighbours, item.case.candidate, is_open=is_open)


def evidence_of(
    neighbours: Sequence[Neighbour], candidate: Candidate, *, is_open: bool
) -> tuple[Compared, ...]:
    """Return what a text was compared with; the nearest doubt is mentioned where all is open (`is_open`)."""
    spoken_of = dict.fromkeys(content_tokens(told(candidate.title, candidate.body)), 1.0)
    doubted = next(
        (each for each in neighbours if is_open and each.relation.evidence.mention), None
    )
    return tuple(_compared(each, spoken_of, is_doubted=each is doubted) for each in neighbours)


def _compared(near: Neighbour, spoken_of: Mapping[str, float], *, is_doubted: bool) -> Compared:
    """Return what is shown of a neighbour; of a longer one the part that speaks of what the text speaks of."""
    evidence, memory = near.relation.evidence, near.memory
    is_approved = memory.status is Status.ACTIVE
    said = memory.body or memory.title
    if len(said) > TEXT_CHARACTERS:
        said = excerpt(said, spoken_of, TEXT_CHARACTERS)
    return Compared(
        memory=memory.id,
        relation=type(near.relation).__name__.lower(),
        overlap=round(near.overlap, 2),
        shared=evidence.shared,
        differing=tuple(f"{each.old} / {each.new}" for each in evidence.differing),
        doubt=evidence.mention if is_doubted else "",
        label=near.label.opinion.value if near.label else "",
        reason=near.label.reason if near.label else "",
        labelled_by=near.label.agent if near.label else "",
        text=shorten(neutral(said), TEXT_CHARACTERS) if is_approved else "",
        question=getattr(near.relation, "question", "") or evidence.mention,
    )

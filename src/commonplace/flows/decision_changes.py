"""A decision in, the changes that carry it out, none of which loses a claim unnamed, and what is settled by it."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core import governance
from commonplace.core.changes import Bury, Change, Create, Edit, Files, KeptPair, lowest
from commonplace.core.classification import kind_of_claim, topic_among
from commonplace.core.decided_pairs import pair_of
from commonplace.core.governance import (
    Compatible,
    Contradicts,
    Decision,
    Neighbour,
    Refines,
    Unrelated,
)
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Candidate, Memory, Tombstone
from commonplace.core.memory_merge import extended, is_fuller, narrowed, succeeding, united, updated
from commonplace.core.rejections import Exact, Near
from commonplace.core.superset import missing, unnamed
from commonplace.core.titles import is_han
from commonplace.core.tokens import fold
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput
from commonplace.flows.capture import line
from commonplace.flows.view import View

LINKS_AT_MOST = 3
CUE_WORDS = 3
"""So many words name a situation; more would name none in particular."""
MERGED = "merged_into:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A candidate, what was decided about it and beside which memories."""

    candidate: Candidate
    decision: Decision
    neighbours: tuple[Neighbour, ...]
    dropped: tuple[str, ...] = ()
    """Claims that may be lost: a person named them."""
    is_linked: bool = True
    """Whether a memory of its own is linked with what it is related with."""
    refused: Exact | Near | None = None
    """What was refused before and is said again here, or nearly."""


def changes_for(case: Case, view: View, files: Files) -> tuple[Change, ...]:
    """Return what must happen so that the decision is done; `files` may be ahead of the view.

    Raises `BadInput` when a claim would find no place and nobody named it.
    """
    draft = view.layout.draft(_filed(case, view), files, view.today)
    # Its own name is for a memory of its own; one that joins another has the title as it was given.
    joining = replace(draft, title=" ".join(case.candidate.title.split()))
    match case.decision:
        case governance.CreateMemory(applies_when):
            related = case.neighbours if case.is_linked else ()
            return _created(draft, applies_when, related, view)
        case governance.Extend(memory):
            after = extended(memory, joining, view.layout.traits.extension, view.today)
            changes: tuple[Change, ...] = (Edit(memory, after),)
        case governance.Update(memory):
            changes = (Edit(memory, _held(updated(memory, joining, view.today), view)),)
        case governance.Merge(memory):
            if is_fuller(draft, memory):
                kept = {**draft.extra, **memory.extra, **case.candidate.extra}
                heir = replace(draft, status=lowest((draft, memory)), extra=kept)
                changes = _succeeded(heir, memory, MERGED + draft.id, view)
            else:
                after = extended(memory, joining, view.layout.traits.extension, view.today)
                changes = (Edit(memory, after),)
        case governance.Supersede(memory):
            changes = _succeeded(draft, memory, "superseded", view)
        case governance.Veto() | governance.Skip():
            return ()
    _check_kept(changes[0], case)
    return changes


def pairs_settled(
    case: Case, changes: Sequence[Change], ahead: View, *, is_told: bool
) -> tuple[KeptPair, ...]:
    """Return the pairs that are decided once a new memory is let in; `ahead` is the book with it.

    Who says that a text be kept (`is_told`) keeps it beside all that it is related with; who lets in what
    likely contradicts a memory keeps it beside that one.
    """
    made = next((each.memory for each in changes if isinstance(each, Create)), None)
    if made is None or not isinstance(case.decision, governance.CreateMemory):
        return ()
    disputed = case.decision.disputed
    beside = [
        near.memory
        for near in case.neighbours
        if (is_told and not isinstance(near.relation, Unrelated)) or near.memory == disputed
    ]
    return tuple(pair_of(ahead.memory(made.id), memory) for memory in beside)


def _filed(case: Case, view: View) -> Candidate:
    """Return the candidate under the topic and kind of the memory it joins, unless it has its own.

    A memory of its own gets the kind and the topic that are clear from its text and its neighbours.
    """
    memory: Memory | None = getattr(case.decision, "memory", None)
    if memory is None:
        return replace(
            case.candidate,
            topic=case.candidate.topic or case.candidate.guessed_topic or _topic_among(case, view),
            kind=case.candidate.kind or _kind_guessed(case.candidate, view),
            when_to_load=case.candidate.when_to_load or _cues(case.candidate, view),
        )
    return replace(
        case.candidate,
        topic=case.candidate.topic or memory.topic,
        kind=case.candidate.kind or memory.kind,
    )


def _cues(candidate: Candidate, view: View) -> tuple[str, ...]:
    """Return in which situations a note should be loaded, by the words somebody would look for."""
    words = _phrases(candidate)[:CUE_WORDS] if view.layout.traits.asks_for_cues else []
    if not words:
        return ()
    if any(map(is_han, candidate.title)):
        return (f"涉及{'、'.join(words)}时",)
    *others, last = words
    return (f"When the work is about {', '.join(others)}{' or ' if others else ''}{last}",)


def _phrases(candidate: Candidate) -> list[str]:
    """Return the keywords of a candidate, those as one that stand side by side in its title."""
    found: list[str] = []
    said = f" {fold(candidate.title)} "
    for word in candidate.keywords:
        joined = f"{found[-1]} {word}" if found else word
        if found and f" {fold(joined)} " in said:
            found[-1] = joined
        elif not any(fold(word) in fold(other) for other in found):
            found.append(word)
    return found


def _kind_guessed(candidate: Candidate, view: View) -> str:
    names = view.layout.traits.claim_kinds
    kind = kind_of_claim(candidate.body or candidate.title) if names else None
    return names.get(kind, "") if kind else ""


def _topic_among(case: Case, view: View) -> str:
    """Return the topic of the book's own that a new memory clearly belongs to; empty where none is clear."""
    if not view.layout.traits.topics_are_paths:
        return ""
    near = [each.memory.topic for each in case.neighbours]
    said = f"{case.candidate.title}\n{case.candidate.summary}"
    return topic_among(said, view.topics, near)


def _created(
    draft: Memory, applies_when: str, neighbours: Sequence[Neighbour], view: View
) -> tuple[Change, ...]:
    """Return a new memory and its links to what it is related with, in both directions."""
    holds = view.layout.holds
    if applies_when:
        draft = narrowed(draft, line(applies_when), holds_validity="validity" in holds)
    if "links" not in holds:
        return (Create(draft),)
    related = [near.memory for near in neighbours if _is_related(near)][:LINKS_AT_MOST]
    linked = replace(draft, links=united(draft.links, (memory.id for memory in related)))
    back = (replace(memory, links=united(memory.links, (draft.id,))) for memory in related)
    return Create(linked), *(Edit(old, new) for old, new in zip(related, back, strict=True))


def _is_related(near: Neighbour) -> bool:
    match near.relation:
        case Contradicts() | Refines():
            return True
        case Compatible(evidence):
            return near.overlap > 0 or bool(evidence.agreeing)
        case _:
            return False


def _succeeded(draft: Memory, old: Memory, reason: str, view: View) -> tuple[Change, ...]:
    """Return a new memory in the place of `old`: buried, and every link to it leads to the new one."""
    tombstone = Tombstone(at=view.today, reason=reason, superseded_by=draft.id)
    linking = [m for m in view.reading.memories if old.id in m.links and m.id != old.id]
    relinked = (
        Edit(each, replace(each, links=_with_heir(each.links, old.id, draft.id)))
        for each in linking
        if each.tombstone is None
    )
    return Create(_held(succeeding(draft, old), view)), *relinked, Bury(old, tombstone)


def _with_heir(links: Sequence[str], old: str, new: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(new if link == old else link for link in links))


def _held(memory: Memory, view: View) -> Memory:
    """Return `memory` without the history and links that its layout has no place for."""
    holds = view.layout.holds
    return replace(
        memory,
        history=memory.history if "history" in holds else "",
        links=memory.links if "links" in holds else (),
    )


def _check_kept(change: Change, case: Case) -> None:
    """Refuse a change whose result says less than its sources, unless what it drops was named."""
    result = change.after if isinstance(change, Edit) else change.memory
    memory = getattr(case.decision, "memory", None)
    sources = (case.candidate,) if memory is None else (_with_terms(memory), case.candidate)
    lost = unnamed(missing(sources, result), (*case.dropped, *_settled(case)))
    if lost:
        raise BadInput("would-drop", claims=", ".join(lost), id=result.id, first=lost[0])


def _with_terms(memory: Memory) -> Memory:
    """Return `memory` with words to find it by, where its layout keeps none."""
    return memory if memory.keywords else replace(memory, keywords=key_terms(memory.body))


def _settled(case: Case) -> set[str]:
    """Return the values that a person replaced by answering the question about them."""
    if not isinstance(case.decision, governance.Supersede):
        return set()
    relations = [near.relation for near in case.neighbours if near.memory == case.decision.memory]
    return {
        fold(each.old)
        for relation in relations
        if isinstance(relation, Contradicts)
        for each in relation.evidence.differing
    }

"""Pieces in, one proposal out: what is new is governed, what is known is named and left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from commonplace.core.changes import NO_OCCASION, Change, Occasion, name_after
from commonplace.core.governance import Skip, SkipReason, Verb, Veto, verb_of
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.flows.govern import Answer, Counsel, Governance, Governed, govern
from commonplace.flows.lessons import Excerpt
from commonplace.flows.view import View

ACTION = "learn"
REPEATED = "repeated"
NO_ANSWERS: Mapping[str, Answer] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What becomes of one excerpt."""

    excerpt: Excerpt
    verb: Verb
    memory: MemoryId = ""
    """The memory that it becomes, joins, is already in or contradicts."""
    path: str = ""
    """The file in which that memory stands, or will stand."""
    reason: str = ""
    """Why it is skipped."""
    question: str = ""
    """What must be answered before it can be learnt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The outcome of a lesson; nothing has been written."""

    operations: tuple[Operation, ...]
    governance: Governance | None
    """None when every excerpt is known already."""

    @property
    def affected(self) -> tuple[MemoryId, ...]:
        """The memories that the proposal makes or changes, each once."""
        left_alone = (Verb.SKIP, Verb.VETO)
        written = (each.memory for each in self.operations if each.verb not in left_alone)
        return tuple(dict.fromkeys(written))


def learn(
    excerpts: Sequence[Excerpt],
    view: View,
    counsel: Counsel,
    answers: Mapping[str, Answer] = NO_ANSWERS,
    occasion: Occasion = NO_OCCASION,
) -> Learned:
    """Return what should become of `excerpts`; `answers` are a person's, by the id of the excerpt.

    What stands word for word in a memory is known whatever else is near: learning a folder again
    must propose nothing, even where two of its files contradict each other.
    """
    library = _Library(view)
    known: dict[str, Operation] = {}
    first: dict[str, Excerpt] = {}
    fresh: list[Excerpt] = []
    for excerpt in excerpts:
        said = _said(excerpt.candidate.body)
        if memory := library.holder(said):
            known[excerpt.id] = _known(excerpt, memory, view)
        elif said in first:
            known[excerpt.id] = Operation(excerpt=excerpt, verb=Verb.SKIP, reason=REPEATED)
        else:
            first[said] = excerpt
            fresh.append(excerpt)
    if not fresh:
        return Learned(operations=tuple(known.values()), governance=None)
    told = [answers.get(excerpt.id, Answer()) for excerpt in fresh]
    candidates = [excerpt.candidate for excerpt in fresh]
    action = occasion.action or ACTION
    outcome = govern(candidates, view, counsel, told, action=action, occasion=occasion)
    new = {each.excerpt.id: each for each in _operations(fresh, outcome, view)}
    merged = {**known, **new}
    return Learned(operations=tuple(merged[excerpt.id] for excerpt in excerpts), governance=outcome)


def known_in(excerpts: Sequence[Excerpt], view: View) -> frozenset[str]:
    """Return the ids of the excerpts that stand word for word in a living memory."""
    library = _Library(view)
    return frozenset(each.id for each in excerpts if library.holder(_said(each.candidate.body)))


class _Library:
    """What every living memory says and said, found by any of its lines."""

    def __init__(self, view: View) -> None:
        self._texts: list[tuple[Memory, str]] = []
        self._with: dict[str, list[int]] = {}
        for memory in view.reading.memories:
            if memory.status is not Status.TOMBSTONED:
                text = _said(f"{memory.body}\n{memory.history}")
                for line in set(text.split("\n")):
                    self._with.setdefault(line, []).append(len(self._texts))
                self._texts.append((memory, text))

    def holder(self, said: str) -> Memory | None:
        """Return the memory in which the lines of `said` stand one after another."""
        first = said[1:].partition("\n")[0]
        held = (self._texts[at] for at in self._with.get(first, ()))
        return next((memory for memory, text in held if said in text), None)


def _said(text: str) -> str:
    """Return the lines of `text` levelled, each whole: a line is never found inside another.

    A line and the same line as a point are one: mem-skill writes every text as points.
    """
    lines = (" ".join(line.lower().split()).removeprefix("- ") for line in text.splitlines())
    return "\n" + "\n".join(filter(None, lines)) + "\n"


def _known(excerpt: Excerpt, memory: Memory, view: View) -> Operation:
    return Operation(
        excerpt=excerpt,
        verb=Verb.SKIP,
        memory=memory.id,
        path=view.path(memory.id),
        reason=SkipReason.ALREADY_KNOWN.value,
    )


def _operations(excerpts: Sequence[Excerpt], outcome: Governance, view: View) -> list[Operation]:
    places = _places(outcome, view)
    changes = iter(outcome.proposal.changes)
    found: list[Operation] = []
    for excerpt, item in zip(excerpts, outcome.items, strict=True):
        own = [next(changes) for _ in item.changes]
        found.append(_operation(excerpt, item, own, places))
    return found


def _places(outcome: Governance, view: View) -> dict[MemoryId, str]:
    """Return where every memory will stand once the proposal is carried out."""
    files = dict(view.files)
    for edit in outcome.proposal.edits:
        if edit.after is not None:
            files[edit.path] = edit.after
    return {name: place.path for name, place in view.layout.parse(files).places.items()}


def _operation(
    excerpt: Excerpt, item: Governed, own: Sequence[Change], places: dict[MemoryId, str]
) -> Operation:
    decision = item.case.decision
    memory: Memory | None = getattr(decision, "memory", None)
    name = name_after(own[0]) if own else memory.id if memory else ""
    return Operation(
        excerpt=excerpt,
        verb=verb_of(decision),
        memory=name,
        path=places.get(name, ""),
        reason=decision.reason.value if isinstance(decision, Skip) else "",
        question=decision.question if isinstance(decision, Veto) else "",
    )

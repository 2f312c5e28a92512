"""What a run of upkeep comes to: one proposal with its line for the log, and what to tell people.

A book in, the score of each memory out; what a layout does not say is found elsewhere, and told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, date
from typing import Protocol

from commonplace.core.changes import Bury, Change, Edit, FileEdit, Files, Proposal, edit_of
from commonplace.core.decided_pairs import IdPair
from commonplace.core.health import Health, Score, health_of, scores
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Memory, MemoryId, Status, Usage
from commonplace.core.metrics import Affected, Operation, logged, memory_health, operation_as_json
from commonplace.core.ports import Judge, Layout, Store
from commonplace.core.values import dataclass, field, replace
from commonplace.errors import CommonplaceError
from commonplace.flows.change import with_new_names
from commonplace.flows.decisions import decided_pairs
from commonplace.flows.evaluate import Ask, Probe, probes_of
from commonplace.flows.proposals import advanced, edits_between, propose
from commonplace.flows.view import View

GIT, FILE = "git", "file"
ALWAYS_LOADED = frozenset({"soul", "user", "agent"})
"""The kinds of a profile that stand in every session: nobody retrieves them, and nobody does without."""


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """The day from which a memory is known to be there, and who says so."""

    day: date
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known about the memories of a book beside what they say themselves."""

    tokens: Mapping[MemoryId, int]
    usage: Mapping[MemoryId, Usage] = field(default_factory=dict)
    """How often each was retrieved: in the book, in its index, and on this machine since."""
    first_seen: Mapping[MemoryId, FirstSeen] = field(default_factory=dict)
    """For memories that do not say when they were made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """For how many memories something was taken from elsewhere, because the layout does not say it."""

    created_by_git: int = 0
    created_by_file: int = 0
    keywords: int = 0
    usage: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Every memory of a book as upkeep weighs it, and the book as a whole."""

    memories: tuple[Memory, ...]
    """With substituted days, keywords and counters: for weighing, never for writing."""
    tokens: Mapping[MemoryId, int]
    scores: Mapping[MemoryId, Score]
    """Of those that are not tombstoned."""
    health: Health
    substituted: Substituted
    today: date
    decided: frozenset[IdPair] = frozenset()
    """The pairs that somebody decided to keep beside each other."""

    @property
    def active(self) -> tuple[Memory, ...]:
        """The memories that are not tombstoned."""
        return tuple(each for each in self.memories if each.status is not Status.TOMBSTONED)

    @property
    def buried(self) -> tuple[Memory, ...]:
        """The memories that are tombstoned, the oldest burial first."""
        found = [each for each in self.memories if each.status is Status.TOMBSTONED]
        return tuple(sorted(found, key=_burial))


def _burial(memory: Memory) -> tuple[date, MemoryId]:
    return memory.tombstone.at if memory.tombstone else date.max, memory.id


def survey(view: View, known: Known) -> Survey:
    """Return how healthy the book of `view` is."""
    memories = tuple(_weighed(memory, known, view) for memory in view.reading.memories)
    active = [each for each in memories if each.status is not Status.TOMBSTONED]
    found = scores(active, known.tokens, view.today)
    return Survey(
        memories=memories,
        tokens=known.tokens,
        scores={each.memory: each for each in found},
        health=health_of(memories, known.tokens, found),
        substituted=_substituted(view, known),
        today=view.today,
        decided=frozenset(decided_pairs(view)),
    )


def _weighed(memory: Memory, known: Known, view: View) -> Memory:
    is_loaded = view.layout.traits.reads_whole and memory.kind in ALWAYS_LOADED
    usage = known.usage.get(memory.id, memory.usage)
    seen = known.first_seen.get(memory.id)
    return replace(
        memory,
        created=memory.created or (seen.day if seen else None),
        keywords=memory.keywords or key_terms(f"{memory.title}\n{memory.body}"),
        usage=Usage(count=max(1, usage.count), last=view.today) if is_loaded else usage,
    )


def _substituted(view: View, known: Known) -> Substituted:
    active = [each for each in view.reading.memories if each.status is not Status.TOMBSTONED]
    undated = [known.first_seen.get(each.id) for each in active if each.created is None]
    by = [seen.by for seen in undated if seen]
    has_counters = "usage" in view.layout.holds
    return Substituted(
        created_by_git=by.count(GIT),
        created_by_file=by.count(FILE),
        keywords=sum(not each.keywords for each in active),
        usage=0 if has_counters else len(active),
    )


class Scratch(Protocol):
    """A copy of a book with an index of its own, gone afterwards."""

    def ask(self, prompt: str) -> frozenset[MemoryId]:
        """Return the memories that would be handed over for `prompt`."""

    def advance(self, edits: Sequence[FileEdit]) -> None:
        """Carry out `edits` and take them into the index."""


OpenScratch = Callable[[Files], AbstractContextManager[Scratch]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What a rewrite is tried with: a scratch copy, and the prompts that memories answered."""

    scratch: OpenScratch
    prompts: Mapping[MemoryId, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Heir:
    """A memory that will be rewritten or buried, and the one that must be found in its place."""

    source: Memory
    successor: MemoryId


def handed(ask: Ask) -> Callable[[str], frozenset[MemoryId]]:
    """Return a way to ask for the names alone."""
    return lambda prompt: frozenset(each.hit.memory for each in ask(prompt).hits)


def lost_questions(
    heirs: Sequence[Heir], files: Files, edits: Sequence[FileEdit], proof: Proof
) -> tuple[Probe, ...]:
    """Return the questions that bring a source now and would not bring its successor.

    Questions that do not bring their memory even now prove nothing either way.
    """
    questions = [
        (probe, heir.successor)
        for heir in heirs
        for probe in probes_of(heir.source, proof.prompts.get(heir.source.id, ()))
    ]
    with proof.scratch(files) as book:
        found = [pair for pair in questions if pair[0].memory in book.ask(pair[0].text)]
        book.advance(edits)
        return tuple(probe for probe, heir in found if heir not in book.ask(probe.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """A book under upkeep: as it stands, as it was weighed, and how a change to it is tried."""

    view: View
    found: Survey
    weigh: Callable[[View], Known]
    proof: Proof
    judge: Judge
    counted: Mapping[MemoryId, int] = field(default_factory=dict)
    """How often this machine has retrieved each memory, for the mark of what was folded in."""

    @property
    def usage(self) -> Mapping[MemoryId, Usage]:
        """Every retrieval that is known of, by memory."""
        return {memory.id: memory.usage for memory in self.found.memories}


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is to be done, before it is a proposal."""

    kind: str
    """The type of the operation in the log."""
    changes: Sequence[Change]
    affected: Sequence[Affected]
    notes: str
    mode: str = ""
    """What was asked for, where the log has another word for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepOutcome:
    """A proposal, if there is anything to propose, and what people should read about it."""

    proposal: Proposal | None
    told: tuple[str, ...] = ()
    """Lines in the seed's words: warnings, replacements, violations."""
    left: tuple[MemoryId, ...] = ()
    """What was chosen and is not done, because a proof failed; `told` says why."""


def proposed(work: Work, care: Care) -> Proposal:
    """Return the proposal for `work`, with the health before and after for the log."""
    view = care.view
    ahead = advanced(view, work.changes)
    known = care.weigh(ahead)
    # Of a note that is buried the log counts what it said: the mark of its grave is not more to read.
    buried = (each.memory.id for each in work.changes if isinstance(each, Bury))
    tokens = {name: care.found.tokens[name] for name in buried if name in care.found.tokens}
    after = survey(ahead, replace(known, tokens={**known.tokens, **tokens}))
    operation = Operation(
        kind=work.kind,
        at=view.now.astimezone(UTC),
        before=care.found.health,
        after=after.health,
        affected=work.affected,
        notes=work.notes,
    )
    proposal = propose(
        f"distill-{work.mode or work.kind}",
        work.changes,
        view,
        edits=edits_between(view.files, ahead.files),
    )
    entry = entry_of(operation, is_report=False) | {"folded": _folded(work.changes, care.counted)}
    text = json.dumps(entry, ensure_ascii=False)
    return with_new_names(replace(proposal, upkeep=text), view)


def health_left_by(outcome: UpkeepOutcome) -> Mapping[str, object]:
    """Return the health that the book will have when the proposal is written."""
    if outcome.proposal is None:
        return {}
    health: Mapping[str, object] = json.loads(outcome.proposal.upkeep)["memory_health"]
    return health


def entry_of(operation: Operation, *, is_report: bool) -> dict[str, object]:
    """Return what is kept of an operation: its line in the log, and the health it leaves."""
    at = operation.at.isoformat()
    return {
        "operation": operation_as_json(operation),
        "memory_health": memory_health(operation.after, {}, at, is_report=is_report),
    }


def _folded(changes: Sequence[Change], counted: Mapping[MemoryId, int]) -> dict[str, list[int]]:
    """Return this machine's count and the book's new one for each memory whose counter moves."""
    return {
        change.before.id: [counted[change.before.id], change.after.usage.count]
        for change in changes
        if isinstance(change, Edit)
        and change.before.usage != change.after.usage
        and change.before.id in counted
    }


def log_upkeep(entry: str, layout: Layout, store: Store) -> CommonplaceError | None:
    """Append what upkeep did to its log and return what kept it from that; only inside `locked`.

    Outside the receipt, as an index is: an undo takes back the changes, not that they were made.
    """
    if not entry:
        return None
    path = layout.traits.log_path
    try:
        content = store.read_one(path)
        after = logged(content, json.loads(entry)["operation"])
        store.refresh([edit_of({} if content is None else {path: content}, path, after)])
    except CommonplaceError as trouble:  # The memories are written: nothing may say otherwise now.
        return trouble
    return None

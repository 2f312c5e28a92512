"""What a run of upkeep comes to: one proposal with its line for the log, and what to tell people."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import UTC
from typing import Protocol

from commonplace.core.changes import Bury, Change, Edit, FileEdit, Files, Proposal, edit_of
from commonplace.core.distill_log import (
    Affected,
    Operation,
    logged,
    memory_health,
    operation_as_json,
)
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.ports import Judge, Layout, Store
from commonplace.errors import CommonplaceError
from commonplace.flows.change import with_new_names
from commonplace.flows.evaluate import Ask, Probe, probes_of
from commonplace.flows.proposing import advanced, edits_between, propose
from commonplace.flows.upkeep.survey import Known, Survey, survey
from commonplace.flows.view import View


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
class Outcome:
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


def health_left_by(outcome: Outcome) -> Mapping[str, object]:
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

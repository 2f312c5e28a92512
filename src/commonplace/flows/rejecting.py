"""A claim in, the proposal to refuse it or to let it in again out."""

from __future__ import annotations

from dataclasses import replace

from commonplace.core.changes import Bury, Change, Create, Edit, Proposal
from commonplace.core.memory import Candidate, Memory, Status, Tombstone
from commonplace.core.rejections import PAGE, Exact, Rejection, recognise
from commonplace.errors import BadInput
from commonplace.flows.proposing import propose
from commonplace.flows.refusals import (
    is_refused,
    page_with,
    page_without,
    refusals_of,
    rejections_in,
)
from commonplace.flows.view import View

REMEMBERING = ("remember", "extend", "update", "merge", "supersede")
"""What is done with a text that somebody wants to be known."""


def standing_rejections(view: View) -> tuple[Rejection, ...]:
    """Return what is refused today, somewhere in the book, in the order of the page."""
    found = rejections_in(view.files.get(PAGE))
    return tuple(each for each in found if each.holds(_scope(each), view.today))


def reject(rejection: Rejection, view: View) -> Proposal:
    """Propose to keep `rejection`; a memory that says exactly this is buried with it."""
    if is_refused(rejection.claim, view.files, view.today):
        raise BadInput("already-rejected", id=rejection.id)
    tombstone = Tombstone(at=view.today, reason=rejection.reason or "rejected")
    burials = [
        Bury(memory, tombstone)
        for memory in view.reading.memories
        if memory.status is not Status.TOMBSTONED
        and isinstance(recognise(memory.body, [rejection], memory.topic, view.today), Exact)
    ]
    return propose("reject", burials, view, beside=page_with([rejection], view.files))


def refuse(proposal: Proposal, reason: str, who: str, view: View) -> Proposal | None:
    """Propose to refuse what a declined `proposal` would have brought in; None when that is nothing.

    Only texts that were to be known, whichever way they came: who declines a deletion or a change of
    words refuses no claim.
    """
    if not proposal.candidates and proposal.action not in REMEMBERING:
        return None
    said = [_as_memory(each) for each in proposal.candidates]
    said = said or [memory for memory in map(_offered, proposal.changes) if memory is not None]
    refused = refusals_of(said, view.files, view.today, reason=reason, who=who)
    return propose("reject", (), view, beside=page_with(refused, view.files)) if refused else None


def _as_memory(candidate: Candidate) -> Memory:
    return Memory(id="", title=candidate.title, body=candidate.body, topic=candidate.topic)


def _offered(change: Change) -> Memory | None:
    """Return what a change would have added, as a memory of its own."""
    match change:
        case Create(memory):
            return memory
        case Edit(before, after) if before.body != after.body:
            added = after.body.removeprefix(before.body).rpartition("**Source**: ")[2]
            return replace(after, body=added.partition("\n\n")[2] or added)
        case _:
            return None


def lift(claim: str, view: View) -> Proposal:
    """Propose that `claim`, or the rejection of that name, may enter again."""
    wanted = [
        each
        for each in standing_rejections(view)
        if each.id == claim or isinstance(recognise(claim, [each], _scope(each), view.today), Exact)
    ]
    if not wanted:
        raise BadInput("not-rejected")
    return propose("lift", (), view, beside=page_without(wanted, view.files, view.today))


def _scope(rejection: Rejection) -> str:
    """Return a topic in which the rejection speaks."""
    return "" if rejection.scope == "*" else rejection.scope

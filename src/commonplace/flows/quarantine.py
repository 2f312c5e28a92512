"""Proposals under quarantine: marked before they are written, lifted when a person approves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from commonplace.core.changes import Edit, Proposal, edit_of
from commonplace.core.memory import Memory, Origin, Status
from commonplace.core.quarantine import let_in, quarantined
from commonplace.flows.proposing import propose
from commonplace.flows.view import View

APPROVE = "approve"


def held(proposal: Proposal, view: View) -> Proposal:
    """Return `proposal` with the mark in each text it brings in, in the way of its layout.

    Marked in the files as they would be: whatever made the proposal, its words are there and nowhere else.
    Nobody has decided about a pair either.
    """
    after = {**view.files, **{each.path: each.after for each in proposal.edits}}
    files = {path: content for path, content in after.items() if content is not None}
    brought = let_in(proposal)
    marks = [
        Edit(memory, replace(memory, status=Status.QUARANTINED))
        for memory in view.layout.parse(files).memories
        if memory.id in brought and memory.status is Status.ACTIVE
    ]
    marked = {each.path: each.after for each in view.layout.render(marks, files, view.today)}
    own = {each.path for each in proposal.edits}
    edits = (
        *(replace(each, after=marked.get(each.path, each.after)) for each in proposal.edits),
        *(edit_of(view.files, path, after) for path, after in marked.items() if path not in own),
    )
    # A layout may keep what waits in another folder: then nothing comes where it would have stood.
    edits = tuple(each for each in edits if (each.before, each.after) != (None, None))
    changes = tuple(map(quarantined, proposal.changes))
    whole = replace(proposal, edits=edits, changes=changes, kept_pairs=())
    return replace(whole, id=f"{proposal.id.rpartition('-')[0]}-{whole.digest[:6]}")


def approval(memory: Memory, origin: Origin, view: View) -> Proposal:
    """Propose to lift the quarantine of `memory`; it goes by the memory's own name."""
    lifted = Edit(memory, replace(memory, status=Status.ACTIVE))
    return replace(propose(APPROVE, [lifted], view, origin=origin), id=memory.id)


def quarantined_memories(view: View) -> Iterator[Memory]:
    """Yield what waits in quarantine, in the order of the book."""
    return (each for each in view.reading.memories if each.status is Status.QUARANTINED)

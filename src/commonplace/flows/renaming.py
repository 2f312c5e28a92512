"""Some layouts name a memory by what it says: find its new name, and take links to it along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.changes import Change, Edit, Files, Proposal
from commonplace.core.memory import Memory, MemoryId
from commonplace.flows.difference import changes_between
from commonplace.flows.view import View


def with_new_names(proposal: Proposal, view: View) -> Proposal:
    """Return `proposal` with each edited memory under the name that it will have."""
    if not any(_may_rename(change) for change in proposal.changes):
        return proposal
    files = dict(view.files)
    files |= {edit.path: edit.after for edit in proposal.edits if edit.after is not None}
    names = renames(changes_between(view.reading, view.layout.parse(files)))
    return replace(proposal, changes=tuple(_named(change, names) for change in proposal.changes))


def renames(changes: Sequence[Change]) -> dict[MemoryId, MemoryId]:
    """Return the old and the new name of each memory that has another one after `changes`."""
    edits = (change for change in changes if isinstance(change, Edit))
    return {edit.before.id: edit.after.id for edit in edits if edit.before.id != edit.after.id}


def relinked(files: Files, names: dict[MemoryId, MemoryId], view: View) -> Files:
    """Return `files` with the links to every old name in `names` leading to the new one."""
    linking = [memory for memory in view.layout.parse(files).memories if {*memory.links} & {*names}]
    if not linking:
        return files
    changes = [Edit(memory, _linking_to_new(memory, names)) for memory in linking]
    edits = view.layout.render(changes, files, view.today)
    return {**files, **{edit.path: edit.after for edit in edits if edit.after is not None}}


def _may_rename(change: Change) -> bool:
    return isinstance(change, Edit) and any(
        getattr(change.before, name) != getattr(change.after, name)
        for name in ("title", "topic", "kind")
    )


def _named(change: Change, names: dict[MemoryId, MemoryId]) -> Change:
    if not isinstance(change, Edit) or change.before.id not in names:
        return change
    return Edit(change.before, replace(change.after, id=names[change.before.id]))


def _linking_to_new(memory: Memory, names: dict[MemoryId, MemoryId]) -> Memory:
    return replace(
        memory, links=tuple(dict.fromkeys(names.get(link, link) for link in memory.links))
    )

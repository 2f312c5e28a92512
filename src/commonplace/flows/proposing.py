"""From changes to a proposal: what would be written, bound to the bytes it was made on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Compared,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    KeptPair,
    Occasion,
    Proposal,
    Restore,
    edit_of,
)
from commonplace.core.memory import Candidate, Memory, MemoryId, Origin, Status
from commonplace.core.ports import Reading
from commonplace.core.rejections import PAGE
from commonplace.flows.refusals import check_refused, page_after
from commonplace.flows.view import View


def propose(
    action: str,
    changes: Sequence[Change],
    view: View,
    *,
    edits: tuple[FileEdit, ...] | None = None,
    beside: tuple[FileEdit, ...] = (),
    origin: Origin = Origin.HUMAN,
    undoes: str | None = None,
    note: str = "",
    compared: tuple[Compared, ...] = (),
    candidates: tuple[Candidate, ...] = (),
    occasion: Occasion = NO_OCCASION,
    kept_pairs: tuple[KeptPair, ...] = (),
) -> Proposal:
    """Return the proposal to carry out `changes`, rendered by the layout unless `edits` are given.

    `beside` are edits of files that hold no memories. What the book has refused is not proposed. The
    id begins with the time, so that proposals sort, and ends in the digest, so that the same
    proposal made twice in a second is one proposal.
    """
    rendered = view.layout.render(changes, view.files, view.today) if edits is None else edits
    rendered = (*rendered, *beside)
    check_refused(changes, page_after(rendered, view.files.get(PAGE)), view.today)
    draft = Proposal(
        id="",
        book=view.book,
        made_at=view.now,
        action=action,
        changes=tuple(changes),
        edits=rendered,
        origin=origin,
        undoes=undoes,
        note=note,
        compared=compared,
        candidates=candidates,
        occasion=occasion,
        kept_pairs=kept_pairs,
    )
    return replace(draft, id=f"{view.now:%Y%m%dT%H%M%S}-{draft.digest[:6]}")


def changes_between(before: Reading, after: Reading) -> tuple[Change, ...]:
    """Return what happened to each memory, in the order of their ids; a new name is an edit."""
    old = {memory.id: memory for memory in before.memories}
    new = {memory.id: memory for memory in after.memories}
    renamed = _renamed(
        [memory for name, memory in old.items() if name not in new],
        [memory for name, memory in new.items() if name not in old],
    )
    new |= renamed
    come = {memory.id for memory in renamed.values()}
    return tuple(
        change
        for name in sorted((old.keys() | new.keys()) - come)
        if (change := _change(old.get(name), new.get(name))) is not None
    )


def _renamed(gone: Sequence[Memory], come: Sequence[Memory]) -> dict[MemoryId, Memory]:
    """Return what each memory that is gone is now: what says the same, or else the only one left."""
    by_text: dict[str, list[Memory]] = {}
    for memory in come:
        by_text.setdefault(memory.body, []).append(memory)
    found = {old.id: by_text[old.body].pop() for old in gone if by_text.get(old.body)}
    rest = [memory for left in by_text.values() for memory in left]
    lost = [memory for memory in gone if memory.id not in found]
    return found | ({lost[0].id: rest[0]} if len(rest) == len(lost) == 1 else {})


def _change(old: Memory | None, new: Memory | None) -> Change | None:
    if old is None:
        return None if new is None else Create(new)
    if new is None:
        return Erase(old)
    if old.status is not Status.TOMBSTONED and new.tombstone is not None:
        return Bury(old, new.tombstone)
    if old.status is Status.TOMBSTONED and new.status is not Status.TOMBSTONED:
        return Restore(old)
    return None if old == new else Edit(old, new)


def advanced(view: View, changes: Sequence[Change]) -> View:
    """Return `view` as it will be once `changes` are carried out."""
    if not changes:
        return view
    files = dict(view.files)
    for edit in view.layout.render(changes, view.files, view.today):
        if edit.after is None:
            files.pop(edit.path, None)
        else:
            files[edit.path] = edit.after
    return replace(view, files=files, reading=view.layout.parse(files))


def edits_between(before: Files, after: Files) -> tuple[FileEdit, ...]:
    """Return the edits that turn the files `before` into those `after`, new ones last."""
    paths = [*before, *(path for path in after if path not in before)]
    return tuple(
        edit_of(before, path, after.get(path))
        for path in paths
        if before.get(path) != after.get(path)
    )

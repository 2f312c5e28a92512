"""Two readings of a book in, the changes between them out."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Restore
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.ports import Reading


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

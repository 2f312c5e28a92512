"""Two readings of a book in, the changes between them out."""

from __future__ import annotations

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Restore
from commonplace.core.memory import Memory, Status
from commonplace.core.ports import Reading


def changes_between(before: Reading, after: Reading) -> tuple[Change, ...]:
    """Return what happened to each memory, in the order of their ids."""
    old = {memory.id: memory for memory in before.memories}
    new = {memory.id: memory for memory in after.memories}
    return tuple(
        change
        for name in sorted(old.keys() | new.keys())
        if (change := _change(old.get(name), new.get(name))) is not None
    )


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

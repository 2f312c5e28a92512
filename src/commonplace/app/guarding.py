"""A book as this machine trusts it: what the ledger holds is quarantined, whatever its file says.

Every reader of a book goes through its layout, so this is where the ledger has its say: a mark that
was deleted from a file changes nothing. What layouts derive for everybody never depends on it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from commonplace.core.approvals import content_of
from commonplace.core.changes import Files
from commonplace.core.memory import Memory, Status
from commonplace.core.ports import Layout, Reading
from commonplace.storage.ledger import Ledger
from commonplace.storage.places import is_strict


def guarded(layout: Layout, root: str) -> Layout:
    """Return `layout` reading the book at `root` as far as it is trusted here."""
    return cast("Layout", _Guarded(layout, root))


class _Guarded:
    """A layout whose readings were compared with the ledger; everything else is the layout's own."""

    def __init__(self, layout: Layout, root: str) -> None:
        self._layout = layout
        self._root = root
        self._ledger = Ledger(root)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._layout, name)

    def parse(self, files: Files) -> Reading:
        """Return every memory in `files`, those quarantined that nobody approved."""
        reading = self._layout.parse(files)
        strict = is_strict(self._root)
        if not strict and not self._ledger.has_quarantine():
            return reading
        held = self._ledger.held()
        approved = self._ledger.approved() if strict else None
        return replace(
            reading,
            memories=tuple(_judged(memory, held, approved) for memory in reading.memories),
        )


def _judged(memory: Memory, held: frozenset[str], approved: frozenset[str] | None) -> Memory:
    if memory.status is not Status.ACTIVE:
        return memory
    content = content_of(memory)
    is_known = approved is None or content in approved
    if content in held or not is_known:
        return replace(memory, status=Status.QUARANTINED)
    return memory

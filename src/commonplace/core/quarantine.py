"""What nobody has approved: which writes are held, and what derived text inherits.

A quarantined memory is found by whoever searches for it, with a banner, and never injected by a hook.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from commonplace.core.changes import (
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    Proposal,
    Restore,
    is_linking,
)
from commonplace.core.memory import Memory, MemoryId, Origin, Status

FLAG, POLICY = "flag", "policy"
UNSEEN = frozenset({FLAG, POLICY})
"""Channels through which somebody agrees without having read what is written."""


QUOTED = "quoted"
"""The channel of what an agent wrote down word for word as the user said it."""


def is_held(origin: Origin, channel: str) -> bool:
    """Say whether a text of that origin, agreed to through that channel, waits in quarantine."""
    return origin is not Origin.HUMAN and channel in UNSEEN


def let_in(proposal: Proposal) -> frozenset[MemoryId]:
    """Return the memories whose words a proposal brings in; links and burials bring none."""
    return frozenset(
        memory.id for each in proposal.changes if (memory := _brought_by(each)) is not None
    )


def quarantined(change: Change) -> Change:
    """Return `change` bringing its words in as words that nobody has approved."""
    match change:
        case Create(memory):
            return Create(replace(memory, status=Status.QUARANTINED))
        case Restore(memory):
            return Restore(replace(memory, status=Status.QUARANTINED))
        case Edit(before, after) if not is_linking(change):
            return Edit(before, replace(after, status=Status.QUARANTINED))
        case _:
            return change


def lowest(sources: Iterable[Memory]) -> Status:
    """Return the status of a text derived from `sources`: one that nobody approved holds them all."""
    held = any(memory.status is Status.QUARANTINED for memory in sources)
    return Status.QUARANTINED if held else Status.ACTIVE


def _brought_by(change: Change) -> Memory | None:
    match change:
        case Create(memory) | Restore(memory):
            return memory
        case Edit(_, after):
            return None if is_linking(change) else after
        case Bury() | Erase():
            return None

"""What an approval approves: exactly the words that an agent may be handed.

The ledger outside the book keeps one line for each text that was let in. Change a word of it, in the
file or on the way here, and the line speaks of something else.
"""

from __future__ import annotations

import json
from datetime import datetime

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Proposal, Restore
from commonplace.core.hashing import digest
from commonplace.core.memory import Approval, Memory, Origin, Trust
from commonplace.core.ports import Stamp


def content_of(memory: Memory) -> str:
    """Return the SHA-256 of the words of `memory`; counts, dates and its status are not among them."""
    words = (
        memory.title,
        memory.summary,
        memory.body,
        memory.topic,
        memory.kind,
        memory.tags,
        memory.keywords,
        memory.when_to_load,
        memory.validity.applies_when,
    )
    return digest(json.dumps(words).encode("ascii"))


def approvals_of(proposal: Proposal, stamp: Stamp, at: datetime) -> tuple[Approval, ...]:
    """Return a line for each text that committing `proposal` lets in; a burial lets nothing in."""
    return tuple(
        Approval(
            at=at,
            memory=memory.id,
            content=content_of(memory),
            origin=proposal.origin,
            trust=Trust.TRUSTED if proposal.origin is Origin.HUMAN else Trust.APPROVED,
            channel=stamp.channel,
            who=stamp.who,
        )
        for change in proposal.changes
        if (memory := _let_in(change)) is not None
    )


def approval_of_book(who: str, channel: str, at: datetime) -> Approval:
    """Return the line that a whole book is trusted by."""
    return Approval(
        at=at,
        memory="*",
        content="",
        origin=Origin.HUMAN,
        trust=Trust.TRUSTED,
        channel=channel,
        who=who,
    )


def _let_in(change: Change) -> Memory | None:
    match change:
        case Create(memory) | Restore(memory):
            return memory
        case Edit(_, after):
            return after
        case Bury() | Erase():
            return None

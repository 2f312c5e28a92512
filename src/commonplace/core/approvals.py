"""What an approval approves: exactly the words that an agent may be handed.

The ledger outside the book keeps one line for each text that was let in. Change a word of it, in the
file or on the way here, and the line speaks of something else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from commonplace.core.arrivals import Way, claim_of, origin_of
from commonplace.core.hashing import digest
from commonplace.core.memory import Approval, Memory, MemoryId, Origin, Status, Trust
from commonplace.core.rejections import PAGE

if TYPE_CHECKING:
    from commonplace.core.changes import Change, Proposal
    from commonplace.core.ports import Stamp

NOT_READ_BACK: Mapping[MemoryId, Memory] = {}


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


def approvals_of(
    proposal: Proposal,
    stamp: Stamp,
    at: datetime,
    written: Mapping[MemoryId, Memory] = NOT_READ_BACK,
) -> tuple[Approval, ...]:
    """Return a line for each text that committing `proposal` lets in; a burial lets nothing in.

    `written` is how each memory reads now that it stands in a file: a layout may keep less than was
    said. What is held gets a line, too, so that it stays held when its mark is deleted.
    """
    return tuple(
        Approval(
            at=at,
            memory=memory.id,
            content=content_of(written.get(memory.id, memory)),
            origin=proposal.origin,
            trust=_trust(memory, proposal.origin),
            channel=stamp.channel,
            who=stamp.who,
            claim=claim_of(memory) if memory.status is Status.QUARANTINED else "",
        )
        for change in proposal.changes
        if (memory := _let_in(change)) is not None
    )


def approvals_of_all(
    memories: Iterable[Memory], who: str, at: datetime, channel: str = "terminal"
) -> tuple[Approval, ...]:
    """Return a line for each of `memories`: a person takes them as they stand."""
    return tuple(
        Approval(
            at=at,
            memory=memory.id,
            content=content_of(memory),
            origin=Origin.SYNC,
            trust=Trust.APPROVED,
            channel=channel,
            who=who,
        )
        for memory in memories
    )


def approval_of_arrival(
    memory: Memory, path: str, way: Way, *, is_accepted: bool, who: str, at: datetime
) -> Approval:
    """Return the line for a text that arrived without us: let in by its traces, or held until a person looks."""
    origin = origin_of(way)
    accepted = Trust.TRUSTED if origin is Origin.HUMAN else Trust.APPROVED
    return Approval(
        at=at,
        memory=memory.id,
        content=content_of(memory),
        origin=origin,
        trust=accepted if is_accepted else Trust.QUARANTINED,
        channel=way.value,
        who=who,
        path=path,
        claim="" if is_accepted else claim_of(memory),
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


def approval_of_page(page: bytes, stamp: Stamp, at: datetime, origin: Origin) -> Approval:
    """Return the line for the page of refused claims as it is written: one that is gone is missed."""
    return Approval(
        at=at,
        memory=PAGE,
        content=digest(page) if page else "",
        origin=origin,
        trust=Trust.APPROVED,
        channel=stamp.channel,
        who=stamp.who,
    )


def _trust(memory: Memory, origin: Origin) -> Trust:
    if memory.status is Status.QUARANTINED:
        return Trust.QUARANTINED
    return Trust.TRUSTED if origin is Origin.HUMAN else Trust.APPROVED


def _let_in(change: Change) -> Memory | None:
    # a hook that takes in a note asks for its hash alone
    from commonplace.core.changes import Bury, Create, Edit, Erase, Restore  # noqa: PLC0415

    match change:
        case Create(memory) | Restore(memory):
            return memory
        case Edit(_, after):
            return after
        case Bury() | Erase():
            return None

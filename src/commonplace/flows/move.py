"""One memory from one book to another: first it stands there, then it is buried here.

Two books have two journals, so there are two commits. The order makes the only thing a crash
between them can leave a memory in both books, never in neither.
"""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.core.changes import Bury, Proposal
from commonplace.core.memory import Memory, Status, Tombstone
from commonplace.errors import BadInput
from commonplace.flows.convert import Difference, convert
from commonplace.flows.proposing import propose
from commonplace.flows.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The two proposals of a move, in the order they are committed, and what does not come through."""

    arrival: Proposal
    departure: Proposal
    new_id: str
    differences: tuple[Difference, ...]


def move(memory: Memory, here: View, there: View) -> Move:
    """Propose that `memory` of the book `here` lives in the book `there` instead."""
    if here.book == there.book:
        raise BadInput("same-book", path=here.book)
    if memory.status is Status.TOMBSTONED:
        raise BadInput("already-forgotten", id=memory.id)
    conversion = convert((memory,), there.layout, there.files, there.today)
    new_id = conversion.ids[memory.id]
    arrival = propose("move", conversion.changes, there, edits=conversion.edits)
    tombstone = Tombstone(at=here.today, reason=f"moved_to:{new_id}")
    departure = propose("move", [Bury(memory, tombstone)], here)
    return Move(
        arrival=arrival,
        departure=departure,
        new_id=new_id,
        differences=conversion.differences,
    )

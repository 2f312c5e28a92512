"""A proposal that a person refuses: dropped, and what it would have brought in is refused from now on."""

from __future__ import annotations

from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.sharing import unshared
from commonplace.core.changes import Proposal
from commonplace.core.ports import Stamp
from commonplace.flows.rejecting import refuse


def refuse_proposal(
    book: Book, proposal: Proposal, reason: str, stamp: Stamp, now: datetime
) -> bool:
    """Let `proposal` go and say whether a claim is refused with it."""
    refusal = refuse(proposal, reason, stamp.who, book.view(now))
    if refusal is not None:
        book.commit(refusal, stamp, now)
    if (taken_out := unshared(proposal, book.view(now))) is not None:
        book.commit(taken_out, stamp, now)
    book.proposals.drop(proposal.id)
    return refusal is not None

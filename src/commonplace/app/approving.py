"""What waits in quarantine, each as the proposal to let it out."""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.app.books import Book
from commonplace.core.approvals import content_of
from commonplace.core.changes import Proposal
from commonplace.flows.quarantine import approval, quarantined_memories
from commonplace.flows.view import View


def approvals(book: Book, view: View) -> Iterator[Proposal]:
    """Yield a proposal for each quarantined memory; where it came from is what the ledger says."""
    for memory in quarantined_memories(view):
        yield approval(memory, book.ledger.origin_of(content_of(memory)), view)

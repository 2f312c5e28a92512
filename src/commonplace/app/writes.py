"""The wiring of a write's ending: the index that takes it in, and the commit to git after it.

The message of that commit is skill-memory's (B2, postflight).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from commonplace.app.books import Book
from commonplace.app.indexing import refresh
from commonplace.config import Settings
from commonplace.core.changes import Proposal, Receipt
from commonplace.core.ports import Stamp
from commonplace.errors import CommonplaceError
from commonplace.flows import settle as flow
from commonplace.flows.settle import Aftercare, Settled, close_written
from commonplace.storage.versioning import NotCommittedError, commit_files

MESSAGE = "memory: add/update {count} memories\n\nSession: {session}\n"


def settle(
    book: Book,
    proposal: Proposal,
    stamp: Stamp,
    now: datetime,
    settings: Settings,
    *,
    instead_of: str = "",
) -> Settled:
    """Write an approved proposal and bring it to its end, or raise having written nothing."""
    return flow.settle(book, proposal, stamp, now, aftercare(book, settings), instead_of=instead_of)


def settle_saved(book: Book, receipt: Receipt, now: datetime, settings: Settings) -> Settled:
    """Bring a save into a profile to its end, which wrote its files itself.

    No index takes it in now, since it would read the target again: whoever searches next does that.
    """
    unlisted: CommonplaceError | None = None
    try:
        book.list_saved(receipt)
    except CommonplaceError as trouble:  # It is written: nothing may say otherwise.
        unlisted = trouble
    ended = Settled(receipt=receipt, closed=close_written(book, receipt, now), unlisted=unlisted)
    return flow.looked_after(ended, aftercare(book, settings), ())


def aftercare(book: Book, settings: Settings) -> Aftercare:
    """Return what is done about `book` after a write, as the user wants it."""
    wants_git = settings.git_commit == "yes"
    return Aftercare(
        refresh=partial(refresh, book),
        keep_in_git=partial(keep_in_git, book) if wants_git else None,
    )


def keep_in_git(book: Book, receipt: Receipt) -> str:
    """Commit what `receipt` wrote, and the indices; return why that could not be done, empty if it was.

    Only the files of the write, as they are now: whatever else the user changed or staged is theirs.
    """
    derived = (path for path in book.snapshot().files if book.layout.derives(path))
    paths: Sequence[str] = [*(image.path for image in receipt.images), *derived]
    files = {path: book.store.read_one(path) for path in dict.fromkeys(paths)}
    message = MESSAGE.format(count=len(receipt.memories), session=receipt.id)
    try:
        commit_files(str(book.root), files, message)
    except NotCommittedError as trouble:
        return str(trouble)
    return ""

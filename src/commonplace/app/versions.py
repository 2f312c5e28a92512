"""The optional commit of a book to git after a write, with skill-memory's message (B2, postflight)."""

from __future__ import annotations

from commonplace.app.books import Book
from commonplace.core.changes import Receipt
from commonplace.storage.versioning import NotCommittedError, commit_files

MESSAGE = "memory: add/update {count} memories\n\nSession: {session}\n"


def keep_in_git(book: Book, receipt: Receipt) -> str:
    """Commit what `receipt` wrote, and the indices; return why that could not be done, empty if it was.

    Only the files of the write, as they are now: whatever else the user changed or staged is theirs.
    """
    derived = (path for path in book.snapshot().files if book.layout.derives(path))
    paths = dict.fromkeys([*(image.path for image in receipt.images), *derived])
    files = {path: book.store.read_one(path) for path in paths}
    message = MESSAGE.format(count=len(receipt.memories), session=receipt.id)
    try:
        commit_files(str(book.root), files, message)
    except NotCommittedError as trouble:
        return str(trouble)
    return ""

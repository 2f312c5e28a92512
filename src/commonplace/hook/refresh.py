"""What the hook loads when a book has changed: what reads its layout and the engine, nothing else.

Loading everything that `books` knows took most of the hook's time; one layout takes half of that.
"""

from __future__ import annotations

from commonplace.app.book_index import BookIndex
from commonplace.app.guard import guarded
from commonplace.core.approvals import Way
from commonplace.engines.local.engine import LOCK_WAIT_S
from commonplace.errors import NoBook
from commonplace.layouts.registry import MARKS, reader_of
from commonplace.storage.folders import FolderReader
from commonplace.storage.places import book_at
from commonplace.storage.trust import Ledger


def embed_later(root: str) -> None:
    """Start the child that embeds what was taken in, or asks git about it, where that is to be done."""
    from commonplace.engines.embedders.model_embedder import PACKAGES, is_installed  # noqa: PLC0415

    if _is_undecided(Ledger(root)) or any(map(is_installed, PACKAGES)):
        from commonplace.hook.capture import start_child  # noqa: PLC0415

        start_child(root, "hook")


def _is_undecided(ledger: Ledger) -> bool:
    """Say whether git has to be asked about anything; most ledgers never speak of it."""
    return ledger.speaks_of(Way.UNDECIDED) and any(
        each.channel == Way.UNDECIDED for each in ledger.standing().waiting.values()
    )


def index_at(root: str, lock_wait_s: float = LOCK_WAIT_S) -> BookIndex:
    """Return the index of the book that stands at `root`."""
    located = book_at(root, MARKS)
    if located is None:
        raise NoBook("no-book-there", path=root)
    reader = guarded(reader_of(located[0]), root, asks_git=False)
    files = FolderReader(root, folders=reader.folders, derives=reader.derives)
    return BookIndex(reader, files, root, lock_wait_s=lock_wait_s)

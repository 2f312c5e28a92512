"""The hook at the beginning of a session: what the agent is told once, and a fresh index.

A session begins seldom and is waited for anyway, so the whole house may be loaded here.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from commonplace.app import notices
from commonplace.app.books import Book, book_in
from commonplace.app.hot import books_at
from commonplace.app.hot_capture import start_child
from commonplace.app.indexing import index_of
from commonplace.config import Settings, read_settings
from commonplace.engines.local.troubles import Trouble
from commonplace.flows.session_block import overview, session_block
from commonplace.storage import usage
from commonplace.storage.places import state_home, state_of
from commonplace.storage.turn_state import forget_turn

AT_ONCE = 200
"""Files taken in by one update: a first index that takes too long is gone on with at the first prompt."""
FORGETS = frozenset({"clear", "compact"})
"""Beginnings after which the agent knows nothing of what it was told before."""


def begin(folder: str, session: str, source: str) -> str:
    """Return the block of every book at hand; after a cleared context all may be told again."""
    books = _books(folder)
    usage.drop_old_sessions(state_home())
    if session and source in FORGETS:
        for book in books:
            usage.forget_session(state_of(str(book.root)), session)
            forget_turn(state_of(str(book.root)), session)
    return "\n\n".join(filter(None, map(_block, books)))


def notice(folder: str) -> str:
    """Return the one line that the user is shown today, empty when there is none or it was shown."""
    return notices.notice(_books(folder), datetime.now().astimezone(), os.environ)


def _block(book: Book) -> str:
    """Return the block of one book, told from its index: a large book is never read whole here."""
    index = index_of(book)
    try:
        index.freshen(AT_ONCE)
        memories = index.engine.outline()
    except (OSError, Trouble):
        return session_block(book.layout, book.store)
    return session_block(book.layout, book.store) if _is_profile(book) else overview(memories)


def embed_later(folder: str) -> None:
    """Let a child make the vectors that are missing: a session does not wait for a model."""
    for book in _books(folder):
        index = index_of(book, read_settings(os.environ).embedder)
        with suppress(OSError, Trouble):
            if any(index.engine.lacks(lens) for lens in index.lenses):
                start_child(str(book.root), "hook")


def _is_profile(book: Book) -> bool:
    return book.layout.name == "profile"


def _books(folder: str) -> list[Book]:
    found = (
        book_in(Path(root), Settings(), is_personal=name == "personal")
        for name, root in books_at(folder)
    )
    return [book for book in found if book]

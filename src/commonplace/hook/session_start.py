"""The hook at the beginning of a session: what the agent is told once, and a fresh index.

A session begins seldom and is waited for anyway, so the whole house may be loaded here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from commonplace.app.arrivals import keep_watch
from commonplace.app.books import Book, book_in
from commonplace.app.hook_settings import contents_tokens, injection
from commonplace.app.recall import AT_ONCE, SessionBlock, index_of, joined, session_blocks
from commonplace.config import Settings, read_settings
from commonplace.core.contents import Room
from commonplace.engines.local.troubles import Trouble
from commonplace.errors import CommonplaceError
from commonplace.hook import clock, notices, refresher
from commonplace.hook.capture import start_child
from commonplace.hook.prompt_answer import books_at
from commonplace.hosts.dialects import GENERIC, Dialect
from commonplace.hosts.speaking import counted_by
from commonplace.storage import usage
from commonplace.storage.hook_state import forget_turn
from commonplace.storage.places import state_home, state_of

TAKEN_IN_S = 1.0
"""What a session start spends on taking in changes; the refresher takes in the rest."""


def begin(folder: str, session: str, source: str, dialect: Dialect) -> str:
    """Return the block of every book at hand; after a cleared context all may be told again."""
    books = _books(folder)
    for book in books:
        with suppress(CommonplaceError, OSError):  # what is not decided yet is not handed over
            keep_watch(book, datetime.now().astimezone())
    usage.drop_old_sessions(state_home())
    if session and source in dialect.forgets:
        for book in books:
            usage.forget_session(state_of(str(book.root)), session)
            forget_turn(state_of(str(book.root)), session)
    blocks = _blocks(books, dialect)
    for each in blocks:
        with suppress(OSError):  # what was listed is told again at worst
            listed = {entry.id: entry.sha256 for entry in each.whole}
            usage.keep_listed(state_of(str(each.book.root)), session, listed)
    return joined(blocks)


def contents(folder: str, dialect: Dialect = GENERIC) -> str:
    """Return what a child agent is told, and whoever tries it: the same, and nothing is kept of it."""
    return joined(_blocks(_books(folder), dialect))


def notice(folder: str) -> str:
    """Return the one line that the user is shown today, empty when there is none or it was shown."""
    return notices.notice(_books(folder), datetime.now().astimezone(), os.environ)


def _blocks(books: Sequence[Book], dialect: Dialect) -> tuple[SessionBlock, ...]:
    project = next((str(book.project) for book in books if not book.is_personal), "")
    room = Room(contents_tokens(project), dialect.most, counted_by(dialect))
    today = datetime.now().astimezone().date()
    return session_blocks(books, injection(project), room, today, freshen_in_time)


def freshen_in_time(book: Book) -> None:
    """Take in what changed while there is time; a session does not wait for the rest."""
    left_s = clock.left_s()
    try:
        if left_s:
            clock.start(min(TAKEN_IN_S, left_s / 2))
        index_of(book).freshen(AT_ONCE)
    except clock.OutOfTimeError:
        refresher.want(str(book.root))
    finally:
        if left_s:
            clock.start(left_s / 2)


def embed_later(folder: str) -> None:
    """Let a child make the vectors that are missing: a session does not wait for a model."""
    for book in _books(folder):
        index = index_of(book, read_settings(os.environ).embedder)
        with suppress(OSError, Trouble):
            if any(index.engine.lacks(lens) for lens in index.lenses):
                start_child(str(book.root), "hook")


def _books(folder: str) -> list[Book]:
    found = (
        book_in(Path(root), Settings(), is_personal=name == "personal")
        for name, root in books_at(folder)
    )
    return [book for book in found if book]

"""The door for programs in Python: open a book, ask it.

import commonplace

book = commonplace.open_book()
print(book.recall("which port does staging listen on?").text)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from commonplace.app import books
from commonplace.app.injecting import handed_over
from commonplace.app.taking_turns import TurnTaken, turn_taken
from commonplace.config import Settings, read_settings
from commonplace.core.memory import Memory
from commonplace.errors import NoBook
from commonplace.flows.inject import Injection as Injection  # noqa: PLC0414 - for our callers


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book that a program has opened, and the personal one beside it."""

    settings: Settings
    clock: Callable[[], datetime]
    _own: books.Book
    _beside: tuple[books.Book, ...] = field(default=())

    @property
    def root(self) -> Path:
        """The folder of the book."""
        return self._own.root

    @property
    def layout(self) -> str:
        """The name of the book's layout."""
        return self._own.layout.name

    def memories(self) -> tuple[Memory, ...]:
        """Read every memory of the book itself, tombstoned ones included, as the files are now."""
        return self._own.reading().memories

    def recall(self, prompt: str, *, session: str = "") -> Injection:
        """Return what to hand to an agent for `prompt`; an empty text when nothing is relevant.

        With a `session`, nothing is handed over twice unless it has changed. Each injection is counted
        outside the book; no file of it is written.
        """
        asked = (self._own, *self._beside)
        return handed_over(prompt, asked, self.settings, session, self.clock())

    def turn(self, text: str, *, session: str = "", skills: Sequence[str] = ()) -> TurnTaken:
        """Take one turn of mem-skill's core loop: what to load, announce and ask for `text`.

        `skills` are those used since the turn before. Within a `session` pages and memories are handed
        over once. In a mem-skill book what was read is logged, once a session; nothing else is written.
        """
        asked = (self._own, *self._beside)
        return turn_taken(text, asked, self.settings, session, skills=skills, now=self.clock())


def open_book(path: str | os.PathLike[str] | None = None, *, personal: bool = True) -> Book:
    """Return the book at or above `path`, else above the working folder; raise `NoBook` without one.

    The personal book, where there is one, is asked beside it unless `personal` is false.
    """
    start = Path.cwd() if path is None else Path(path)
    own = books.open_book(start, read_settings(os.environ))
    settings = read_settings(os.environ, own.project)
    beside: tuple[books.Book, ...] = ()
    if personal:
        with suppress(NoBook):
            beside = (books.open_personal_book(settings),)
    return Book(
        settings=settings,
        clock=lambda: datetime.now().astimezone(),
        _own=own,
        _beside=tuple(each for each in beside if each.root != own.root),
    )

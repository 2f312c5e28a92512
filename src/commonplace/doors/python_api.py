"""The door for programs in Python: open a book, ask it, propose what it should remember.

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
from typing import Unpack

from commonplace.app import books
from commonplace.app.recall import count_found, handed_over, searched
from commonplace.app.upkeep import care_for
from commonplace.config import Settings, read_settings
from commonplace.core.changes import Receipt
from commonplace.core.governance import Override, Verb
from commonplace.core.health import Health
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.names import check_topic
from commonplace.core.search import MOST_HITS, Query
from commonplace.doors.python_writing import (
    About,
    Contradiction,
    Pending,
    Proposed,
    Skipped,
    proposed,
    suggestion,
    waiting,
    written,
)
from commonplace.errors import BadInput, NoBook
from commonplace.flows.commit import anew
from commonplace.flows.govern import Answer
from commonplace.flows.inject import Injection
from commonplace.flows.recall import Recalled, recall
from commonplace.flows.undo import last_undoable, undo
from commonplace.hook.whole_turn import TurnTaken, turn_taken

__all__ = [
    "Answer",
    "Book",
    "Contradiction",
    "Health",
    "Injection",
    "Memory",
    "Pending",
    "Proposed",
    "Recalled",
    "Receipt",
    "Skipped",
    "answer",
    "open_book",
]
NO_ANSWER = Answer()
VERBS = tuple(verb.value for verb in Verb if verb is not Verb.VETO)
"""What a person may say should be done with a text."""


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

    def search(
        self, text: str, *, most: int = MOST_HITS, topic: str = "", session: str = ""
    ) -> Recalled:
        """Return whatever is known about `text`, best first; one word is enough.

        The `tier` of each hit says what a hook would do with it: say it (`sure`), point to it (`likely`) or
        be silent (`unsure`). Sure hits are counted, once a `session`.
        """
        asked = (self._own, *self._beside)
        query = Query(text=text, most=most, topic=check_topic(topic) if topic else "")
        sources = [searched(book, self.settings) for book in asked]
        answer = recall(query, sources, speak=self.settings.speak)
        count_found(answer.found, asked, session, self.clock())
        return answer

    def turn(self, text: str, *, session: str = "", skills: Sequence[str] = ()) -> TurnTaken:
        """Take one turn of mem-skill's core loop: what to load, announce and ask for `text`.

        `skills` are those used since the turn before. Within a `session` pages and memories are handed
        over once. In a mem-skill book what was read is logged, once a session; nothing else is written.
        """
        asked = (self._own, *self._beside)
        return turn_taken(text, asked, self.settings, session, skills=skills, now=self.clock())

    def propose(
        self, text: str, *, answer: Answer = NO_ANSWER, **about: Unpack[About]
    ) -> Proposed | Skipped | Contradiction:
        """Return what should become of `text`, beside the memories nearest to it; nothing is written.

        Show `Proposed.difference` to somebody who may agree, then `commit` it. A `Contradiction` carries
        the question to ask first; its answer is made by `answer`.
        """
        return suggestion(self._own, text, about, answer, self.clock())

    def commit(self, proposed: Proposed, *, approved_by: str) -> Receipt:
        """Write what `approved_by`, a person, agreed to, or raise having written nothing.

        Inside an agent program it is left pending (`LeftPending`): nobody agrees for the user there.
        """
        return written(self._own, proposed, approved_by, self.settings, self.clock())

    def remember(
        self,
        text: str,
        *,
        approved_by: str = "",
        answer: Answer = NO_ANSWER,
        **about: Unpack[About],
    ) -> Receipt | Pending | Skipped | Contradiction:
        """Propose `text` and commit it in one step, if a person agreed to it beforehand.

        Without `approved_by` the proposal waits for `commonplace review`, and so does one with a `warning`,
        which nobody agrees to unseen. When somebody else writes at the same moment it is proposed anew on
        what they wrote.
        """

        def attempt() -> Receipt | Pending | Skipped | Contradiction:
            made = self.propose(text, answer=answer, **about)
            if not isinstance(made, Proposed):
                return made
            if not approved_by or made.warning:
                return waiting(self._own, made.proposal, self.clock())
            return self.commit(made, approved_by=approved_by)

        return anew(attempt, self.settings.lock_timeout_s)

    def propose_undo(self, receipt_id: str = "") -> Proposed:
        """Return what takes a receipt back, the newest that still stands when none is named."""
        receipts = self._own.store.receipts
        receipt = self._own.receipt(receipt_id) if receipt_id else last_undoable(receipts())
        view = self._own.view(self.clock())
        return proposed(self._own, undo(receipt, view, self._own.store), "undo")

    def health(self) -> Health:
        """Return how much upkeep the book needs, as `commonplace distill` reports it; nothing is kept."""
        return care_for(self._own, self._own.view(self.clock())).found.health


def answer(
    verb: str = "",
    *,
    into: MemoryId = "",
    applies_when: str = "",
    drop: Sequence[str] = (),
    again: bool = False,
) -> Answer:
    """Return a person's answer for `propose`: what to do instead, to which memory, when it holds.

    `verb` is create, extend, update, merge, supersede or skip. `drop` names claims that may be lost;
    `again` lets in what was refused before.
    """
    chosen = verb or ("create" if applies_when else "extend" if into else "")
    if chosen not in ("", *VERBS):
        raise BadInput("unknown-verb", verb=chosen, verbs=", ".join(VERBS))
    override = Override(Verb(chosen), into, applies_when) if chosen else None
    return Answer(override=override, dropped=tuple(drop), again=again)


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

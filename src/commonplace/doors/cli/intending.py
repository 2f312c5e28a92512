"""What `remember` is told beside texts: nothing yet, a choice of candidates, or the conversation itself."""

from __future__ import annotations

import click

from commonplace.app.books import Book
from commonplace.app.session_transcript import current_transcript
from commonplace.core.memory import Origin
from commonplace.core.ports import Question
from commonplace.core.record.lingxi import (
    TURNS_LOOKED_AT,
    CandidateSelection,
    OfConversation,
    intent_of,
)
from commonplace.doors.cli.asking import Terminal
from commonplace.doors.cli.candidates import settle_chosen, waiting_in
from commonplace.doors.cli.consent import Wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.overhearing import Transcript, learn_transcript
from commonplace.errors import BadInput
from commonplace.flows.capture import Given


def asked_for(desk: Desk) -> str:
    """Return what a person says when asked; nobody there is a wrong command line."""
    if desk.is_terminal:
        question = Question(text=desk.text("ask.remember-what"), is_open=True)
        if said := Terminal(colour=desk.colour).ask(question):
            return said
    raise click.UsageError(desk.text("usage.remember"))


def follow(desk: Desk, book: Book, text: str, how: Wish) -> int | None:
    """Do what `text` means when it is no text to remember, and return the exit code; None when it is.

    Words that come with a hint at the conversation are the better memory: they are remembered.
    """
    match intent_of(text):
        case CandidateSelection(said) if book.layout.traits.takes_numbers or waiting_in(desk, book):
            return settle_chosen(desk, book, said, how)
        case OfConversation(hint):
            return _from_conversation(desk, book, hint, how)
        case _:
            return None


def _from_conversation(desk: Desk, book: Book, hint: str, how: Wish) -> int:
    """Learn from the session that this command runs in; without one there is nothing to look at."""
    path = current_transcript(desk.environ)
    if not path:
        raise BadInput("no-session-here", said=hint)
    given = Given(origin=Origin.AGENT if desk.agent else Origin.HUMAN)
    asked = Transcript(path=str(path), again=True, latest=TURNS_LOOKED_AT)
    return learn_transcript(desk, book, asked, given, how)

"""What the detached child does with one job: log what was read, capture what was said, judge what was used."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from commonplace.app.books import Book
from commonplace.app.capturing import capture_session
from commonplace.app.looking_after import judge_uses
from commonplace.core.changes import edit_of
from commonplace.hosts.dialects import END
from commonplace.storage import captures
from commonplace.storage.jobs import HEARD, heard_file
from commonplace.storage.places import state_of
from commonplace.storage.turn_state import TURNS, take_log
from commonplace.storage.usage import drop_old_sessions

BUDGET_S = 20.0
"""For one session; what is left of the child's time is for writing it down."""


def listen(book: Book, job: Mapping[str, str]) -> int:
    """Do what `job` asks for, and return how many proposals wait because of it."""
    write_log(book)
    transcript, turn = job.get("transcript", ""), job.get("turn", "")
    if not os.path.isfile(transcript):
        return 0
    judge_uses(book, transcript, job.get("host", ""))
    upto = job.get("upto", "")
    outcome = capture_session(
        book,
        Path(transcript),
        job.get("host", ""),
        session=job.get("session", ""),
        upto=int(upto) if upto.isdigit() and int(upto) else None,
        generation=turn,
        budget_s=BUDGET_S,
    )
    state = state_of(str(book.root))
    captures.note_capture(state, job.get("session", ""), len(outcome.proposals))
    _tidy(state, job)
    return len(outcome.proposals)


def _tidy(state: str, job: Mapping[str, str]) -> None:
    """Let go of what was kept about sessions of long ago, and of words that have been heard."""
    for folder in (HEARD, TURNS):
        drop_old_sessions(os.path.join(state, folder))
    if job.get("moment") == END and job["transcript"] == heard_file(state, job["session"]):
        os.unlink(job["transcript"])


def write_log(book: Book) -> int:
    """Append what turns have earned to the book's own log, if it has one; return how many lines."""
    log = book.layout.traits.book_log
    if log is None:
        return 0
    waiting = take_log(state_of(str(book.root)))
    entries = [(date.fromisoformat(day), what, said) for day, what, said in waiting]
    if not entries:
        return 0
    with book.store.locked():
        old = book.store.read_one(log.path)
        files = {} if old is None else {log.path: old}
        after = log.appended(old, entries)
        if after is not None:
            book.store.refresh((edit_of(files, log.path, after),))
    return len(entries)

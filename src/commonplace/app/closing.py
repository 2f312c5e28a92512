"""What waits no longer once something is written or refused: the proposal, and every other of the same text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from commonplace.app.books import Book
from commonplace.core.changes import Create, Edit, Proposal
from commonplace.core.rejection_pages import PAGE
from commonplace.core.rejections import Exact, Normal, Rejection, normal, recognise, spelled
from commonplace.flows.refusals import rejections_in


def close_waiting(book: Book, done: Proposal, now: datetime) -> tuple[str, ...]:
    """Let go of what waited for `done` and return its names: itself, and proposals of the same text.

    A text is the same in whatever case, width or order of words it was told. A proposal of several texts
    waits on while one of them is neither written nor refused.
    """
    waiting = book.proposals
    refused = _refused(book, done)
    answered = [
        each.id
        for each in waiting.list(now)
        if _is_answered(each, done) or _is_refused(each, refused, now.date())
    ]
    return tuple(name for name in answered if waiting.drop(name))


def _refused(book: Book, done: Proposal) -> tuple[Rejection, ...]:
    """Return what is refused in the book, if something has been refused just now."""
    has_page = any(edit.path == PAGE for edit in done.edits)
    return rejections_in(book.store.read_one(PAGE)) if has_page else ()


def _is_refused(waiting: Proposal, refused: Sequence[Rejection], today: date) -> bool:
    texts = waiting.candidates if refused else ()
    found = (recognise(each.body, refused, each.topic, today) for each in texts)
    return bool(texts) and all(isinstance(each, Exact) for each in found)


def close_written(book: Book, now: datetime) -> tuple[str, ...]:
    """Let go of what waits although every file is as it would make it, and return the names."""
    waiting = book.proposals
    stale = [each.id for each in waiting.list(now) if _is_written(book, each)]
    return tuple(name for name in stale if waiting.drop(name))


def _is_written(book: Book, waiting: Proposal) -> bool:
    read = book.store.read_one
    return bool(waiting.edits) and all(read(edit.path) == edit.after for edit in waiting.edits)


def _is_answered(waiting: Proposal, done: Proposal) -> bool:
    said = frozenset(normal(candidate.body) for candidate in waiting.candidates)
    return waiting.digest == done.digest or (bool(said) and said <= _written(done))


def _written(done: Proposal) -> frozenset[Normal]:
    """Return the texts of a proposal that stand in the book with it; others were left out as vetoed."""
    brought = (
        each.after if isinstance(each, Edit) else each.memory
        for each in done.changes
        if isinstance(each, Create | Edit)
    )
    whole = "\n".join(" ".join(spelled(memory.body)) for memory in brought)
    texts = (candidate.body for candidate in done.candidates)
    return frozenset(normal(text) for text in texts if " ".join(spelled(text)) in whole)

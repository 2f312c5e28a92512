"""What waits no longer once something is written: the proposal itself, and every other of the same text."""

from __future__ import annotations

from datetime import datetime

from commonplace.app.books import Book
from commonplace.core.changes import Create, Edit, Proposal
from commonplace.core.rejections import Normal, normal, spelled


def close_waiting(book: Book, done: Proposal, now: datetime) -> tuple[str, ...]:
    """Let go of what waited for `done` and return its names: itself, and proposals of the same text.

    A text is the same in whatever case, width or order of words it was told. A proposal of several texts
    waits on while one of them is not written.
    """
    waiting = book.proposals
    answered = [each.id for each in waiting.list(now) if _is_answered(each, done)]
    return tuple(name for name in answered if waiting.drop(name))


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

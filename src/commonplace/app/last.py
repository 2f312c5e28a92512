"""What was injected last, read from the usage file into values; and letting go of all about sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from commonplace.app.books import Book
from commonplace.core.hygiene import clean
from commonplace.core.injection import one_line
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.retention import count_kept as count_kept  # noqa: PLC0414 - for doors
from commonplace.storage.retention import forget_sessions as forget_sessions  # noqa: PLC0414


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One line of an injection, and the book its memory stands in."""

    memory: str
    line: str
    path: str
    score: float
    book: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastInjection:
    """The prompt that was answered last, and what was handed over for it."""

    at: str
    session: str
    prompt: str
    block: str
    lines: tuple[Told, ...]


def last_injection(books: Sequence[Book]) -> LastInjection | None:
    """Return the newest injection from any of `books`, None when there never was one."""
    kept = [usage.last_injection(state_of(str(book.root))) for book in books]
    found = [_injection(value) for value in kept if value]
    return max(found, key=lambda each: each.at, default=None)


def cleaned(last: LastInjection) -> LastInjection:
    """Return the injection as it may be shown: the usage file keeps lines as the files have them."""
    return replace(
        last,
        prompt=clean(last.prompt),
        block=clean(last.block),
        lines=tuple(
            replace(
                told, memory=clean(told.memory), line=one_line(told.line), path=clean(told.path)
            )
            for told in last.lines
        ),
    )


def _injection(value: dict[str, object]) -> LastInjection:
    rows = value.get("lines")
    lines = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return LastInjection(
        at=str(value.get("at", "")),
        session=str(value.get("session", "")),
        prompt=str(value.get("prompt", "")),
        block=str(value.get("block", "")),
        lines=tuple(map(_told, lines)),
    )


def _told(row: dict[str, object]) -> Told:
    score = row.get("score")
    return Told(
        memory=str(row.get("id", "")),
        line=str(row.get("line", "")),
        path=str(row.get("path", "")),
        score=float(score) if isinstance(score, int | float) else 0.0,
        book=str(row.get("book", "") or "project"),
    )

"""Everything that is looked at, in the order in which a person would ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.doctor.book import folders_of, look_at_book
from commonplace.app.doctor.machine import look_at_files, look_at_machine
from commonplace.app.doctor.programs import look_at_programs
from commonplace.app.doctor.searching import look_at_search
from commonplace.app.doctor.writing import look_at_writing
from commonplace.app.installing import Surroundings
from commonplace.config import Settings
from commonplace.core.checkup import Observation, problem
from commonplace.errors import CommonplaceError


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """Who is examined: a book, if there is one, and what surrounds it."""

    book: Book | None
    where: Surroundings
    settings: Settings
    now: datetime


def examine(patient: Patient) -> Iterator[Observation]:
    """Yield what is found; nothing but derived files and dead writers' promises is ever changed by it."""
    yield from look_at_machine()
    book = patient.book
    if book is None:
        yield problem("book", "no-book", path=patient.where.project)
    else:
        yield from _seen("lock", lambda: look_at_writing(book))
        yield from _seen("book", lambda: look_at_book(book, book.view(patient.now)))
        yield from _seen("index", lambda: look_at_search(book, patient.settings))
        yield from _seen("files", lambda: look_at_files(*folders_of(book)))
    yield from _seen("hosts", lambda: look_at_programs(patient.where, patient.now))


def _seen(about: str, look: Callable[[], Iterable[Observation]]) -> Iterator[Observation]:
    """Yield what a look finds; one that cannot be finished is a finding, and the others go on."""
    try:
        yield from look()
    except CommonplaceError as trouble:
        yield problem(about, "look-failed", cause=trouble.message())
    except OSError as trouble:
        yield problem(about, "look-failed", cause=str(trouble))

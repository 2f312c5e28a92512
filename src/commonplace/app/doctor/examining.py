"""Everything that is looked at, in the order in which a person would ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.doctor.book import look_at_book
from commonplace.app.doctor.machine import look_at_files, look_at_machine
from commonplace.app.doctor.programs import look_at_programs
from commonplace.app.doctor.searching import look_at_search
from commonplace.app.doctor.writing import look_at_writing
from commonplace.app.installing import Surroundings
from commonplace.config import Settings
from commonplace.core.checkup import Observation, problem


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
        yield from look_at_writing(book)
        yield from look_at_book(book, book.view(patient.now))
        yield from look_at_search(book, patient.settings)
        yield from look_at_files(str(book.root))
    yield from look_at_programs(patient.where, patient.now)

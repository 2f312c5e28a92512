"""Which books a question goes to: the project's, and the personal one beside it."""

from __future__ import annotations

from contextlib import suppress

from commonplace.app.books import Book, open_personal_book
from commonplace.doors.cli.context import Desk
from commonplace.errors import NoBook


def asked_books(desk: Desk) -> list[Book]:
    """Return the books to ask, the project's first; one that was named is asked alone."""
    if desk.wants_personal or desk.book_named:
        return [desk.open()]
    books: list[Book] = []
    with suppress(NoBook):
        books.append(open_personal_book(desk.settings))
    try:
        return [desk.open(), *books]
    except NoBook:
        if not books:
            raise
        return books

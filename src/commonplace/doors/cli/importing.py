"""The offer of `install`: what an agent program remembers already goes through governance into the book."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.app.books import Book
from commonplace.app.importing import Offered, lesson_of
from commonplace.core.ports import Question
from commonplace.doors.cli.asking import YES, asker_for
from commonplace.doors.cli.consent import Wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.studying import Study, settle_lesson
from commonplace.doors.render import Json, visible
from commonplace.errors import CommonplaceError
from commonplace.flows.lessons import excerpts_of


def is_wanted(desk: Desk, offer: Offered, *, yes: bool) -> bool:
    """Ask whether a host's own memories shall be proposed; tell how to, where nobody is asked."""
    if yes or not desk.is_terminal or _book(desk) is None:
        if not desk.wants_json:
            desk.echo(desk.text("install.memory", **offer.told))
        return False
    files = "\n".join(f"  {visible(path)}" for path in offer.files)
    question = Question(text=desk.text("ask.import", **offer.told), details=files)
    return asker_for(desk, yes=False, must_ask=True).ask(question) == YES


def import_offered(
    desk: Desk, offers: Sequence[Offered], how: Wish, beside: dict[str, Json]
) -> int:
    """Put what hosts remember before governance and return the exit code."""
    book = desk.open()
    lesson = lesson_of(offers, book)
    study = Study(lesson=lesson, excerpts=excerpts_of(lesson), beside=beside)
    return settle_lesson(desk, book, study, how)


def _book(desk: Desk) -> Book | None:
    try:
        return desk.open()
    except CommonplaceError:
        return None

"""`commonplace list`: the memories of a book, one line each."""

from __future__ import annotations

import click

from commonplace.app.books import Book, open_personal_book
from commonplace.core.memory import Memory, Status
from commonplace.core.names import check_topic
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, memories_as_text, memory_as_json
from commonplace.flows.view import Selection, select


@command("list", "commonplace list --topic ops --kind PATTERN")
@option("--topic", "only_topic", metavar="PATH", default="")
@option("--kind", "only_kind", metavar="NAME", default="")
@option("--tag", "only_tags", metavar="NAME", multiple=True)
@option("--status", type=click.Choice([status.value for status in Status]), default=None)
@option("--all", "wants_all", is_flag=True)
@option("--both", "wants_both", is_flag=True)
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    only_topic: str,
    only_kind: str,
    only_tags: tuple[str, ...],
    status: str | None,
    wants_all: bool,
    wants_both: bool,
) -> None:
    """List memories, newest first; tombstoned ones with `--all` only."""
    wanted = Selection(
        topic=check_topic(only_topic) if only_topic else "",
        kind=only_kind,
        tags=only_tags,
        status=Status(status) if status else None,
        is_whole=wants_all,
    )
    books = [desk.open()]
    if wants_both:
        books.append(open_personal_book(desk.settings))
    found = [(memory, row) for book in books for memory, row in _selected(desk, book, wanted)]
    text = memories_as_text([memory for memory, _ in found])
    desk.show_long(text or desk.text("list.empty"), [row for _, row in found])


def _selected(desk: Desk, book: Book, wanted: Selection) -> list[tuple[Memory, Json]]:
    view = desk.look(book)
    desk.tell_unread(view)
    whose = "personal" if book.is_personal else "project"
    return [
        (memory, {**memory_as_json(memory, view.path(memory.id), view.book), "book": whose})
        for memory in select(view.reading.memories, wanted, book.ledger.moments())
    ]

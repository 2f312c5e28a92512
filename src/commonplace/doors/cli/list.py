"""`commonplace list`: the memories of a book, one line each."""

from __future__ import annotations

import click

from commonplace.app.books import Book, open_personal_book
from commonplace.core.memory import Memory, Status
from commonplace.core.names import check_topic
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, memories_as_text, memory_as_json
from commonplace.flows.view import Selection, View, select


@command("list", "commonplace list --topic ops -n 20")
@option("--topic", "only_topic", metavar="PATH", default="")
@option("--kind", "only_kind", metavar="NAME", default="")
@option("--tag", "only_tags", metavar="NAME", multiple=True)
@option("--status", type=click.Choice([status.value for status in Status]), default=None)
@option("--all", "wants_all", is_flag=True)
@option("--both", "wants_both", is_flag=True)
@option("--number", "-n", "most", type=click.IntRange(min=1), default=None)
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
    most: int | None,
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
    found = [one for book in books for one in _selected(desk, book, wanted)]
    shown = found[:most]
    lines = [memories_as_text([memory for memory, _, _ in shown])]
    if len(shown) < len(found):
        lines.append(desk.text("list.more", count=len(found) - len(shown)))
    desk.show_long(
        "\n".join(lines) if shown else desk.text("list.empty"),
        [_as_json(memory, view, book) for memory, view, book in shown],
    )


def _selected(desk: Desk, book: Book, wanted: Selection) -> list[tuple[Memory, View, Book]]:
    view = desk.look(book)
    desk.tell_unread(view)
    found = select(view.reading.memories, wanted, book.ledger.moments())
    return [(memory, view, book) for memory in found]


def _as_json(memory: Memory, view: View, book: Book) -> Json:
    whose = "personal" if book.is_personal else "project"
    return {**memory_as_json(memory, view.path(memory.id), view.book), "book": whose}

"""`commonplace list`: the memories of a book, one line each."""

from __future__ import annotations

import click

from commonplace.app.books import Book, open_personal_book
from commonplace.app.recall import newest_in
from commonplace.core.memory import Memory, Status
from commonplace.core.names import check_topic
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, memories_as_text, memory_as_json
from commonplace.flows.view import Selection, select


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    """How many memories of a book are wanted, and the first of them, each with its file."""

    count: int
    shown: list[tuple[Memory, str]]


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
    books = [desk.open(or_personal=True)]
    if wants_both:
        books.append(open_personal_book(desk.settings))
    count = 0
    shown: list[tuple[Memory, str, Book]] = []
    for book in books:
        left = None if most is None else most - len(shown)
        listed = _from_index(desk, book, wanted, left) or _from_files(desk, book, wanted, left)
        count += listed.count
        shown += [(memory, path, book) for memory, path in listed.shown]
    lines = [memories_as_text([memory for memory, _, _ in shown])]
    if len(shown) < count:
        lines.append(desk.text("list.more", count=count - len(shown)))
    desk.show_long(
        "\n".join(lines) if shown else desk.text("list.empty"),
        [_as_json(*each) for each in shown] if desk.wants_json else [],
    )


def _from_index(desk: Desk, book: Book, wanted: Selection, most: int | None) -> _Listed | None:
    """List what the index knows, and open no other file than those of what is shown; None where it cannot tell.

    Buried memories are not in it; and of a book that refuses something, each text that is listed is looked at.
    """
    if wanted.is_whole or wanted.status is not None:
        return None
    found = newest_in(book, wanted, most, desk.clock())
    if found is None:
        return None
    count, shown = found
    if desk.wants_json or book.store.read_one(PAGE) is not None:
        read = {each.id: each for each in book.memories_at(path for _, path in shown)}
        if any(_differs(memory, read.get(memory.id)) for memory, _ in shown):
            return None
        shown = [(read[memory.id], path) for memory, path in shown]
    desk.tell_mended(book)
    return _Listed(count=count, shown=shown)


def _differs(known: Memory, read: Memory | None) -> bool:
    """Say whether a memory is not what the index put in its place."""
    return read is None or (known.status, known.modified) != (
        read.status,
        read.modified or read.created,
    )


def _from_files(desk: Desk, book: Book, wanted: Selection, most: int | None) -> _Listed:
    view = desk.look(book)
    desk.tell_unread(view)
    found = select(view.reading.memories, wanted, book.ledger.moments())
    return _Listed(
        count=len(found), shown=[(memory, view.path(memory.id)) for memory in found[:most]]
    )


def _as_json(memory: Memory, path: str, book: Book) -> Json:
    whose = "personal" if book.is_personal else "project"
    return {**memory_as_json(memory, path, str(book.root)), "book": whose}

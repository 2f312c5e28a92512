"""`commonplace show`: one memory, whole."""

from __future__ import annotations

import sys

import click

from commonplace.app.books import count_shown
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import memory_as_json, memory_as_text


@command("show", "commonplace show MEM-deploys-need-the")
@click.argument("memory_id", metavar="ID")
@option("--raw", is_flag=True)
@click.pass_obj
def command_line(desk: Desk, memory_id: str, raw: bool) -> None:
    """Show the memory ID, or the only one whose id begins like that."""
    book = desk.open(or_personal=True)
    view = desk.look_at(book, memory_id)
    desk.tell_unread(view)
    memory = view.memory(memory_id)
    path = view.path(memory.id)
    if not desk.is_terminal:  # a person at a terminal looks a memory over, which is no use of it
        count_shown(memory, view, book, desk.session, desk.clock())
    if raw:
        sys.stdout.flush()
        sys.stdout.buffer.write(view.files[path])
        return
    text = memory_as_text(memory, path, view.book, desk.language)
    desk.show_long(text, memory_as_json(memory, path, view.book))

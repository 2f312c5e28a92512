"""`commonplace engine`: how the search index is, and making it again."""

from __future__ import annotations

import click

from commonplace.app.indexing import index_of
from commonplace.core.search import EngineStatus
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, group
from commonplace.doors.recalled import status_as_json


@group("engine", "commonplace engine rebuild")
@click.pass_context
def command_line(context: click.Context) -> None:
    """Show how the index is, or make it again from the files."""
    if context.invoked_subcommand is None:
        _show(context.obj, index_of(context.obj.open()).engine.status(), "engine.status")


@command("status", "commonplace engine status")
@click.pass_obj
def status(desk: Desk) -> None:
    """Show how the index is; nothing is changed."""
    _show(desk, index_of(desk.open()).engine.status(), "engine.status")


@command("rebuild", "commonplace engine rebuild")
@click.pass_obj
def rebuild(desk: Desk) -> None:
    """Make the index again from the files."""
    index = index_of(desk.open())
    if desk.wants_json or not desk.is_terminal:
        done = index.rebuild()
    else:
        with click.progressbar(length=100, label=desk.text("engine.rebuilding")) as bar:
            done = index.rebuild(
                lambda now, total: bar.update(100 * now // max(total, 1) - bar.pos)
            )
    _show(desk, done, "engine.rebuilt")


def _show(desk: Desk, found: EngineStatus, key: str) -> None:
    if not found.is_ready:
        text = desk.text("engine.not-ready", trouble=found.trouble, place=found.place)
    else:
        text = desk.text(
            key,
            name=found.name,
            memories=found.memories,
            passages=found.passages,
            size=f"{found.bytes_on_disk / 1024:.0f}",
            place=found.place,
        )
    desk.show(text, status_as_json(found))


command_line.add_command(status)
command_line.add_command(rebuild)

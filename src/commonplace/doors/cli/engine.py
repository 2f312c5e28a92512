"""`commonplace engine`: how the search index is, and making it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from commonplace.app.indexing import index_of
from commonplace.core.ports import Progress
from commonplace.core.search import EngineStatus
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, group
from commonplace.doors.recalled import status_as_json


@group("engine", "commonplace engine rebuild")
@click.pass_context
def command_line(context: click.Context) -> None:
    """Show how the index is, or make it again from the files."""
    if context.invoked_subcommand is None:
        _show_status(context.obj)


@command("status", "commonplace engine status")
@click.pass_obj
def status(desk: Desk) -> None:
    """Show how the index is; nothing is changed."""
    _show_status(desk)


@command("rebuild", "commonplace engine rebuild")
@click.pass_obj
def rebuild(desk: Desk) -> None:
    """Make the index again from the files, then the vectors, where an embedder is installed."""
    index = index_of(desk.open(), desk.settings.embedder)
    with _progress(desk, "engine.rebuilding") as progress:
        index.rebuild(progress)
    for lens in index.lenses:
        with _progress(desk, "engine.preparing") as progress:
            lens.prepare(progress)
        with _progress(desk, "engine.embedding") as progress:
            index.embed(lens, progress)
    _show(desk, index.engine.status(), "engine.rebuilt")


@contextmanager
def _progress(desk: Desk, key: str) -> Iterator[Progress | None]:
    """Show how far long work has come, where somebody is looking."""
    if desk.wants_json or not desk.is_terminal:
        yield None
        return
    with click.progressbar(length=100, label=desk.text(key)) as bar:
        yield lambda now, total: bar.update(100 * now // max(total, 1) - bar.pos)


def _show_status(desk: Desk) -> None:
    _show(desk, index_of(desk.open()).engine.status(), "engine.status")


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
        text = "\n".join((text, *_by_meaning(desk, found)))
    desk.show(text, status_as_json(found))


def _by_meaning(desk: Desk, found: EngineStatus) -> Iterator[str]:
    for embedder, passages in found.embedded:
        yield desk.text(
            "engine.meaning", embedded=passages, passages=found.passages, embedder=embedder
        )


command_line.add_command(status)
command_line.add_command(rebuild)

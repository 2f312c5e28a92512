"""`commonplace ui`: the local page, for looking and deciding in a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from importlib.util import find_spec
from threading import Thread

import click

from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.processes import commands_above
from commonplace.errors import missing
from commonplace.hook.events import CHILD

PACKAGES = ("starlette", "uvicorn", "jinja2", "markdown_it")


@command("ui", "commonplace ui --port 8742 --no-open")
@option("--port", type=click.IntRange(0, 65535), default=0)
@option("--no-open", "stays_closed", is_flag=True)
@option("--read-only", "is_read_only", is_flag=True)
@click.pass_obj
def command_line(desk: Desk, *, port: int, stays_closed: bool, is_read_only: bool) -> int:
    """Serve the page on this machine alone until it is interrupted."""
    if not all(map(_is_installed, PACKAGES)):
        raise missing("commonplace ui", "ui")
    from commonplace.doors.page.server import serve  # noqa: PLC0415 - optional, heavy packages
    from commonplace.doors.page.visit import House, books_of  # noqa: PLC0415

    agent = desk.agent or ("hook" if desk.environ.get(CHILD) else _door_above())
    house = House(
        environ=desk.environ,
        folder=desk.folder,
        clock=desk.clock,
        book_named=desk.book_named,
        books=books_of(desk),
        is_read_only=is_read_only or bool(agent),
    )
    if agent:
        desk.notice("page.read-only-agent", agent=agent)
    may_open = not (stays_closed or agent) and desk.is_terminal and _has_screen()

    def tell(address: str) -> None:
        desk.show(address, {"address": address})
        sys.stdout.flush()
        desk.notice("page.serving")
        if may_open:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(house, port, tell)
    return 0


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # what a package is called by that somebody has put out of reach
        return False


def _door_above() -> str:
    """Return which door for agents started this process or one above it, where the system tells (Linux)."""
    for words in commands_above():
        for door in ("mcp", "hook"):
            if door in words and any(word.endswith("commonplace") for word in words):
                return door
    return ""


def _has_screen() -> bool:
    """Say whether a browser would come up in a window rather than in this terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

"""`commonplace mcp`: serve the book to programs that speak the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec

import click

from commonplace.app.books import read_token, renew_token, token_path
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.errors import UserError

PORT = 8741


@command("mcp", "commonplace mcp --http --port 8741")
@option("--http", "wants_http", is_flag=True)
@option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@option("--token", "wants_token", is_flag=True)
@option("--rotate-token", "rotates_token", is_flag=True)
@click.pass_obj
def command_line(
    desk: Desk, *, wants_http: bool, port: int, wants_token: bool, rotates_token: bool
) -> int:
    """Serve the book on standard input and output, or over HTTP on this machine alone."""
    if wants_token or rotates_token:
        desk.echo(renew_token() if rotates_token else read_token())
        return 0
    if find_spec("mcp") is None:
        raise UserError("mcp-missing", extra="mcp")
    return _serve_http(desk, port) if wants_http else _serve_stdio(desk)


def _serve_stdio(desk: Desk) -> int:
    from commonplace.doors.mcp import fast_start  # noqa: PLC0415 - takes the standard streams

    if desk.wants_personal:
        return fast_start.main(["--personal"])
    return fast_start.main(["--book", desk.book_named] if desk.book_named else [])


def _serve_http(desk: Desk, port: int) -> int:
    from commonplace.doors.mcp.context import ServerPlace  # noqa: PLC0415 - an optional, heavy package
    from commonplace.doors.mcp.http import serve  # noqa: PLC0415
    from commonplace.doors.mcp.server import make_server  # noqa: PLC0415

    place = ServerPlace(folder=desk.folder, book=desk.book_named, personal=desk.wants_personal)
    serve(
        make_server(place),
        read_token(),
        port,
        lambda opened: desk.notice("mcp.serving", port=opened, path=token_path()),
    )
    return 0

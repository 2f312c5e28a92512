"""`commonplace trust`: let a book that came from elsewhere be injected.

A book that came with a clone is somebody else's text in your agent's context: it can be searched and
read, but no hook hands it over before you have said so once.
"""

from __future__ import annotations

import click

from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, option


@command("trust", "commonplace trust")
@option("--revoke", "revokes", is_flag=True)
@click.pass_obj
def command_line(desk: Desk, *, revokes: bool) -> None:
    """Trust the book found here, or trust it no longer."""
    book = desk.open()
    if not revokes:
        desk.require_person()
    is_new = book.distrust() if revokes else book.trust(desk.who, desk.clock())
    key = ("done.distrust" if is_new else "done.not-trusted") if revokes else "done.trust"
    desk.show(
        desk.text(key, path=book.root),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )

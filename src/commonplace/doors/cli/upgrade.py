"""`commonplace upgrade`: bring the files of an older book up to date."""

from __future__ import annotations

import click

from commonplace.app.books import Book, propose_upgrade
from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command
from commonplace.errors import NoBook


@command("upgrade", "commonplace upgrade --yes")
@consent_options
@click.pass_obj
def command_line(desk: Desk, *, yes: bool, dry_run: bool) -> int:
    """Propose what an older book lacks, or say that it lacks nothing."""
    how = wish(yes=yes, dry_run=dry_run)
    book = _book(desk)
    proposal = propose_upgrade(book, book.view(desk.clock()))
    if proposal is None:
        told = desk.text("done.nothing-to-upgrade", layout=book.layout.name, path=book.root)
        desk.show(told, {"result": "unchanged", "layout": book.layout.name})
        return 0
    return settle(desk, book, proposal, how)


def _book(desk: Desk) -> Book:
    """Return the book, or say in the words of the only tool that ever had an `upgrade` that none is."""
    try:
        return desk.open()
    except NoBook as cause:
        raise NoBook("no-workspace") from cause

"""`commonplace upgrade`: bring the files of an older book up to date."""

from __future__ import annotations

import click

from commonplace.app.books import Book, propose_upgrade
from commonplace.app.recall import resynced
from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command
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
        code = 0
    else:
        code = settle(desk, book, proposal, how)
    if not code and not how.dry_run:
        _resync(desk, book)
    return code


def _resync(desk: Desk, book: Book) -> None:
    """Bring QMD up to date where it searches the book; the upgrade itself is done whatever it says."""
    if why := resynced(book):
        desk.notice("notice.qmd-not-synced", why=why, hint=desk.text(f"hint.{why}"))


def _book(desk: Desk) -> Book:
    """Return the book, or say in the words of the only tool that ever had an `upgrade` that none is."""
    try:
        return desk.open()
    except NoBook as cause:
        raise NoBook("no-workspace") from cause

"""`commonplace restore`: let a buried memory live again."""

from __future__ import annotations

import click

from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command
from commonplace.flows.change import restore


@command("restore", "commonplace restore MEM-deploys-need-the")
@click.argument("memory_id", metavar="ID")
@consent_options
@click.pass_obj
def command_line(desk: Desk, memory_id: str, yes: bool, dry_run: bool) -> int:
    """Restore the buried memory ID."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    return settle(desk, book, restore(memory_id, book.view(desk.clock())), how)

"""`commonplace forget`: bury memories; they stay on disk and can be restored."""

from __future__ import annotations

import click

from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, option
from commonplace.flows.change import forget


@command("forget", "commonplace forget MEM-deploys-need-the --reason 'the VPN is gone'")
@click.argument("memory_ids", metavar="ID...", nargs=-1, required=True)
@option("--reason", metavar="TEXT", default="forgotten")
@option("--many", is_flag=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk, *, memory_ids: tuple[str, ...], reason: str, many: bool, yes: bool, dry_run: bool
) -> int:
    """Bury each memory ID: kept on disk, recalled no more."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    view = book.view(desk.clock())
    return settle(desk, book, forget(memory_ids, reason, view, many=many, who=desk.who), how)

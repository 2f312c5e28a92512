"""`commonplace distill`: how healthy a book is, and what keeps it healthy."""

from __future__ import annotations

from typing import Any

import click

from commonplace.doors.cli.consent import consent_options
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.upkeep_dialog import MODES, Wanted, keep, report


@command("distill", "commonplace distill --merge --dry-run")
@click.argument("unknown", metavar="", nargs=-1, type=click.UNPROCESSED)
@option("--purge", is_flag=True)
@option("--merge", is_flag=True)
@option("--compress", is_flag=True)
@option("--refine", is_flag=True)
@option("--gc", is_flag=True)
@option("--auto", is_flag=True)
@option("--verbose", is_flag=True)
@option("--select", "picked", metavar="WHICH", default="")
@option("--many", is_flag=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, /, *, unknown: tuple[str, ...], **told: Any) -> int:
    """Report how healthy the book is, or keep it healthy."""
    if unknown:
        raise click.UsageError(
            desk.text("usage.distill-flag", flag=unknown[0]), click.get_current_context()
        )
    wanted = Wanted(
        yes=told["yes"],
        dry_run=told["dry_run"],
        many=told["many"],
        picked=told["picked"],
        verbose=told["verbose"],
    )
    mode = next((name for name in MODES if told[name]), "")
    return keep(desk, mode, wanted) if mode else report(desk, wanted)


command_line.ignore_unknown_options = True

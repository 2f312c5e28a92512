"""`commonplace bootstrap`: the profile as an agent reads it before its first turn."""

from __future__ import annotations

import click

from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command
from commonplace.flows.bootstrap import INDEX_LINES, bootstrap


@command("bootstrap", "commonplace bootstrap")
@click.pass_obj
def command_line(desk: Desk) -> None:
    """Print soul, user, rules and index; what is missing is named on standard error."""
    profile = desk.open().profile
    block = bootstrap(profile.layout, profile.store)
    for path in block.skipped:
        desk.notice("notice.bootstrap-skipped", path=path)
    for path in block.cut:
        desk.notice("notice.bootstrap-cut", path=path, lines=INDEX_LINES)
    desk.show(
        block.text,
        {"text": block.text, "skipped": list(block.skipped), "cut": list(block.cut)},
    )

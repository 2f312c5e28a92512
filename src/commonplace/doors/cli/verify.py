"""`commonplace verify`: a person says that a memory still fits its code, and the day is noted."""

from __future__ import annotations

from dataclasses import replace

import click

from commonplace.app.anchors import anchor_said, project_of
from commonplace.core.anchors import Standing
from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, visible
from commonplace.flows.anchoring import verify


@command("verify", "commonplace verify MEM-deploys-need-the")
@click.argument("memory_id", metavar="ID")
@option("--anchor", "anchors_now", metavar="PATH:LINES", multiple=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk, *, memory_id: str, anchors_now: tuple[str, ...], yes: bool, dry_run: bool
) -> int:
    """Check the lines that memory ID quotes, ask whether it still holds, and note the day."""
    book = desk.open()
    view = book.view(desk.clock())
    anew = [anchor_said(book, desk.folder, said) for said in anchors_now]
    found = verify(memory_id, anew, view, project_of(book))
    lines = [_told(desk, each) for each in found.standings]
    states: list[Json] = [
        {"path": each.anchor.path, "state": each.state.value, "found_in": each.found_in}
        for each in found.standings
    ]
    for line in lines:
        desk.echo(line, err=True)
    how = replace(wish(yes=yes, dry_run=dry_run), beside=lambda _: {"anchors": states})
    return settle(desk, book, found.proposal, how)


def _told(desk: Desk, found: Standing) -> str:
    values = {"path": visible(found.anchor.path)}
    if found.found_in:
        values["other"] = visible(found.found_in)
    return desk.text(f"verify.{found.state}", **values)

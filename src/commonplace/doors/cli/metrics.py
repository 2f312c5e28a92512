"""`commonplace metrics`: how recall is, and LingXi's four acceptance metrics over time."""

from __future__ import annotations

import click

from commonplace.app.upkeep import metrics_of
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command
from commonplace.doors.render.metrics import metrics_as_json, metrics_as_text


@command("metrics", "commonplace metrics")
@click.pass_obj
def command_line(desk: Desk) -> int:
    """Show what reaches the agent, noise, hit rate, the cost of governance and the library's health."""
    book = desk.open()
    found = metrics_of(book, desk.look(book), desk.settings, desk.clock())
    desk.show(metrics_as_text(found, desk.language), metrics_as_json(found))
    return 0

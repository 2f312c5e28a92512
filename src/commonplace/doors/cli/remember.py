"""`commonplace remember`: take a text into the book."""

from __future__ import annotations

import sys

import click

from commonplace.doors.cli.consent import consent_options, settle_anew, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, option
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import govern


@command("remember", 'commonplace remember "Deploys need the VPN." --topic ops/deploy --yes')
@click.argument("text")
@option("--title", metavar="TEXT", default="")
@option("--topic", metavar="PATH", default="")
@option("--kind", metavar="NAME", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--keyword", "-k", "keywords", metavar="WORD", multiple=True)
@option("--summary", metavar="TEXT", default="")
@option("--source", metavar="TEXT", default="user input")
@option("--when", "when_to_load", metavar="TEXT", multiple=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    /,
    text: str,
    yes: bool,
    dry_run: bool,
    **given: str | tuple[str, ...],
) -> int:
    """Remember TEXT, or what comes on standard input when TEXT is `-`."""
    how = wish(yes=yes, dry_run=dry_run)
    whole = read_text(text)
    book = desk.open()
    candidate = capture(whole, Given(**given))  # type: ignore[arg-type]
    return settle_anew(desk, book, lambda view: govern([candidate], view), how)


def read_text(text: str) -> str:
    """Return `text`, or standard input for `-`; bytes that are not UTF-8 are refused later, by name."""
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")

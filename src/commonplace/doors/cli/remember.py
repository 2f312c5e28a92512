"""`commonplace remember`: take a text into the book."""

from __future__ import annotations

import sys
from typing import Any

import click

from commonplace.app.governing import counsel_for
from commonplace.core.governance import Override, Verb
from commonplace.doors.cli.consent import consent_options, settle_anew, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.governed import settle_governed
from commonplace.doors.cli.spoken import command, option
from commonplace.errors import BadInput
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import Answer, govern
from commonplace.flows.view import View

VERBS = tuple(verb.value for verb in Verb if verb is not Verb.VETO)


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
@option("--as", "verb", type=click.Choice(VERBS), default=None)
@option("--into", metavar="ID", default="")
@option("--replace", "replaces", is_flag=True)
@option("--separate", "is_separate", is_flag=True)
@option("--applies-when", "applies_when", metavar="TEXT", default="")
@option("--drop", "dropped", metavar="CLAIM", multiple=True)
@option("--again", is_flag=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, /, text: str, yes: bool, dry_run: bool, **told: Any) -> int:
    """Remember TEXT, or what comes on standard input when TEXT is `-`."""
    how = wish(yes=yes, dry_run=dry_run)
    answer = _answer(told)
    whole = read_text(text)
    book = desk.open()
    candidate = capture(whole, Given(**told))
    counsel = counsel_for(book)

    def attempt(view: View) -> int:
        return settle_governed(desk, book, govern([candidate], view, counsel, [answer]), how)

    return settle_anew(desk, book, attempt, how)


def read_text(text: str) -> str:
    """Return `text`, or standard input for `-`; bytes that are not UTF-8 are refused later, by name."""
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def _answer(told: dict[str, Any]) -> Answer:
    """Take the answer out of the options; two that say different things are refused."""
    when = " ".join(told.pop("applies_when").split())
    asked = {
        "--as": told.pop("verb"),
        "--replace": Verb.SUPERSEDE if told.pop("replaces") else None,
        "--separate": Verb.CREATE if told.pop("is_separate") else None,
        "--applies-when": Verb.CREATE if when else None,
    }
    target, dropped, again = told.pop("into"), told.pop("dropped"), told.pop("again")
    verbs = {flag: Verb(verb) for flag, verb in asked.items() if verb}
    if len(set(verbs.values())) > 1:
        raise BadInput("two-answers", flags=", ".join(verbs))
    if not verbs and not target:
        return Answer(dropped=dropped, again=again)
    verb = next(iter(verbs.values()), Verb.EXTEND)
    override = Override(verb, target=target, applies_when=when)
    return Answer(override=override, dropped=dropped, again=again)

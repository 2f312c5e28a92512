"""`commonplace remember`: take texts into the book."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.core.anchors import quoting
from commonplace.core.answers import chosen
from commonplace.core.changes import QUOTED
from commonplace.core.memory import Anchor, Origin
from commonplace.core.ports import Question
from commonplace.core.record.lingxi import CandidateSelection, OfConversation, intent_of
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.governance_dialog import RememberRequest, settle_texts
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import VERBS, answer_in, read_answers, terminal_of
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import Answer

OPTIONAL: dict[str, object] = {
    "keywords": (),
    "summary": "",
    "source": Given().source,
    "when_to_load": (),
}
"""What a book may have no place for, and what stands there when nobody says it."""
META = {
    "strength": ("hypothesis", "validated", "enforced"),
    "note_scope": ("narrow", "medium", "broad"),
    "audience": ("team", "project", "personal"),
    "portability": ("cross-project", "project-only"),
}
"""LingXi's judgements about a note, and the words for each."""


@command("remember", 'commonplace remember "Deploys need the VPN." --topic ops/deploy --yes')
@click.argument("texts", metavar="TEXT...", nargs=-1)
@option("--title", metavar="TEXT", default="")
@option("--topic", metavar="PATH", default="")
@option("--kind", metavar="NAME", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--keyword", "-k", "keywords", metavar="WORD", multiple=True)
@option("--summary", metavar="TEXT", default="")
@option("--source", metavar="TEXT", default="user input")
@option("--when", "--question", "when_to_load", metavar="TEXT", multiple=True)
@option("--strength", type=click.Choice(META["strength"]), default=None)
@option("--scope", "note_scope", type=click.Choice(META["note_scope"]), default=None)
@option("--audience", type=click.Choice(META["audience"]), default=None)
@option("--portability", type=click.Choice(META["portability"]), default=None)
@option("--as", "verb", type=click.Choice(VERBS), default=None)
@option("--into", metavar="ID", default="")
@option("--replace", "replaces", is_flag=True)
@option("--separate", "is_separate", is_flag=True)
@option("--applies-when", "applies_when", metavar="TEXT", default="")
@option("--drop", "dropped", metavar="CLAIM", multiple=True)
@option("--again", is_flag=True)
@option("--label", "labels", metavar="ID=LABEL:REASON", multiple=True)
@option("--no-links", "is_unlinked", is_flag=True)
@option("--anchor", "anchors", metavar="PATH:LINES", multiple=True)
@option("--select", metavar="NUMBERS", default="")
@option("--answers", metavar="FILE", default="")
@consent_options
@click.pass_obj
def command_line(
    desk: Desk, /, texts: tuple[str, ...], select: str, answers: str, **told: Any
) -> int:
    """Remember each TEXT, or what comes on standard input when TEXT is `-`."""
    how = wish(yes=told.pop("yes"), dry_run=told.pop("dry_run"))
    anchors = told.pop("anchors")
    answer = answer_in(told, desk.agent)
    wholes = [read_text(text) for text in texts] or [_asked_for(desk)]
    book = desk.open(or_personal=True)
    if len(wholes) == 1 and (code := _followed(desk, book, wholes[0], how)) is not None:
        return code
    if answer.again:
        desk.require_person()
    is_quoted = bool(desk.agent) and how.yes and _quotes_user(desk, wholes, told)
    origin = Origin.AGENT if desk.agent and not is_quoted else Origin.HUMAN
    how = replace(how, agreed=QUOTED if is_quoted and answer == Answer() else how.agreed)
    quoted = _quoted(desk, book, anchors)
    _tell_lost(desk, book, told)
    extra = {name.removeprefix("note_"): said for name in META if (said := told.pop(name))}
    given = Given(**told, origin=origin, extra=extra)
    asked = [RememberRequest(quoting(capture(whole, given), quoted), answer) for whole in wholes]
    asked, how = _as_told(desk, asked, how, select, answers)
    if not asked:
        desk.show(desk.text("notice.declined"), {"result": "declined"})
        return 0
    return settle_texts(desk, book, asked, how)


def _asked_for(desk: Desk) -> str:
    """Return what a person says when asked; nobody there is a wrong command line."""
    if desk.is_terminal:
        question = Question(text=desk.text("ask.remember-what"), is_open=True)
        if said := terminal_of(desk).ask(question):
            return said
    raise click.UsageError(desk.text("usage.remember"))


def _followed(desk: Desk, book: Book, text: str, how: Wish) -> int | None:
    """Do what `text` means when it is no text to remember, and return the exit code; None when it is."""
    if not isinstance(intent_of(text), CandidateSelection | OfConversation):
        return None
    from commonplace.doors.cli.candidates import follow  # noqa: PLC0415 - loads all of `learn`

    return follow(desk, book, text, how)


def _quoted(desk: Desk, book: Book, anchors: Sequence[str]) -> list[Anchor]:
    """Return the lines of code that the texts quote."""
    if not anchors:
        return []
    from commonplace.app.provenance import anchor_said  # noqa: PLC0415 - few texts quote code

    return [anchor_said(book, desk.folder, said) for said in anchors]


def _tell_lost(desk: Desk, book: Book, told: dict[str, Any]) -> None:
    """Name the options that a book of this layout keeps nothing of; the text itself is not refused."""
    given = [name for name, unsaid in OPTIONAL.items() if told[name] != unsaid]
    lost = [name for name in given if name not in book.layout.holds]
    if "extra" not in book.layout.holds:
        lost += [name.removeprefix("note_") for name in META if told[name]]
    if lost:
        desk.notice("notice.not-held", fields=", ".join(lost), layout=book.layout.name)


def _as_told(
    desk: Desk, asked: list[RememberRequest], how: Wish, select: str, answers: str
) -> tuple[list[RememberRequest], Wish]:
    """Return the texts that were chosen in advance, which is an agreement, with their answers."""
    if answers:
        given = read_answers(desk, answers, len(asked))
        asked = [replace(each, answer=one) for each, one in zip(asked, given, strict=True)]
    if select:
        asked = [asked[place] for place in chosen(select, [each.candidate.title for each in asked])]
    return asked, replace(how, yes=how.yes or bool(select or answers))


def _quotes_user(desk: Desk, wholes: list[str], told: dict[str, Any]) -> bool:
    """Say whether an agent gives nothing to remember but the user's own words, title and lines included."""
    from commonplace.app.learn import speaks_for_user  # noqa: PLC0415 - only agents quote anybody

    said = (told["title"], told["summary"], *told["when_to_load"])
    return speaks_for_user([*wholes, *filter(None, said)], desk.environ)


def read_text(text: str) -> str:
    """Return `text`, or standard input for `-`; bytes that are not UTF-8 are refused later, by name."""
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")

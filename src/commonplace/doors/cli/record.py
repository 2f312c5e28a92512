"""`commonplace record`: what was completed and will save time next time, on the say of a person."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.learn import Whereabouts
from commonplace.core.changes import Occasion
from commonplace.core.memory import Origin
from commonplace.doors.cli.approval_list import Choosing, file_away, listing, settle_approved
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.learn_transcript import HOSTS, Transcript, learn_transcript
from commonplace.doors.cli.lesson_dialog import Study
from commonplace.doors.cli.localized_click import SpokenCommand, command, option
from commonplace.doors.cli.sources import Request, open_source
from commonplace.flows.capture import Given
from commonplace.flows.learn import Operation
from commonplace.flows.record import recordable, with_skill

ACTION = "recordnow"
"""What the original's log calls it."""
NOTHING = "record.nothing"
TASKS_AT_MOST = 50
"""Nobody reads through a longer list of what was completed."""


def recording(name: str) -> SpokenCommand:
    """Return the command under one of its two names."""

    @command(name, f'commonplace {name} "The build hung until we pinned node 20."')
    @click.argument("source", metavar="[TEXT]", required=False, default="")
    @option("--transcript", metavar="PATH", default="")
    @option("--host", type=click.Choice(HOSTS), default=None)
    @option("--again", "hears_again", is_flag=True)
    @option("--skill", "used_skill", metavar="NAME", default="")
    @option("--topic", metavar="PATH", default="")
    @option("--tag", "tags", metavar="NAME", multiple=True)
    @option("--select", "selected_points", metavar="NUMBERS", default="")
    @option("--answers", metavar="FILE", default="")
    @consent_options
    @click.pass_obj
    def command_line(desk: Desk, /, **told: Any) -> int:
        """Record what TEXT or standard input tells that is worth it."""
        return _record(desk, told)

    return command_line


def _record(desk: Desk, told: dict[str, Any]) -> int:
    how = wish(yes=told["yes"], dry_run=told["dry_run"])
    given = Given(
        topic=told["topic"],
        tags=told["tags"],
        origin=Origin.AGENT if desk.agent else Origin.HUMAN,
    )
    book = desk.open()
    choosing = Choosing(
        question="ask.record-which", selected=told["selected_points"], answers=told["answers"]
    )

    def settle(study: Study) -> int:
        """Bring the tasks that were found before whoever asked for them."""
        return settle_approved(desk, book, _listed(desk, book, study, how, choosing), how, choosing)

    if told["transcript"]:
        given = with_skill(given, told["used_skill"], book.layout.holds)
        return learn_transcript(desk, book, _transcript(desk, told, settle), given, how)
    request = Request(where=Whereabouts(source=_source(desk, told["source"])), given=given)
    opened = open_source(desk, book, request)
    found = recordable(opened.lesson, told["used_skill"], book.layout.holds) if opened else ()
    if opened is None or not found:
        nothing = {"result": "skipped", "status": "completed", "operations": []}
        desk.show(desk.text(NOTHING), {**nothing, "memories_affected": 0})
        return 0
    if len(found) > TASKS_AT_MOST:
        desk.notice("record.many", count=len(found), most=TASKS_AT_MOST)
    return settle(Study(lesson=opened.lesson, excerpts=found[:TASKS_AT_MOST], beside=opened.beside))


def _transcript(desk: Desk, told: dict[str, Any], settle: Callable[[Study], int]) -> Transcript:
    if told["source"]:
        raise click.UsageError(desk.text("usage.record-two"))
    return Transcript(
        path=told["transcript"],
        host=told["host"] or "",
        again=told["hears_again"],
        settle=settle,
        nothing=NOTHING,
    )


def _listed(desk: Desk, book: Book, study: Study, how: Wish, choosing: Choosing) -> Study:
    """Return the tasks under their categories, told in the original's words."""
    filed = file_away(desk, book, study.excerpts, is_there=choosing.is_asked(desk, how))
    return replace(
        study,
        excerpts=filed.excerpts,
        occasion=Occasion(action=ACTION, categories=(filed.new,) if filed.new else ()),
        tell=listing("record.found", _shelf),
    )


def _source(desk: Desk, told: str) -> str:
    """Return what is recorded: what was typed, else standard input when nobody types there."""
    if told:
        return told
    if sys.stdin.isatty() or desk.is_terminal:
        raise click.UsageError(desk.text("usage.record"))
    return "-"


def _shelf(operation: Operation) -> str:
    """Return the folder that the original names; in another book the file itself."""
    folder, slash, _ = operation.path.partition("/")
    return folder if slash and folder in ("knowledge-base", "experience") else operation.path


command_line = recording("record")

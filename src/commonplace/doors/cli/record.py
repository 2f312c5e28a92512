"""`commonplace record`: what was completed and will save time next time, on the say of a person."""

from __future__ import annotations

import sys
from typing import Any

import click

from commonplace.app.learning import Whereabouts
from commonplace.core.changes import Occasion
from commonplace.core.memory import Origin
from commonplace.doors.cli.approving import Choosing, listing, settle_approved
from commonplace.doors.cli.categorising import file_away
from commonplace.doors.cli.consent import consent_options, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.opening import Request, open_source
from commonplace.doors.cli.overhearing import Transcript, learn_transcript
from commonplace.doors.cli.spoken import SpokenCommand, command, option
from commonplace.doors.cli.studying import Study
from commonplace.flows.capture import Given
from commonplace.flows.learn import Operation
from commonplace.flows.record import recordable

ACTION = "recordnow"
"""What the original's log calls it."""


def recording(name: str) -> SpokenCommand:
    """Return the command under one of its two names."""

    @command(name, f'commonplace {name} "The build hung until we pinned node 20."')
    @click.argument("source", metavar="[TEXT]", required=False, default="")
    @option("--transcript", metavar="PATH", default="")
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
    if path := told["transcript"]:
        return learn_transcript(
            desk, book, Transcript(path=path, occasion=Occasion(action=ACTION)), given, how
        )
    request = Request(where=Whereabouts(source=_source(desk, told["source"])), given=given)
    opened = open_source(desk, book, request)
    found = recordable(opened.lesson, told["used_skill"], book.layout.holds) if opened else ()
    if opened is None or not found:
        nothing = {"result": "skipped", "status": "completed", "operations": []}
        desk.show(desk.text("record.nothing"), {**nothing, "memories_affected": 0})
        return 0
    choosing = Choosing(
        question="ask.record-which", selected=told["selected_points"], answers=told["answers"]
    )
    is_there = choosing.is_asked(desk, how)
    filed = file_away(desk, book, found, is_there=is_there)
    study = Study(
        lesson=opened.lesson,
        excerpts=filed.excerpts,
        beside=opened.beside,
        occasion=Occasion(action=ACTION, categories=(filed.new,) if filed.new else ()),
        tell=listing("record.found", _shelf),
    )
    return settle_approved(desk, book, study, how, choosing)


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

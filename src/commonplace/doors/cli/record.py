"""`commonplace record`: what was completed and will save time next time, on the say of a person.

`commonplace recordnow`: mem-skill's name for `record`.

`commonplace ingest`: the points of a source that are worth recording, as mem-skill takes them.

In a book of another layout it takes the same points as `learn` takes segments.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.learn import FILES_AT_MOST, WEB_PAGES, Whereabouts
from commonplace.core.changes import Occasion
from commonplace.core.memory import Origin
from commonplace.core.record.points import FEWEST_POINTS
from commonplace.core.values import replace
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.learn import HOSTS, Transcript, learn_from, learn_transcript
from commonplace.doors.cli.lesson_dialog import Study
from commonplace.doors.cli.localized_click import LocalizedCommand, command, option
from commonplace.doors.cli.questions import is_asked
from commonplace.doors.cli.sources import (
    Choosing,
    Request,
    file_away,
    listing,
    open_source,
    settle_approved,
)
from commonplace.flows.capture import Given, line
from commonplace.flows.learn import ExcerptOperation, Mode, excerpts_of
from commonplace.flows.record import actionable_in, insights_of, recordable, with_skill

ACTION = "recordnow"
"""What the original's log calls it."""
NOTHING = "record.nothing"
TASKS_AT_MOST = 50
"""Nobody reads through a longer list of what was completed."""


def recording(name: str) -> LocalizedCommand:
    """Return the command under one of its two names."""

    @command(name, f'commonplace {name} "The build hung until we pinned node 20; that fixed it."')
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
        desk.notice("record.as-it-is")
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


def _shelf(operation: ExcerptOperation) -> str:
    """Return the folder that the original names; in another book the file itself."""
    folder, slash, _ = operation.path.partition("/")
    return folder if slash and folder in ("knowledge-base", "experience") else operation.path


command_line = recording("record")


recordnow_line = recording(ACTION)


INGEST = "ingest"
TEXT = "text"
"""How the log names a source that has no name: what it says is never copied there."""


@command(INGEST, "commonplace ingest docs/api-guide.md")
@click.argument("source")
@option("--topic", metavar="PATH", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--select", "selected_points", metavar="NUMBERS", default="")
@option("--answers", metavar="FILE", default="")
@option("--max-files", "most_files", metavar="N", type=click.IntRange(min=1), default=FILES_AT_MOST)
@option("--allow-http", "allows_http", is_flag=True)
@consent_options
@click.pass_obj
def ingest_line(desk: Desk, /, source: str, yes: bool, dry_run: bool, **told: Any) -> int:
    """Extract what is worth recording from SOURCE: a file, a folder, a page or a text."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    is_ours = book.layout.traits.categories is not None
    request = Request(
        where=Whereabouts(source=source, allows_http=told["allows_http"]),
        given=Given(
            topic=told["topic"],
            tags=told["tags"],
            origin=Origin.AGENT if desk.agent else Origin.HUMAN,
        ),
        selected="" if is_ours else told["selected_points"],
        is_there=is_asked(desk, yes=yes) and not is_ours,
        ending=WEB_PAGES if is_ours else "",
        most_files=told["most_files"],
    )
    if not is_ours:
        traits = book.layout.traits
        cuts = (
            excerpts_of if traits.is_profile else partial(actionable_in, form=traits.finding_form)
        )
        return learn_from(desk, book, request, how, told["answers"], cuts=cuts)
    return _ingest(desk, book, request, how, told)


def _ingest(desk: Desk, book: Book, request: Request, how: Wish, told: dict[str, Any]) -> int:
    opened = open_source(desk, book, request)
    found = insights_of(opened.lesson) if opened else ()
    is_text = opened is not None and opened.lesson.mode is Mode.TEXT
    named = desk.text("word.the-text") if is_text else line(request.where.path)
    if opened is None or not found:
        nothing = {"result": "skipped", "status": "completed", "operations": []}
        desk.show(desk.text("ingest.nothing", source=named), {**nothing, "memories_affected": 0})
        return 0
    if len(found) < FEWEST_POINTS:
        desk.notice("ingest.few", count=len(found), source=named)
    choosing = Choosing(
        question="ask.ingest-which", selected=told["selected_points"], answers=told["answers"]
    )
    is_there = choosing.is_asked(desk, how)
    filed = file_away(desk, book, found, is_there=is_there)
    source = TEXT if is_text else named
    study = Study(
        lesson=opened.lesson,
        excerpts=filed.excerpts,
        beside=opened.beside,
        occasion=Occasion(
            action=INGEST, source=source, categories=(filed.new,) if filed.new else ()
        ),
        tell=listing("ingest.found", _path, source=named),
    )
    return settle_approved(desk, book, study, how, choosing)


def _path(operation: ExcerptOperation) -> str:
    return operation.path or f"knowledge-base/{operation.excerpt.topic}.md"

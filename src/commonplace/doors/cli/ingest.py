"""`commonplace ingest`: the points of a source that are worth recording, as mem-skill takes them.

In a book of another layout it is another name for `learn`.
"""

from __future__ import annotations

from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.learn import WEB_PAGES, Whereabouts
from commonplace.core.changes import Occasion
from commonplace.core.memory import Origin
from commonplace.core.record.points import FEWEST_POINTS
from commonplace.doors.cli.approval_list import Choosing, file_away, listing, settle_approved
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.learn import learn_from
from commonplace.doors.cli.lesson_dialog import Study
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import is_asked
from commonplace.doors.cli.sources import Request, open_source
from commonplace.flows.capture import Given, line
from commonplace.flows.ingest import insights_of
from commonplace.flows.learn import Operation
from commonplace.flows.lessons import Mode

ACTION = "ingest"
TEXT = "text"
"""How the log names a source that has no name: what it says is never copied there."""


@command(ACTION, "commonplace ingest docs/api-guide.md")
@click.argument("source")
@option("--topic", metavar="PATH", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--select", "selected_points", metavar="NUMBERS", default="")
@option("--answers", metavar="FILE", default="")
@option("--allow-http", "allows_http", is_flag=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, /, source: str, yes: bool, dry_run: bool, **told: Any) -> int:
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
    )
    if not is_ours:
        return learn_from(desk, book, request, how, told["answers"])
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
            action=ACTION, source=source, categories=(filed.new,) if filed.new else ()
        ),
        tell=listing("ingest.found", _path, source=named),
    )
    return settle_approved(desk, book, study, how, choosing)


def _path(operation: Operation) -> str:
    return operation.path or f"knowledge-base/{operation.excerpt.topic}.md"

"""`commonplace learn`: take what a text, a file, a folder, a task or a conversation says into the book."""

from __future__ import annotations

from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.learn import Whereabouts
from commonplace.core.memory import Origin
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.learn_transcript import HOSTS, Transcript, learn_transcript
from commonplace.doors.cli.lesson_dialog import (
    CATEGORIES,
    Study,
    classified,
    settle_lesson,
    with_answers,
)
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import is_asked
from commonplace.doors.cli.sources import Request, open_source
from commonplace.doors.render.common import Json
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Mode, excerpts_of

"""The layout whose taxonomy the seed's classification question knows."""


@command("learn", "commonplace learn docs/ --yes")
@click.argument("source", required=False, default="")
@option("-f", "--file", metavar="PATH", default="")
@option("-d", "--directory", "folder", metavar="PATH", default="")
@option("--task", metavar="N", type=click.IntRange(min=0), default=None)
@option("--transcript", metavar="PATH", default="")
@option("--host", type=click.Choice(HOSTS), default=None)
@option("--again", "hears_again", is_flag=True)
@option("--category", type=click.Choice(CATEGORIES, case_sensitive=False), default=None)
@option("--select", "selected", metavar="FILES", default="")
@option("--allow-http", "allows_http", is_flag=True)
@option("--topic", metavar="PATH", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--when", "--question", "when_to_load", metavar="TEXT", multiple=True)
@option("--answers", metavar="FILE", default="")
@consent_options
@click.pass_obj
def command_line(desk: Desk, /, yes: bool, dry_run: bool, **told: Any) -> int:
    """Learn from SOURCE, or from what `-f`, `-d` or `--task` names."""
    how = wish(yes=yes, dry_run=dry_run)
    kind, answers = told.pop("category") or "", told.pop("answers")
    host, again = told.pop("host") or "", told.pop("hears_again")
    request = Request(
        given=Given(
            topic=told.pop("topic"),
            tags=told.pop("tags"),
            when_to_load=told.pop("when_to_load"),
            kind=kind,
            origin=Origin.AGENT if desk.agent else Origin.HUMAN,
        ),
        selected=told.pop("selected"),
        is_there=is_asked(desk, yes=yes) and not answers,
        where=_whereabouts(desk, told, has_category=bool(kind)),
    )
    book = desk.open()
    if path := request.where.transcript:

        def settle(study: Study) -> int:
            """Bring what was heard to its end, with the answers of a file where there is one."""
            return settle_lesson(desk, book, *with_answers(desk, study, how, answers))

        asked = Transcript(path=path, host=host, again=again, settle=settle)
        return learn_transcript(desk, book, asked, request.given, how)
    return learn_from(desk, book, request, how, answers)


def learn_from(desk: Desk, book: Book, request: Request, how: Wish, answers: str = "") -> int:
    """Learn what `request` names and return the exit code; `answers` names a file of them."""
    study = _study(desk, book, request)
    if study is None:
        nothing: dict[str, Json] = {"result": "skipped", "status": "completed"}
        desk.show(
            desk.text("learn.none-selected"), {**nothing, "operations": [], "memories_affected": 0}
        )
        return 0
    study, how = with_answers(desk, study, how, answers)
    return settle_lesson(desk, book, study, how)


def _whereabouts(desk: Desk, told: dict[str, Any], *, has_category: bool) -> Whereabouts:
    """Return what is named; nothing, or more than one thing, is a wrong command line."""
    allows_http = told.pop("allows_http")
    named = [value for value in told.values() if value not in ("", None)]
    if not named:
        raise click.UsageError(desk.text("usage.learn"))
    if len(named) > 1:
        raise click.UsageError(desk.text("usage.learn-two"))
    if has_category and told["task"] is None:
        raise click.UsageError(desk.text("usage.learn-category"))
    return Whereabouts(**told, allows_http=allows_http)


def _study(desk: Desk, book: Book, request: Request) -> Study | None:
    """Return the lesson with its excerpts; None when no file of it was chosen."""
    opened = open_source(desk, book, request)
    if opened is None:
        return None
    excerpts = excerpts_of(opened.lesson)
    if opened.lesson.mode is Mode.TASK and _is_classified(book, request):
        excerpts = classified(desk, excerpts)
    return Study(lesson=opened.lesson, excerpts=excerpts, beside=opened.beside)


def _is_classified(book: Book, request: Request) -> bool:
    return request.is_there and not request.given.kind and book.layout.traits.classifies_tasks

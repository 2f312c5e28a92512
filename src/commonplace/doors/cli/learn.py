"""`commonplace learn`: take what a text, a file, a folder, a task or a conversation says into the book.

`learn --transcript`: take what was said in a conversation into the book, finding by finding.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.learn import FILES_AT_MOST, Heard, Whereabouts, guesses_topic, hear, keep_heard
from commonplace.app.learn import HOSTS as HOSTS  # noqa: PLC0414 - for the command line
from commonplace.core.memory import Origin
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.consent import Wish, consent_options, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.lesson_dialog import (
    CATEGORIES,
    Study,
    classified,
    labelled,
    settle_lesson,
    with_answers,
)
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import is_asked, labels_said
from commonplace.doors.cli.sources import Request, open_source
from commonplace.doors.render.common import Json
from commonplace.errors import LeftPending, Vetoed
from commonplace.flows.capture import Given
from commonplace.flows.learn import Excerpt, Lesson, Mode, excerpts_of
from commonplace.flows.record import Telling, excerpts_from


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """Which transcript is meant, and whether what was heard in it before counts again."""

    path: str
    host: str = ""
    again: bool = False
    settle: Callable[[Study], int] | None = None
    """How what was heard is brought to its end, when another command than `learn` asks."""
    nothing: str = "learn.nothing-said"
    """The key of what is said when nothing is worth keeping."""
    latest: int = 0
    """How many of the last turns are meant; 0 for all. What stands before them is not heard."""


def learn_transcript(desk: Desk, book: Book, asked: Transcript, given: Given, how: Wish) -> int:
    """Hear a transcript, govern what it holds and return the exit code; a session is heard once."""
    heard = _meant(hear(book, desk.folder / asked.path, asked.host, again=asked.again), asked)
    if not heard.findings:
        _keep(book, heard, asked, how)
        return _tell_nothing(desk, heard, asked)
    study = _study_transcript(book, asked, heard, given)
    try:
        code = asked.settle(study) if asked.settle else settle_lesson(desk, book, study, how)
    except LeftPending as left:
        if not left.is_unanswered:
            _keep(book, heard, asked, how)
        raise
    # What contradicts the book waits nowhere: the session is heard again, by whoever can answer.
    if code != Vetoed.exit_code:
        _keep(book, heard, asked, how)
    return code


def _meant(heard: Heard, asked: Transcript) -> Heard:
    """Return what was heard in the turns that are meant."""
    if not asked.latest:
        return heard
    before = len(heard.conversation.turns) - asked.latest
    return replace(heard, findings=tuple(f for f in heard.findings if f.heard_at > before))


def _keep(book: Book, heard: Heard, asked: Transcript, how: Wish) -> None:
    """Remember that the session was heard, when all of it was."""
    if not how.dry_run and not asked.latest:
        keep_heard(book, heard, _last_turn(heard))


def _study_transcript(book: Book, asked: Transcript, heard: Heard, given: Given) -> Study:
    telling = Telling(
        conversation=heard.conversation,
        kinds=book.layout.traits.kinds,
        form=book.layout.traits.finding_form,
        given=given,
        guesses_topic=guesses_topic(book),
    )
    excerpts = excerpts_from(heard.findings, telling)
    return Study(
        lesson=Lesson(mode=Mode.TRANSCRIPT, path=asked.path, sources=(), given=given),
        excerpts=excerpts,
        beside={**_about(heard), "findings": _findings(heard, excerpts)},
    )


def _tell_nothing(desk: Desk, heard: Heard, asked: Transcript) -> int:
    reason = asked.nothing if heard.is_new else "learn.heard-before"
    nothing: dict[str, Json] = {"result": "skipped", "status": "completed", **_about(heard)}
    told = desk.text(reason, session=heard.conversation.session)
    desk.show(told, {**nothing, "operations": [], "memories_affected": 0})
    return 0


def _about(heard: Heard) -> dict[str, Json]:
    found = heard.conversation
    return {"session": found.session, "host": found.host, "turns": len(found.turns)}


def _findings(heard: Heard, excerpts: tuple[Excerpt, ...]) -> list[Json]:
    """Return what sort of thing each excerpt is, and the turns that show it, counted from 1."""
    return [
        {
            "segment_id": excerpt.id,
            "kind": finding.kind.value,
            "turns": [number + 1 for number in finding.turns],
        }
        for finding, excerpt in zip(heard.findings, excerpts, strict=True)
    ]


def _last_turn(heard: Heard) -> str:
    return str(len(heard.conversation.turns))


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
@option("--max-files", "most_files", metavar="N", type=click.IntRange(min=1), default=FILES_AT_MOST)
@option("--allow-http", "allows_http", is_flag=True)
@option("--topic", metavar="PATH", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@option("--when", "--question", "when_to_load", metavar="TEXT", multiple=True)
@option("--label", "labels", metavar="ID=LABEL:REASON", multiple=True)
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
        most_files=told.pop("most_files"),
        is_there=is_asked(desk, yes=yes) and not answers,
        labels=labels_said(told.pop("labels"), desk.agent),
        where=_whereabouts(desk, told, has_category=bool(kind)),
    )
    book = desk.open()
    if path := request.where.transcript:

        def settle(study: Study) -> int:
            """Bring what was heard to its end, with the answers of a file where there is one."""
            study, agreed = with_answers(desk, study, how, answers)
            return settle_lesson(desk, book, labelled(study, request.labels), agreed)

        asked = Transcript(path=path, host=host, again=again, settle=settle)
        return learn_transcript(desk, book, asked, request.given, how)
    return learn_from(desk, book, request, how, answers)


def learn_from(
    desk: Desk,
    book: Book,
    request: Request,
    how: Wish,
    answers: str = "",
    *,
    cuts: Callable[[Lesson], tuple[Excerpt, ...]] = excerpts_of,
) -> int:
    """Learn what `request` names and return the exit code; `answers` names a file of them.

    `cuts` says what of a source is learnt: all of it, or what is worth recording.
    """
    study = _study(desk, book, request, cuts)
    if study is None:
        nothing: dict[str, Json] = {"result": "skipped", "status": "completed"}
        desk.show(
            desk.text("learn.none-selected"), {**nothing, "operations": [], "memories_affected": 0}
        )
        return 0
    study, how = with_answers(desk, study, how, answers)
    return settle_lesson(desk, book, labelled(study, request.labels), how)


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


def _study(
    desk: Desk, book: Book, request: Request, cuts: Callable[[Lesson], tuple[Excerpt, ...]]
) -> Study | None:
    """Return the lesson with its excerpts; None when no file of it was chosen."""
    opened = open_source(desk, book, request)
    if opened is None:
        return None
    excerpts = cuts(opened.lesson)
    if opened.lesson.mode is Mode.TASK and _is_classified(book, request):
        excerpts = classified(desk, excerpts)
    return Study(lesson=opened.lesson, excerpts=excerpts, beside=opened.beside)


def _is_classified(book: Book, request: Request) -> bool:
    return request.is_there and not request.given.kind and book.layout.traits.classifies_tasks

"""`learn --transcript`: take what was said in a conversation into the book, finding by finding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from commonplace.app.books import Book
from commonplace.app.learn import HOSTS as HOSTS  # noqa: PLC0414 - for the command line
from commonplace.app.learn import Heard, guesses_topic, hear, keep_heard
from commonplace.doors.cli.consent import Wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.lesson_dialog import Study, settle_lesson
from commonplace.doors.render.common import Json
from commonplace.errors import LeftPending
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Excerpt, Lesson, Mode
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
    study = _study(book, asked, heard, given)
    try:
        code = asked.settle(study) if asked.settle else settle_lesson(desk, book, study, how)
    except LeftPending:
        _keep(book, heard, asked, how)
        raise
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


def _study(book: Book, asked: Transcript, heard: Heard, given: Given) -> Study:
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

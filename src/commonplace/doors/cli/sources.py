"""Open what somebody wants to learn from: the one place where a source becomes a lesson.

`learn`, `ingest` and `record` differ in what they make of a lesson, never in what they read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.app.books import Book
from commonplace.app.learn import (
    MANY_FILES,
    Material,
    Network,
    Whereabouts,
    fetched_lesson,
    file_lesson,
    folder_lesson,
    folder_material,
    mode_of,
    task_material,
    text_lesson,
)
from commonplace.core.selection import chosen
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.questions import Choice, Offer, choose_many
from commonplace.doors.cli.remember import read_text
from commonplace.doors.render.common import Json
from commonplace.doors.render.lessons import left_out_as_text
from commonplace.errors import WriteRefused
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Lesson, Mode, left_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a run of a command asks for."""

    where: Whereabouts
    given: Given
    selected: str = ""
    """Which files were chosen in advance."""
    is_there: bool = False
    """Whether a person is there to choose."""
    ending: str = ""
    """What the name of a file in a folder must end in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A lesson, and what its mode adds to the result."""

    lesson: Lesson
    beside: dict[str, Json]


def open_source(desk: Desk, book: Book, request: Request) -> Opened | None:
    """Return what `request` names as a lesson; None when no file of it was chosen."""
    where, given = request.where, request.given
    beside: dict[str, Json] = {}
    match mode_of(where, desk.folder):
        case Mode.TEXT:
            lesson = text_lesson(read_text(where.source), given, book)
        case Mode.FILE:
            lesson = file_lesson(where.path, given, book, desk.folder)
            beside = {"file_path": where.path}
        case Mode.DIRECTORY:
            material = folder_material(book, desk.folder, where.path, request.ending)
            lesson = _chosen(desk, book, material, request)
            counts = (len(material.files), len(lesson.sources))
            beside = dict(zip(("files_scanned", "files_selected"), counts, strict=True))
        case Mode.TASK:
            material = task_material(book, where.task or 0)
            lesson = _chosen(desk, book, material, request)
            beside = {"artifacts_reviewed": [source.name for source in lesson.sources]}
        case Mode.PAGE:
            lesson, beside = _fetched(desk, book, request)
    return _told(desk, lesson, beside) if lesson.sources else None


def _told(desk: Desk, lesson: Lesson, beside: dict[str, Json]) -> Opened:
    """Return what was opened, having said what of it is left out."""
    if counts := left_out(lesson):
        desk.notice("notice.noise", pieces=left_out_as_text(counts, desk.language))
        beside = {**beside, "left_out": dict(counts)}
    return Opened(lesson=lesson, beside=beside)


def _fetched(desk: Desk, book: Book, request: Request) -> tuple[Lesson, dict[str, Json]]:
    """Return a page as a lesson; an agent may not have one read, whatever it may save."""
    url = request.where.path
    if desk.agent:
        raise WriteRefused("page-by-agent", url=url, agent=desk.agent)
    found = fetched_lesson(
        url,
        request.given,
        book,
        desk.network or Network(),
        desk.clock,
        allows_http=request.where.allows_http,
    )
    beside: dict[str, Json] = {
        "url": found.page.url,
        "final_url": found.page.final_url,
        "sha256": found.page.sha256,
        "fetched_at": found.at.isoformat(timespec="seconds"),
    }
    return found.lesson, beside


def _chosen(desk: Desk, book: Book, material: Material, request: Request) -> Lesson:
    """Return the lesson of the files that were chosen: in advance, by a person, or all of them."""
    for path in material.too_large:
        desk.notice("notice.large-file", path=path)
    files = material.files
    if len(files) > MANY_FILES:
        desk.notice("notice.many-files", count=len(files))
    if request.selected:
        places: Sequence[int] = chosen(request.selected, [file.path for file in files])
    elif request.is_there and files:
        places = choose_many(desk, _offer(desk, material, request.where.task))
    else:
        places = range(len(files))
    picked = [files[place] for place in places]
    lesson = folder_lesson(material, picked, request.given, book, request.where.task)
    for path in lesson.unread:
        desk.notice("notice.unread-file", path=path)
    return lesson


def _offer(desk: Desk, material: Material, task: int | None) -> Offer:
    choices = tuple(
        Choice(label=file.path, description=f"{file.size} B") for file in material.files
    )
    if task is not None:
        header = desk.text("learn.task-header")
        return Offer(header=header, question="ask.task-page", choices=choices)
    header = desk.text("learn.folder-header", path=material.told_as)
    return Offer(header=header, question="ask.folder-page", choices=choices)

"""`commonplace learn`: take what a text, a file, a folder or a task says into the book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from commonplace.app.books import Book
from commonplace.app.learning import (
    MANY_FILES,
    Material,
    Whereabouts,
    file_lesson,
    folder_lesson,
    folder_material,
    mode_of,
    task_material,
    text_lesson,
)
from commonplace.core.memory import Origin
from commonplace.core.selection import chosen
from commonplace.doors.cli.asking import is_asked
from commonplace.doors.cli.choosing import Choice, Offer, choose_many
from commonplace.doors.cli.consent import consent_options, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.remember import read_text
from commonplace.doors.cli.spoken import command, option
from commonplace.doors.cli.studying import Study, settle_lesson
from commonplace.doors.cli.tutoring import CATEGORIES, classified
from commonplace.doors.render import Json
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Lesson, Mode, excerpts_of

CLASSIFIED_IN = "vault"
"""The layout whose taxonomy the seed's classification question knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """What a run of the command asks for."""

    where: Whereabouts
    given: Given
    selected: str
    """Which files were chosen in advance."""
    is_there: bool
    """Whether a person is there to choose."""


@command("learn", "commonplace learn docs/ --yes")
@click.argument("source", required=False, default="")
@option("-f", "--file", metavar="PATH", default="")
@option("-d", "--directory", "folder", metavar="PATH", default="")
@option("--task", metavar="N", type=click.IntRange(min=0), default=None)
@option("--category", type=click.Choice(CATEGORIES, case_sensitive=False), default=None)
@option("--select", "selected", metavar="FILES", default="")
@option("--topic", metavar="PATH", default="")
@option("--tag", "tags", metavar="NAME", multiple=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, /, yes: bool, dry_run: bool, **told: Any) -> int:
    """Learn from SOURCE, or from what `-f`, `-d` or `--task` names."""
    how = wish(yes=yes, dry_run=dry_run)
    kind = told.pop("category") or ""
    request = _Request(
        given=Given(
            topic=told.pop("topic"),
            tags=told.pop("tags"),
            kind=kind,
            origin=Origin.AGENT if desk.agent else Origin.HUMAN,
        ),
        selected=told.pop("selected"),
        is_there=is_asked(desk, yes=yes),
        where=_whereabouts(desk, told, has_category=bool(kind)),
    )
    book = desk.open()
    study = _study(desk, book, request)
    if study is None:
        nothing: dict[str, Json] = {"result": "skipped", "status": "completed"}
        desk.show(
            desk.text("learn.none-selected"), {**nothing, "operations": [], "memories_affected": 0}
        )
        return 0
    return settle_lesson(desk, book, study, how)


def _whereabouts(desk: Desk, told: dict[str, Any], *, has_category: bool) -> Whereabouts:
    """Return what is named; nothing, or more than one thing, is a wrong command line."""
    named = [value for value in told.values() if value not in ("", None)]
    if not named:
        raise click.UsageError(desk.text("usage.learn"))
    if len(named) > 1:
        raise click.UsageError(desk.text("usage.learn-two"))
    if has_category and told["task"] is None:
        raise click.UsageError(desk.text("usage.learn-category"))
    return Whereabouts(**told)


def _study(desk: Desk, book: Book, request: _Request) -> Study | None:
    """Return the lesson with its excerpts; None when no file of it was chosen."""
    where, given = request.where, request.given
    beside: dict[str, Json] = {}
    match mode_of(where, desk.folder):
        case Mode.TEXT:
            lesson = text_lesson(read_text(where.source), given, book)
        case Mode.FILE:
            lesson = file_lesson(where.path, given, book, desk.folder)
            beside = {"file_path": where.path}
        case Mode.DIRECTORY:
            material = folder_material(book, desk.folder, where.path)
            lesson = _chosen(desk, book, material, request)
            counts = (len(material.files), len(lesson.sources))
            beside = dict(zip(("files_scanned", "files_selected"), counts, strict=True))
        case Mode.TASK:
            material = task_material(book, where.task or 0)
            lesson = _chosen(desk, book, material, request)
            beside = {"artifacts_reviewed": [source.name for source in lesson.sources]}
    if not lesson.sources:
        return None
    excerpts = excerpts_of(lesson)
    if lesson.mode is Mode.TASK and _is_classified(book, request):
        excerpts = classified(desk, excerpts)
    return Study(lesson=lesson, excerpts=excerpts, beside=beside)


def _is_classified(book: Book, request: _Request) -> bool:
    return request.is_there and not request.given.kind and book.layout.name == CLASSIFIED_IN


def _chosen(desk: Desk, book: Book, material: Material, request: _Request) -> Lesson:
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

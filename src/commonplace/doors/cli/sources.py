"""Open what somebody wants to learn from: the one place where a source becomes a lesson.

`learn`, `ingest` and `record` differ in what they make of a lesson, never in what they read.

The approval list: what was found, where each would go, and which of it a person wants.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import click

from commonplace.app.books import Book
from commonplace.app.govern import categories_of, neighbour_search_for
from commonplace.app.learn import (
    FILES_AT_MOST,
    MANY_FILES,
    FoundFile,
    Material,
    Network,
    Whereabouts,
    fetched_lesson,
    file_lesson,
    folder_lesson,
    folder_material,
    mode_of,
    refuse_many,
    task_material,
    text_lesson,
)
from commonplace.core.answers import NONE, chosen
from commonplace.core.changes import Category
from commonplace.core.classification import category_of
from commonplace.core.governance import Label, Verb
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.consent import Wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.lesson_dialog import Study, left_out_as_text, settle_lesson, with_answers
from commonplace.doors.cli.questions import Choice, Offer, choose_many, is_asked
from commonplace.doors.cli.remember import read_text
from commonplace.doors.render.common import Json, visible
from commonplace.errors import BadInput, WriteRefused
from commonplace.flows.capture import Given, line
from commonplace.flows.learn import (
    Excerpt,
    ExcerptOperation,
    Lesson,
    Mode,
    known_in,
    learn,
    left_out,
)
from commonplace.flows.record import Filed, filed, refiled
from commonplace.messages import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a run of a command asks for."""

    where: Whereabouts
    given: Given
    selected: str = ""
    """Which files were chosen in advance."""
    is_there: bool = False
    """Whether a person is there to choose."""
    labels: tuple[Label, ...] = ()
    """What an agent says about the memories near it."""
    ending: str = ""
    """What the name of a file in a folder must end in."""
    most_files: int = FILES_AT_MOST
    """How many files are read of a folder without a question."""


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
            with desk.progress("progress.folder"):
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
    picked = _picked(desk, material, request)
    with desk.progress("progress.files"):
        lesson = folder_lesson(material, picked, request.given, book, request.where.task)
    for path in lesson.unread:
        desk.notice("notice.unread-file", path=path)
    return lesson


def _picked(desk: Desk, material: Material, request: Request) -> Sequence[FoundFile]:
    """Return the chosen files; more than a run may read are asked about where somebody is there."""
    files = material.files
    names = [file.path for file in files]
    is_asked = request.is_there and not request.selected
    if is_asked and len(files) > request.most_files:
        return [files[place] for place in _which_of_many(desk, material, names)]
    refuse_many(files, request.most_files)
    if len(files) > MANY_FILES:
        desk.notice("notice.many-files", count=len(files))
    if request.selected:
        places: Sequence[int] = chosen(request.selected, names)
    elif is_asked and files:
        places = choose_many(desk, _offer(desk, material, request.where.task))
    else:
        places = range(len(files))
    return [files[place] for place in places]


def _which_of_many(desk: Desk, material: Material, names: Sequence[str]) -> tuple[int, ...]:
    """Ask which of more files than a list can show are meant, until the answer makes sense."""
    path = visible(material.told_as)
    desk.notice("ask.many-files", path=path, seen=f"{material.seen:,}", count=f"{len(names):,}")
    while True:
        typed = click.prompt(desk.text("ask.which-files"), default=NONE[0], err=True)
        try:
            return chosen(typed, names)
        except BadInput as trouble:
            desk.echo(trouble.message(desk.language), err=True)


def _offer(desk: Desk, material: Material, task: int | None) -> Offer:
    choices = tuple(
        Choice(label=file.path, description=f"{file.size} B") for file in material.files
    )
    if task is not None:
        header = desk.text("learn.task-header")
        return Offer(header=header, question="ask.task-page", choices=choices)
    header = desk.text("learn.folder-header", path=material.told_as)
    return Offer(header=header, question="ask.folder-page", choices=choices)


Story = Callable[[Sequence[ExcerptOperation], str], str]


def listing(heading: str, path_of: Callable[[ExcerptOperation], str], /, **values: str) -> Story:
    """Return how operations are told: under a heading, numbered, each with its place."""

    def tell(operations: Sequence[ExcerptOperation], language: str) -> str:
        """Return the list in `language`; no list, no heading."""
        if not operations:
            return ""
        lines = [
            f"{number}. {visible(each.excerpt.segment.summary)} → {_place(each, path_of, language)}"
            for number, each in enumerate(operations, start=1)
        ]
        return "\n".join((say(heading, language, **values), *lines))

    return tell


def _place(
    operation: ExcerptOperation, path_of: Callable[[ExcerptOperation], str], language: str
) -> str:
    if operation.reason and not operation.memory:
        return f"({say(f'learn.why-{operation.reason}', language)})"
    title = operation.memory.partition("#")[2] or operation.memory
    key = f"approve.{operation.verb}" if operation.verb in _SAID else "approve.update"
    return f"{visible(path_of(operation))} ({say(key, language, title=visible(title))})"


_SAID = (Verb.CREATE, Verb.SKIP, Verb.VETO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """How it is decided what is written of a list."""

    question: str
    """The key of the question that a person is asked."""
    selected: str = ""
    """What was chosen in advance."""
    answers: str = ""
    """The file in which answers stand."""

    def is_asked(self, desk: Desk, how: Wish) -> bool:
        """Say whether a person is there who wants to see the list."""
        is_open = not (self.selected or self.answers or how.dry_run)
        return is_open and is_asked(desk, yes=how.yes)


def settle_approved(desk: Desk, book: Book, study: Study, how: Wish, choosing: Choosing) -> int:
    """Bring what is chosen of `study` to its end and return the exit code.

    Choosing in advance agrees to what is chosen, as `--yes` does to all.
    """
    if choosing.is_asked(desk, how):
        proposed = learn(study.excerpts, book.view(desk.clock()), neighbour_search_for(book))
        desk.echo(study.tell(proposed.operations, desk.language), err=True)
        places = _heard(desk, choosing.question, _titles(study))
        study = replace(_of(study, places), is_settled=True)
    study, how = with_answers(desk, study, how, choosing.answers)
    if choosing.selected:
        study = _of(study, chosen(choosing.selected, _titles(study)))
        how = replace(how, yes=True)
    return settle_lesson(desk, book, study, how)


def _titles(study: Study) -> list[str]:
    return [each.candidate.title for each in study.excerpts]


def _of(study: Study, places: Sequence[int]) -> Study:
    kept: list[Excerpt] = [study.excerpts[place] for place in places]
    return replace(study, excerpts=tuple(kept))


def _heard(desk: Desk, question: str, titles: Sequence[str]) -> tuple[int, ...]:
    """Ask until the answer makes sense."""
    while True:
        typed = click.prompt(desk.text(question), default="all", show_default=False, err=True)
        try:
            return chosen(typed, titles)
        except BadInput as trouble:
            desk.echo(trouble.message(desk.language), err=True)


_BETWEEN = re.compile(r"[,，、;；]")


def file_away(desk: Desk, book: Book, excerpts: tuple[Excerpt, ...], *, is_there: bool) -> Filed:
    """Return `excerpts` under categories; a person who is there names the one that is missing."""
    view = book.view(desk.clock())
    categories = categories_of(view)
    if categories is None:
        return Filed(excerpts, None)
    # What the book says already needs no category, and nobody is asked for one.
    known = known_in(excerpts, view)
    found = filed([each for each in excerpts if each.id not in known], categories)
    if found.new is not None and is_there:
        named = _named(desk, found.new)
        is_there_already = named.id in {each.id for each in categories}
        under = refiled(found.excerpts, found.new, named)
        found = Filed(under, None if is_there_already else named)
    placed = {each.id: each for each in found.excerpts}
    return Filed(tuple(placed.get(each.id, each) for each in excerpts), found.new)


def _named(desk: Desk, suggestion: Category) -> Category:
    """Ask for name and keywords; what was suggested stands when nothing is typed."""
    desk.notice("category.suggest", name=suggestion.name)
    name: str = click.prompt(desk.text("ask.category-name"), default=suggestion.name, err=True)
    words: str = click.prompt(
        desk.text("ask.category-keywords"), default=", ".join(suggestion.keywords), err=True
    )
    return category_of(line(name), _BETWEEN.split(line(words)))

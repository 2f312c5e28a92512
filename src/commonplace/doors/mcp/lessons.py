"""What an agent may learn from: a text it has, or the project's own files; nothing else on the machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from commonplace.app.books import Book
from commonplace.app.governing import counsel_for
from commonplace.app.learning import (
    file_lesson,
    folder_lesson,
    folder_material,
    task_material,
    text_lesson,
)
from commonplace.core.governance import Label
from commonplace.core.hygiene import neutral, shorten
from commonplace.doors.cli.desk import Desk
from commonplace.doors.mcp.consent import Made, Proposed
from commonplace.doors.mcp.proposals import near_refusal, neighbours_of, skipped
from commonplace.doors.mcp.shapes import LearntPart
from commonplace.errors import BadInput
from commonplace.flows.capture import Given
from commonplace.flows.govern import Answer
from commonplace.flows.learn import Learned, Operation, learn
from commonplace.flows.lessons import Lesson, excerpts_of
from commonplace.messages import say

MOST_PARTS = 40
"""In one answer; the proposal holds them all."""
SAID_CHARACTERS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """What to learn from, one of three, and what the agent said about it."""

    text: str
    path: str
    task: int | None
    given: Given
    labels: tuple[Label, ...] = ()


def learnt(taught: Taught, desk: Desk, book: Book) -> Made:
    """Propose what a text, a file, a folder or a task has to teach."""
    lesson = _lesson(taught, desk, book)
    excerpts = excerpts_of(lesson)
    answers = {each.id: Answer(labels=taught.labels) for each in excerpts}
    learned = learn(excerpts, book.view(desk.clock()), counsel_for(book), answers)
    governance = learned.governance
    if governance is None or not governance.proposal.changes:
        ending = skipped(say("mcp.nothing-new"))
        return ending.model_copy(update={"parts": _parts(learned)})
    return Proposed(
        proposal=governance.proposal,
        must_ask=near_refusal(governance, desk),
        parts=tuple(_parts(learned)),
        neighbours=neighbours_of(governance),
    )


def _lesson(taught: Taught, desk: Desk, book: Book) -> Lesson:
    text, path, task, given = taught.text, taught.path, taught.task, taught.given
    if sum((bool(text.strip()), bool(path), task is not None)) != 1:
        raise BadInput("one-source")
    if text.strip():
        return text_lesson(text, given, book)
    if task is not None:
        material = task_material(book, task)
        return folder_lesson(material, material.files, given, book, task)
    if _inside(path, desk.folder, book.project).is_dir():
        material = folder_material(book, desk.folder, path)
        return folder_lesson(material, material.files, given, book, None)
    return file_lesson(path, given, book, desk.folder)


def _inside(path: str, folder: Path, project: Path) -> Path:
    """Return the file or folder meant, links followed; one outside the project is refused unread."""
    try:
        whole, home = (folder / path).resolve(), project.resolve()
        whole.is_dir()
    except (
        OSError,
        ValueError,
    ) as cause:  # a loop of links, a NUL, a name longer than names may be
        raise BadInput("file-not-found", path=path) from cause
    if not whole.is_relative_to(home):
        raise BadInput("outside-project", path=path, project=project)
    return whole


def _parts(learned: Learned) -> list[LearntPart]:
    return [_part(each) for each in learned.operations[:MOST_PARTS]]


def _part(operation: Operation) -> LearntPart:
    return LearntPart(
        verb=operation.verb.value,
        said=shorten(neutral(operation.excerpt.segment.summary), SAID_CHARACTERS),
        memory=operation.memory,
        question=operation.question,
    )

"""A conversation or a text in, the tasks worth recording out, each as an excerpt for its shelf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.recording.criteria import Shelf
from commonplace.core.recording.tasks import Task, tasks_in
from commonplace.core.segments.mapping import segments_of
from commonplace.flows.capture import Given, capture, headlines, plain
from commonplace.flows.lessons import Excerpt, Lesson

LARGEST_TASK_TOKENS = 1 << 20
"""A task is never cut: whoever tells it decides how long it is."""


def recordable(
    lesson: Lesson, skill: str = "", holds: frozenset[str] = frozenset()
) -> tuple[Excerpt, ...]:
    """Return the tasks of every source that are worth recording; `holds` is what the book can keep."""
    tasks = [task for source in lesson.sources for task in tasks_in(plain(source.text), skill)]
    return tuple(_excerpts(tasks, lesson, holds))


def _excerpts(tasks: Sequence[Task], lesson: Lesson, holds: frozenset[str]) -> list[Excerpt]:
    return [
        _excerpt(f"seg-{number:03}", task, lesson, holds)
        for number, task in enumerate(tasks, start=1)
    ]


def _excerpt(name: str, task: Task, lesson: Lesson, holds: frozenset[str]) -> Excerpt:
    given = lesson.given
    is_skill = task.shelf is Shelf.EXPERIENCE and "kind" in holds
    candidate = capture(
        task.text,
        Given(
            kind=given.kind or (task.shelf.value if is_skill else ""),
            topic=given.topic or (task.skill if is_skill and "topic" in holds else ""),
            tags=given.tags,
            origin=given.origin,
        ),
    )
    (segment,) = segments_of(task.text, whole_up_to=LARGEST_TASK_TOKENS)
    return Excerpt(
        id=name,
        segment=replace(segment, summary=headlines(task.text).summary),
        topic=candidate.topic,
        candidate=candidate,
    )

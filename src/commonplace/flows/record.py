"""A conversation or a text in, the tasks worth recording out, each as an excerpt for its target."""

from __future__ import annotations

from dataclasses import replace

from commonplace.core.record.criteria import RecordTarget
from commonplace.core.record.tasks import Task, tasks_in
from commonplace.core.segments.segmentation import segments_of
from commonplace.flows.capture import Given, capture, plain
from commonplace.flows.lessons import Excerpt, Lesson, SourceText, provenance, with_a_telling_line

LARGEST_TASK_TOKENS = 1 << 20
"""A task is never cut: whoever tells it decides how long it is."""


def recordable(
    lesson: Lesson, skill: str = "", holds: frozenset[str] = frozenset()
) -> tuple[Excerpt, ...]:
    """Return the tasks of every source that are worth recording; `holds` is what the book can keep."""
    found = [
        (source, task)
        for source in lesson.sources
        for task in tasks_in(plain(source.text, keeps_lines=True), skill)
    ]
    return tuple(
        _excerpt(f"seg-{number:03}", task, _given(source, task, lesson, holds), source)
        for number, (source, task) in enumerate(found, start=1)
    )


def with_skill(given: Given, skill: str, holds: frozenset[str]) -> Given:
    """Return `given` as experience with `skill`, where the book has a place for that."""
    if not skill or "kind" not in holds:
        return given
    topic = given.topic or (skill if "topic" in holds else "")
    return replace(given, kind=given.kind or RecordTarget.EXPERIENCE.value, topic=topic)


def _given(source: SourceText, task: Task, lesson: Lesson, holds: frozenset[str]) -> Given:
    lines = f"{task.first_line}-{task.last_line}"
    given = replace(lesson.given, source=provenance(source, lines, lesson))
    return with_skill(given, task.skill, holds)


def _excerpt(name: str, task: Task, given: Given, source: SourceText) -> Excerpt:
    (segment,) = segments_of(task.text, whole_up_to=LARGEST_TASK_TOKENS)
    candidate = with_a_telling_line(capture(task.text, given), segment)
    segment = replace(
        segment,
        source_file=source.name,
        first_line=task.first_line,
        last_line=task.last_line,
        summary=candidate.summary,
    )
    return Excerpt(id=name, segment=segment, topic=candidate.topic, candidate=candidate)

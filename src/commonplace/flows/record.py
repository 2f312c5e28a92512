"""A conversation or a text in, the tasks worth recording out, each as an excerpt for its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from commonplace.core.conversation.findings import (
    HEARD,
    Finding,
    body_of,
    summary_of,
    title_of,
)
from commonplace.core.conversation.turns import Conversation
from commonplace.core.injection import count_tokens
from commonplace.core.keywords import key_terms
from commonplace.core.record.criteria import RecordTarget
from commonplace.core.record.tasks import Task, tasks_in
from commonplace.core.search_words import search_words
from commonplace.core.segments.segmentation import Segment, TextFormat, segments_of
from commonplace.core.topics import guess_topic
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


SESSION_CHARACTERS = 12
"""So much of a session's id tells it from every other of one person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """Whose findings are told to which kind of book, and what the user said about all of them."""

    conversation: Conversation
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What the book calls each kind of finding."""
    form: str = "quoted"
    """How the book tells a finding."""
    given: Given = field(default_factory=Given)
    guesses_topic: bool = False


def excerpts_from(findings: Sequence[Finding], telling: Telling) -> tuple[Excerpt, ...]:
    """Return each finding as an excerpt: a candidate that knows its turns."""
    return tuple(
        _excerpt_of_finding(f"seg-{number:03}", finding, telling)
        for number, finding in enumerate(findings, start=1)
    )


def provenance_of_turns(conversation: Conversation, finding: Finding) -> str:
    """Return where a finding comes from, down to its turns, counted from 1 as people count."""
    turns = ", ".join(str(number + 1) for number in finding.turns)
    session = conversation.session[:SESSION_CHARACTERS]
    return f"{HEARD}{' '.join(filter(None, (conversation.host, session)))}, turns {turns}"


def _excerpt_of_finding(name: str, finding: Finding, telling: Telling) -> Excerpt:
    given = telling.given
    source = provenance_of_turns(telling.conversation, finding)
    body = plain(body_of(finding, telling.form, source.removeprefix(HEARD)))
    guesses = telling.guesses_topic and not given.topic
    guess = guess_topic(None, key_terms(body)) if guesses else ""
    told = replace(
        given,
        title=title_of(finding),
        is_title_read_off=True,
        summary=summary_of(finding),
        keywords=given.keywords or search_words(title_of(finding), plain(finding.words)),
        guessed_topic=guess,
        kind=given.kind or telling.kinds.get(finding.kind, ""),
        source=source,
    )
    candidate = capture(body, told)
    segment = _segment(telling.conversation, finding, body, candidate.title)
    return Excerpt(id=name, segment=segment, topic=given.topic or guess, candidate=candidate)


def _segment(conversation: Conversation, finding: Finding, body: str, title: str) -> Segment:
    """Return the finding as a piece of its source; what lines are in a file, turns are here."""
    return Segment(
        source_file=f"{conversation.host or 'conversation'}/{conversation.session}",
        first_line=finding.turns[0] + 1,
        last_line=finding.turns[-1] + 1,
        text=body,
        trail=(),
        part=0,
        also=(),
        form=TextFormat.PROSE,
        summary=title,
        estimated_tokens=count_tokens(body),
        key_terms=key_terms(body),
    )

"""A conversation or a text in, the tasks worth recording out, each as an excerpt for its target.

Sources in, insights out: what mem-skill would record of them, each as an excerpt with its lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from commonplace.core.changes import Category
from commonplace.core.classification import guess_topic, matching, suggested
from commonplace.core.conversation.findings import (
    Finding,
    body_of,
    fact_sentences,
    summary_of,
    title_of,
)
from commonplace.core.conversation.turns import Conversation
from commonplace.core.hygiene import shorten
from commonplace.core.injection import count_tokens
from commonplace.core.keywords import key_terms
from commonplace.core.memory import HEARD
from commonplace.core.record.criteria import RecordTarget
from commonplace.core.record.lingxi import note_body
from commonplace.core.record.points import MOST_WORDS, Point, points_of
from commonplace.core.record.tasks import Task, tasks_in
from commonplace.core.segments.blocks import estimated_tokens
from commonplace.core.segments.segmentation import Segment, TextFormat, segments_of
from commonplace.core.titles import is_han, search_words
from commonplace.core.values import dataclass, field, replace
from commonplace.flows.capture import Given, capture, line, plain
from commonplace.flows.learn import (
    Excerpt,
    Lesson,
    SourceText,
    cleaned,
    excerpts_of,
    form_of,
    headline,
    provenance,
    with_a_telling_line,
)

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
        keywords=given.keywords
        or search_words(title_of(finding), plain(" ".join(fact_sentences(finding)))),
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


SUMMARY_CHARS = 100
_READ = (TextFormat.MARKDOWN, TextFormat.PROSE)
"""A program says little in sentences."""
_STOPS = (".", "。", "!", "！", "?", "？", "`")
_NAMED = ("file:", "url:")
"""How provenance begins that names what a category could be called after."""


@dataclass(frozen=True, slots=True)
class Filed:
    """Insights with the category each belongs to, and the one that would be new."""

    excerpts: tuple[Excerpt, ...]
    new: Category | None


def insights_of(lesson: Lesson, form: str = "points") -> tuple[Excerpt, ...]:
    """Return what is worth recording of each source, in the order in which it stands there.

    `form` is how the book tells a fact (`Traits.finding_form`).
    """
    found = [(source, point) for source in lesson.sources for point in _points(source)]
    beside = Counter((source.name, point.trail) for source, point in found)
    return tuple(
        _insight_excerpt(
            f"seg-{number:03}",
            _Insight(source, point, beside[source.name, point.trail]),
            lesson,
            form,
        )
        for number, (source, point) in enumerate(found, start=1)
    )


def actionable_in(lesson: Lesson, form: str) -> tuple[Excerpt, ...]:
    """Return what is worth recording of each source; a program and a short text are learnt as they are."""
    found: list[Excerpt] = []
    for source in lesson.sources:
        own = replace(lesson, sources=(source,))
        is_whole = form_of(source) not in _READ or len(source.text.split()) <= MOST_WORDS
        found += insights_of(own, form) or (excerpts_of(own) if is_whole else ())
    return tuple(replace(each, id=f"seg-{number:03}") for number, each in enumerate(found, start=1))


def _points(source: SourceText) -> tuple[Point, ...]:
    return points_of(cleaned(source).text) if form_of(source) in _READ else ()


@dataclass(frozen=True, slots=True)
class _Insight:
    """A point where it stands, and how many points of its source stand under the same heading."""

    source: SourceText
    point: Point
    beside: int


def _insight_excerpt(name: str, insight: _Insight, lesson: Lesson, form: str) -> Excerpt:
    point, source = insight.point, insight.source
    heading = point.trail[-1] if point.trail else ""
    has_own_heading = insight.beside == 1 and len(point.trail) > 1
    where = provenance(source, f"{point.first_line}-{point.last_line}", lesson)
    title = heading if has_own_heading else headline(point.text)
    is_note = form == "decision"
    told = f"{heading}\n\n{point.text}"
    given = Given(
        title=title,
        is_title_read_off=True,
        topic=lesson.given.topic,
        tags=lesson.given.tags,
        when_to_load=lesson.given.when_to_load or ((heading or title,) if is_note else ()),
        keywords=key_terms(told) if form == "points" else search_words(title, told),
        summary=shorten(_under_heading(heading, point.text), SUMMARY_CHARS),
        source=where,
        origin=lesson.given.origin,
    )
    return Excerpt(
        id=name,
        segment=_insight_segment(source, point),
        topic=lesson.given.topic,
        candidate=capture(_told_as(point.text, form, heading or title, where), given),
    )


def _under_heading(heading: str, text: str) -> str:
    """Return a point with the heading it stands under, unless it begins with it."""
    return text if not heading or text.startswith(heading) else f"{heading}: {text}"


def _told_as(text: str, form: str, signal: str, where: str) -> str:
    """Return a point in the form that a book gives to a fact."""
    match form:
        case "points":
            return f"- {text}"
        case "decision":
            return note_body(text, signal, where)
        case _:
            return text if text.endswith(_STOPS) else f"{text}{'。' if is_han(text[-1]) else '.'}"


def _insight_segment(source: SourceText, point: Point) -> Segment:
    return Segment(
        source_file=source.name,
        first_line=point.first_line,
        last_line=point.last_line,
        text=point.text,
        trail=point.trail,
        part=0,
        also=(),
        form=TextFormat.PROSE,
        summary=point.text,
        estimated_tokens=estimated_tokens(point.text),
        key_terms=key_terms(point.text),
    )


def filed(excerpts: Sequence[Excerpt], categories: Sequence[Category]) -> Filed:
    """Return `excerpts` under the categories whose keywords they use; the rest under a new one.

    One new category is suggested for all that match none: they come from one source, and a category
    for each would be none.
    """
    matched = [_matched(excerpt, categories) for excerpt in excerpts]
    strays = [each for each, found in zip(excerpts, matched, strict=True) if found is None]
    new = (
        suggested(_name(strays[0]), [each.segment.key_terms for each in strays]) if strays else None
    )
    under = (
        _under(excerpt, category or new)
        for excerpt, category in zip(excerpts, matched, strict=True)
    )
    known = {each.id for each in categories}
    return Filed(tuple(under), new if new and new.id not in known else None)


def refiled(excerpts: Sequence[Excerpt], old: Category, new: Category) -> tuple[Excerpt, ...]:
    """Return `excerpts` with those of the category `old` under `new`."""
    return tuple(_under(each, new) if each.topic == old.id else each for each in excerpts)


def _matched(excerpt: Excerpt, categories: Sequence[Category]) -> Category | None:
    if told := excerpt.candidate.topic:
        return Category(id=told, name=told)
    own = matching(excerpt.segment.text, categories)
    return own or matching("\n".join(excerpt.segment.trail[-1:]), categories)


def _under(excerpt: Excerpt, category: Category | None) -> Excerpt:
    if category is None:
        return excerpt
    candidate = replace(excerpt.candidate, guessed_topic=category.id)
    return replace(excerpt, topic=category.id, candidate=candidate)


def _name(excerpt: Excerpt) -> str:
    """Return what a new category would be called: as the file or page is; a conversation has no name."""
    if not excerpt.candidate.source.startswith(_NAMED):
        return "General"
    stem = PurePath(line(excerpt.segment.source_file).rstrip("/")).stem
    return stem.replace("-", " ").replace("_", " ").strip().title()

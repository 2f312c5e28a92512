"""Sources in, excerpts out: each segment as a candidate that knows its file and its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath

from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Candidate, Origin
from commonplace.core.record.lingxi import note_body
from commonplace.core.record.points import sentences_of
from commonplace.core.record.tasks import facts_in
from commonplace.core.segments.blocks import BYPASS_UP_TO, SPLIT_ABOVE
from commonplace.core.segments.noise import Cleaned, without_noise
from commonplace.core.segments.segmentation import (
    Segment,
    TextFormat,
    body_of,
    first_paragraph,
    format_of,
    segments_of,
    title_of,
)
from commonplace.core.topics import guess_topic
from commonplace.flows.capture import SUMMARY_CHARS, Given, capture, headlines, plain

USER_INPUT = "user input"


class Mode(StrEnum):
    """Where a lesson comes from."""

    TEXT = "text"
    FILE = "file"
    DIRECTORY = "directory"
    TASK = "task"
    PAGE = "url"
    TRANSCRIPT = "transcript"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """One text to learn from."""

    text: str
    name: str = ""
    """The file's path as provenance will tell it; empty for a text that somebody typed."""
    folder: PurePath | None = None
    """The folder that says what it is about, as far as it does."""
    form: TextFormat | None = None
    """How it is cut, where its name does not say so."""
    fetched: str = ""
    """When a page was fetched, from where in the end, and the hash of what came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Everything that is learnt in one go."""

    mode: Mode
    path: str
    """What was named: a file, a folder, a task's folder; empty for a text."""
    sources: tuple[SourceText, ...]
    unread: tuple[str, ...] = ()
    """Files that were chosen and could not be read; the others are learnt all the same."""
    task: int = 0
    given: Given = field(default_factory=Given)
    """What the user said about all of it."""
    guesses_topic: bool = True
    """Whether a topic is a path of the user's choice, so that one may be guessed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """One segment of a lesson, and the candidate it makes."""

    id: str
    segment: Segment
    topic: str
    candidate: Candidate


def excerpts_of(lesson: Lesson) -> tuple[Excerpt, ...]:
    """Return the excerpts of a lesson, in the order of its sources."""
    found = (pair for source in lesson.sources for pair in _segments(source, lesson.mode))
    return tuple(
        _excerpt(f"seg-{number:03}", source, segment, lesson)
        for number, (source, segment) in enumerate(found, start=1)
    )


def total_tokens(excerpts: Sequence[Excerpt]) -> int:
    """Return about how many tokens the whole lesson has."""
    return sum(excerpt.segment.estimated_tokens for excerpt in excerpts)


def _segments(source: SourceText, mode: Mode) -> Iterator[tuple[SourceText, Segment]]:
    """Yield the segments of one source; secrets are taken out first, whole, line by line.

    A key that reaches over two segments would be recognised in neither.
    """
    text, form = cleaned(source).text, form_of(source)
    whole_up_to = SPLIT_ABOVE if mode is Mode.DIRECTORY else BYPASS_UP_TO
    for segment in segments_of(text, source.name, whole_up_to=whole_up_to, form=form):
        yield source, segment


def form_of(source: SourceText) -> TextFormat:
    """Return how a source is cut: as it says itself, else as its name and its text say."""
    return source.form or format_of(source.name, source.text)


def cleaned(source: SourceText) -> Cleaned:
    """Return a source without secrets and without what nobody asks for; a typed text says what it says."""
    text = plain(source.text, keeps_lines=True)
    return without_noise(text, source.name, form_of(source)) if source.name else Cleaned(text, {})


def left_out(lesson: Lesson) -> dict[str, int]:
    """Return how many pieces of a lesson were left out since nobody asks for them, by what they are."""
    counts: Counter[str] = Counter()
    for source in lesson.sources:
        counts.update(cleaned(source).left_out)
    return dict(sorted(counts.items()))


def _excerpt(name: str, source: SourceText, segment: Segment, lesson: Lesson) -> Excerpt:
    given = lesson.given
    guess = ""
    if lesson.guesses_topic and not given.topic:
        guess = guess_topic(source.folder, [*segment.trail, *segment.key_terms])
    told = Given(
        title=title_of(segment),
        is_title_read_off=True,
        topic=given.topic,
        guessed_topic=guess,
        kind=given.kind,
        tags=given.tags,
        when_to_load=given.when_to_load,
        source=provenance(source, segment.source_lines, lesson),
        origin=given.origin,
    )
    candidate = with_a_telling_line(capture(body_of(segment), told), segment)
    return Excerpt(id=name, segment=segment, topic=given.topic or guess, candidate=candidate)


def with_a_telling_line(candidate: Candidate, segment: Segment) -> Candidate:
    """Return the candidate with a line to inject that says something: `Retries` alone does not."""
    if segment.form not in (TextFormat.MARKDOWN, TextFormat.PROSE):
        return candidate
    lines = headlines(first_paragraph(candidate.body))
    said, title = lines.summary, candidate.title.rstrip("…")
    if not said or said.startswith(title) or candidate.title == lines.title:
        return candidate
    return replace(candidate, summary=shorten(f"{candidate.title}: {said}", SUMMARY_CHARS))


def provenance(source: SourceText, lines: str, lesson: Lesson) -> str:
    """Return where `lines` of a source come from, in the seed's words; they are empty when typed."""
    if not source.name:
        return USER_INPUT
    if source.fetched:
        return f"url:{source.name} lines {lines}; {source.fetched}"
    where = f"{source.name}:{lines}"
    return f"Task {lesson.task}: {where}" if lesson.mode is Mode.TASK else f"file: {where}"


MOST_CANDIDATES = 10
SENTENCES_OF_A_PAGE = 3
FIRST_LOOK_CHARS = 100


def candidates_in(
    sources: Sequence[SourceText], holds: frozenset[str], origin: Origin
) -> tuple[Candidate, ...]:
    """Return at most ten candidates: manifests and CI first, then the points of its pages."""
    found = [each for source in sources for each in _candidates(source, holds, origin)]
    return tuple(found[:MOST_CANDIDATES])


def _candidates(source: SourceText, holds: frozenset[str], origin: Origin) -> Iterator[Candidate]:
    text = plain(source.text, keeps_lines=True)
    if source.name.endswith(".md"):
        for point in sentences_of(text, SENTENCES_OF_A_PAGE):
            heading = point.trail[-1] if point.trail else source.name
            where = f"{source.name}:{point.first_line}-{point.last_line}"
            yield _candidate((heading, point.text, heading), where, holds, origin)
        return
    where = f"{source.name}:1-{len(text.splitlines())}"
    for fact in facts_in(source.name, text):
        yield _candidate((fact.title, fact.text, fact.when), where, holds, origin)


def _candidate(
    said: tuple[str, str, str], where: str, holds: frozenset[str], origin: Origin
) -> Candidate:
    title, text, when = said
    is_note = "when_to_load" in holds
    return capture(
        note_body(text, when, where.partition(":")[0]) if is_note else f"- {text}",
        Given(
            title=title,
            kind="tech" if is_note else "",
            keywords=key_terms(f"{title}\n\n{text}"),
            summary=shorten(text, FIRST_LOOK_CHARS),
            when_to_load=(when,) if is_note else (),
            source=f"file: {where}",
            origin=origin,
        ),
    )

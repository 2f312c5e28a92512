"""Sources in, insights out: what mem-skill would record of them, each as an excerpt with its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from commonplace.core.categories import matching, suggested
from commonplace.core.changes import Category
from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.record.points import Point, points_of
from commonplace.core.segments.blocks import estimated_tokens
from commonplace.core.segments.segmentation import Segment, TextFormat
from commonplace.flows.capture import Given, capture, headlines, line
from commonplace.flows.lessons import Excerpt, Lesson, SourceText, cleaned, form_of, provenance

TITLE_CHARS = 60
SUMMARY_CHARS = 100
_READ = (TextFormat.MARKDOWN, TextFormat.PROSE)
"""A program says little in sentences."""
_NAMED = ("file:", "url:")
"""How provenance begins that names what a category could be called after."""


@dataclass(frozen=True, slots=True)
class Filed:
    """Insights with the category each belongs to, and the one that would be new."""

    excerpts: tuple[Excerpt, ...]
    new: Category | None


def insights_of(lesson: Lesson) -> tuple[Excerpt, ...]:
    """Return what is worth recording of each source, in the order in which it stands there."""
    found = [(source, point) for source in lesson.sources for point in _points(source)]
    beside = Counter((source.name, point.trail) for source, point in found)
    return tuple(
        _excerpt(f"seg-{number:03}", source, point, lesson, beside[source.name, point.trail])
        for number, (source, point) in enumerate(found, start=1)
    )


def _points(source: SourceText) -> tuple[Point, ...]:
    return points_of(cleaned(source).text) if form_of(source) in _READ else ()


def _excerpt(name: str, source: SourceText, point: Point, lesson: Lesson, beside: int) -> Excerpt:
    heading = point.trail[-1] if point.trail else ""
    has_own_heading = beside == 1 and len(point.trail) > 1
    given = Given(
        title=heading if has_own_heading else _headline(point.text),
        is_title_read_off=True,
        topic=lesson.given.topic,
        tags=lesson.given.tags,
        when_to_load=lesson.given.when_to_load,
        keywords=key_terms(f"{heading}\n\n{point.text}"),
        summary=shorten(f"{heading}: {point.text}" if heading else point.text, SUMMARY_CHARS),
        source=provenance(source, f"{point.first_line}-{point.last_line}", lesson),
        origin=lesson.given.origin,
    )
    return Excerpt(
        id=name,
        segment=_segment(source, point),
        topic=lesson.given.topic,
        candidate=capture(f"- {point.text}", given),
    )


def _headline(text: str) -> str:
    """Return the beginning of `text` as a title, cut between words where it has any."""
    whole = headlines(text).title
    if len(whole) <= TITLE_CHARS:
        return whole
    cut = whole[:TITLE_CHARS]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut} …"


def _segment(source: SourceText, point: Point) -> Segment:
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

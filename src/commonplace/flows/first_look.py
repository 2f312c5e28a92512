"""A project's own files in, candidates out: what somebody new to it would want to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Candidate, Origin
from commonplace.core.record.lingxi import note_body
from commonplace.core.record.manifests import facts_in
from commonplace.core.record.points import sentences_of
from commonplace.flows.capture import Given, capture, plain
from commonplace.flows.lessons import SourceText

MOST_CANDIDATES = 10
SENTENCES_OF_A_PAGE = 3
SUMMARY_CHARS = 100


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
            summary=shorten(text, SUMMARY_CHARS),
            when_to_load=(when,) if is_note else (),
            source=f"file: {where}",
            origin=origin,
        ),
    )

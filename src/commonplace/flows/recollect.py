"""Findings of a conversation in, excerpts out: candidates that name the turns they come from."""

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
from commonplace.core.search_words import search_words
from commonplace.core.segments.formats import TextFormat
from commonplace.core.segments.segmentation import Segment
from commonplace.core.topics import guess_topic
from commonplace.flows.capture import Given, capture, plain
from commonplace.flows.lessons import Excerpt

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
        _excerpt(f"seg-{number:03}", finding, telling)
        for number, finding in enumerate(findings, start=1)
    )


def provenance(conversation: Conversation, finding: Finding) -> str:
    """Return where a finding comes from, down to its turns, counted from 1 as people count."""
    turns = ", ".join(str(number + 1) for number in finding.turns)
    session = conversation.session[:SESSION_CHARACTERS]
    return f"{HEARD}{' '.join(filter(None, (conversation.host, session)))}, turns {turns}"


def _excerpt(name: str, finding: Finding, telling: Telling) -> Excerpt:
    given = telling.given
    source = provenance(telling.conversation, finding)
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

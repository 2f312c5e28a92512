"""Text in, candidate out: a title, a line to inject, and words to find it by."""

from __future__ import annotations

from collections.abc import Mapping

from commonplace.core import lazy_re as re
from commonplace.core.hygiene import shorten
from commonplace.core.memory import Candidate, Origin
from commonplace.core.names import check_topic
from commonplace.core.redaction import redact
from commonplace.core.titles import (
    between_words,
    claim_title,
    name_words,
    search_words,
    without_lead_in,
)
from commonplace.core.tokens import fold
from commonplace.core.values import dataclass, field
from commonplace.errors import BadInput

MOST_CHARACTERS = 1 << 20
"""No note could hold more than a mebibyte; said before minutes are spent on reading it."""
SUMMARY_CHARS = 100
"""From the vault's own rule for a summary that nobody wrote: the first line, 100 characters."""

_HEADING = re.compile(r"#{1,6}[ \t]+")
_BULLETS = re.compile(r"(?:[-*+][ \t]+|>[ \t]*)*")
_ORDINAL = re.compile(r"\(?(?:\d+(?:\.\d+)*|[A-Z]|[IVXLC]+)[.)]\s+")
"""What numbers a heading, as in `1. Use PostgreSQL`: its full stop ends nothing."""
_SENTENCE_END = re.compile(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)(?<!\b[DM]r\.)(?<!\bMrs\.)\s|(?<=[。！？])"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but for the line break and the tab."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What the user said about a text beside the text itself; empty means: find it yourself."""

    title: str = ""
    topic: str = ""
    guessed_topic: str = ""
    kind: str = ""
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    summary: str = ""
    when_to_load: tuple[str, ...] = ()
    source: str = "user input"
    origin: Origin = Origin.HUMAN
    extra: Mapping[str, str] = field(default_factory=dict)
    """What only some layouts have a field for: LingXi's Strength, Scope, Audience and Portability."""
    is_title_read_off: bool = False
    """Whether the title was found in the source, so that nobody chose it for a name."""


def capture(text: str, given: Given) -> Candidate:
    """Return `text` as a candidate, completed with what can be read off the text."""
    if len(text) > MOST_CHARACTERS:
        raise BadInput("text-too-long", size=len(text), most=MOST_CHARACTERS)
    whole = plain(text).strip("\n")
    if not whole.strip():
        raise BadInput("empty-text")
    if given.topic:
        check_topic(given.topic)
    heading, body = _split_heading(whole)
    lines = _of_heading(heading) if heading else headlines(whole)
    written = line(given.title)
    title = written or lines.title
    is_chosen = _has_latin(written) and not given.is_title_read_off
    return Candidate(
        title=title,
        # A heading that the title does not say is a part of the text: nothing else would keep it.
        body=body if fold(heading) in fold(title) else whole,
        kind=line(given.kind),
        topic=line(given.topic),
        guessed_topic=line(given.guessed_topic),
        tags=_lines(given.tags),
        keywords=_lines(given.keywords) or search_words(title, whole),
        summary=line(given.summary) or lines.summary,
        when_to_load=_lines(given.when_to_load),
        source=line(given.source),
        origin=given.origin,
        extra=given.extra,
        # A title that somebody wrote names the file by the seed's own rule, where it has Latin letters.
        name_words="" if is_chosen else name_words(title),
    )


def reworded(candidate: Candidate, text: str) -> Candidate:
    """Return a candidate in other words: what was read off the old ones is read off the new ones."""
    given = Given(
        topic=candidate.topic,
        guessed_topic=candidate.guessed_topic,
        kind=candidate.kind,
        tags=candidate.tags,
        when_to_load=candidate.when_to_load,
        source=candidate.source,
        origin=candidate.origin,
        extra=candidate.extra,
    )
    return capture(text, given)


def _has_latin(title: str) -> bool:
    return any(char.isascii() and char.isalnum() for char in title)


@dataclass(frozen=True, slots=True)
class Headlines:
    """The lines that a text gives itself when nobody wrote them."""

    title: str
    summary: str
    sentence: str
    """The first sentence in the length of a title: what titles were before they were claims."""


def headlines(text: str) -> Headlines:
    """Return what `text` claims as a title, and its first sentence as a summary; empty for none."""
    first = _first_sentence(text) if text.strip() else ""
    summary = shorten(without_lead_in(first), SUMMARY_CHARS)
    return Headlines(claim_title(first), summary, between_words(first))


def _of_heading(heading: str) -> Headlines:
    """Return the lines for a text that has a heading: somebody wrote it, so it stands as it is."""
    title = between_words(_first_sentence(heading))
    return Headlines(title, shorten(heading, SUMMARY_CHARS), title)


def plain(text: str, *, keeps_lines: bool = False) -> str:
    """Return `text` with plain newlines, without control characters and without secrets.

    Bytes that were not UTF-8 arrive as lone surrogates: they are refused, since nothing we could
    write in their place would be what was meant.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as cause:
        raise BadInput("not-utf-8") from cause
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return redact(_CONTROLS.sub("", lines), keeps_lines=keeps_lines)


def line(text: str) -> str:
    """Return `text` as one line."""
    return " ".join(plain(text).split())


def _lines(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(line, texts))))


def _split_heading(text: str) -> tuple[str, str]:
    """Return the title a Markdown text gives itself and the text below it; `""` when it has none."""
    first, _, rest = text.partition("\n")
    if not (mark := _HEADING.match(first)) or not rest.strip():
        return "", text
    return first[mark.end() :].strip(), rest.strip("\n")


def _first_sentence(text: str) -> str:
    first = next(part for part in text.splitlines() if part.strip())
    mark = _HEADING.match(words := first.strip())
    bare = _BULLETS.sub("", words[mark.end() if mark else 0 :], count=1).strip() or words
    number = _ORDINAL.match(bare)
    end = _SENTENCE_END.search(bare, number.end() if number else 0)
    sentence = line(bare[: end.start()] if end else bare)
    return sentence.rstrip(".。") or sentence

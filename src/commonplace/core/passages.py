"""Cut a memory into passages: what search compares with a question.

A paragraph is a passage; a heading goes with what stands under it; a code block stays together. The
fields that say what a memory is about are folded in: all of them into the first passage; title, cues
and heading into each, so that a paragraph is found by what its page is called and asked for by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from commonplace.core.letters import is_unspaced
from commonplace.core.memory import Memory
from commonplace.core.ranking import MOST_PASSAGES

LONGEST_PASSAGE = 200
"""In words; a longer paragraph is cut between lines, or between sentences where it is one line."""

CUES_REPEATED = 4
"""So many cues stand in every passage beside the title; a long list of questions is not repeated."""

_FENCES = ("```", "~~~")
_SENTENCE_ENDS = ".!?。！？；;"
_QUESTIONS = re.compile(
    r"^#{2,6}[ \t]+(?:Probes|探针)[ \t]*$(.*?)(?=^#{1,6}[ \t]|\Z)", re.MULTILINE | re.DOTALL
)
_ITEM = re.compile(r"^[ \t]{0,40}[-*][ \t]{1,40}(\S.*)$", re.MULTILINE)


def passages_of(memory: Memory) -> tuple[str, ...]:
    """Return the texts by which `memory` is found, in order; there is always a first one."""
    first, *others = _texts(memory)
    cues = cues_of(memory)
    head = (
        memory.title,
        memory.summary,
        *cues,
        " ".join(filter(None, (*memory.keywords, *memory.tags, memory.kind, memory.topic))),
        first,
    )
    return ("\n".join(filter(None, head)), *_named(memory, cues, others))


def meant_of(memory: Memory) -> tuple[str, ...]:
    """Return what a model is given of each passage: sentences, each said once.

    Keywords and the names of kinds are no sentences, and a title or summary that stands in the text
    would count twice: without them 70 of 100 far paraphrases are among the first three, with them 63.
    """
    first, *others = _texts(memory)
    cues = cues_of(memory)
    told = _flat(first)
    head = [each for each in (memory.title, memory.summary) if _flat(each) not in told]
    return (
        "\n".join(filter(None, (*head, *cues, first))) or memory.title,
        *_named(memory, cues, others),
    )


def _texts(memory: Memory) -> list[str]:
    text = _QUESTIONS.sub("", memory.body)  # they ask; what is found should answer
    return _merged([part for block in _blocks(text) for part in _cut(*block)]) or [""]


def _named(memory: Memory, cues: tuple[str, ...], texts: Iterable[str]) -> Iterator[str]:
    """Yield texts below what their page is called and asked for by."""
    named = "\n".join((memory.title, *cues[:CUES_REPEATED]))
    return (f"{named}\n{text}" for text in texts)


def _flat(text: str) -> str:
    """Return a text as one line in small letters, without the mark of where it was cut."""
    return " ".join(text.split()).rstrip("….").casefold()


def cues_of(memory: Memory) -> tuple[str, ...]:
    """Return what somebody said the memory should come for: situations, and questions it answers."""
    return (*memory.when_to_load, *questions_of(memory))


def questions_of(memory: Memory) -> tuple[str, ...]:
    """Return the questions written below `## Probes` in the text, or in a key `probes` divided by `;`."""
    below = [item for section in _QUESTIONS.findall(memory.body) for item in _ITEM.findall(section)]
    beside = re.split(r"[;；]", memory.extra.get("probes", ""))
    return tuple(filter(None, map(str.strip, (*below, *beside))))


def _blocks(body: str) -> Iterator[tuple[str, str]]:
    """Yield (heading, text) for each paragraph; a heading with nothing under it stands alone."""
    heading, fence, lines = "", "", list[str]()
    waiting = False
    for line in (*body.splitlines(), ""):
        mark = line.lstrip()[:3]
        if fence or mark in _FENCES:
            fence = "" if fence == mark else fence or mark
            lines.append(line)
        elif line.startswith("#") and line.lstrip("#").startswith(" "):
            if lines or waiting:
                yield heading, "\n".join(lines)
            heading, lines, waiting = line.lstrip("# ").strip(), [], True
        elif line.strip():
            lines.append(line)
        elif lines:
            yield heading, "\n".join(lines)
            lines, waiting = [], False
    if lines or waiting:
        yield heading, "\n".join(lines)


def _cut(heading: str, text: str) -> Iterator[str]:
    pieces = [text]
    if _is_long(text):
        pieces = _filled(
            piece
            for line in text.splitlines()
            for piece in (_sentences(line) if _is_long(line) else [line])
        )
    for piece in pieces:
        yield f"{heading}\n{piece}" if heading else piece


def _filled(pieces: Iterable[str]) -> list[str]:
    """Join pieces in order into texts that are as long as a passage may be."""
    found, current, size = list[str](), list[str](), 0
    for piece in pieces:
        words = _words(piece)
        if current and size + words > LONGEST_PASSAGE:
            found.append("\n".join(current))
            current, size = [], 0
        current.append(piece)
        size += words
    return [*found, "\n".join(current)]


def _sentences(line: str) -> Iterator[str]:
    start = 0
    for at, char in enumerate(line, start=1):
        if char in _SENTENCE_ENDS or at - start > 8 * LONGEST_PASSAGE:
            yield line[start:at]
            start = at
    if line[start:]:
        yield line[start:]


def _is_long(text: str) -> bool:
    return len(text) > LONGEST_PASSAGE and _words(text) > LONGEST_PASSAGE


def _words(text: str) -> int:
    """Count words; two characters of a script without spaces make one."""
    spaced = text.count(" ") + text.count("\n") + 1
    return spaced if text.isascii() else spaced + sum(map(is_unspaced, text)) // 2


def _merged(texts: list[str]) -> list[str]:
    """Join neighbours evenly where there are more passages than a note can have."""
    step = -(-len(texts) // MOST_PASSAGES)
    return (
        texts
        if step < 2
        else ["\n".join(texts[at : at + step]) for at in range(0, len(texts), step)]
    )

"""Cut a text into what can be kept or left out: sentences, items, tables, blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_HEADING = re.compile(r"^#{1,6}\s")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'`*(\[])|(?<=[。！？；])")


class Form(Enum):
    """How a piece of text is written, and so how it is kept."""

    HEADING = "heading"
    VERBATIM = "verbatim"
    """Code and tables, which mean nothing in pieces."""
    ITEM = "item"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of a text that stands or falls as a whole."""

    form: Form
    text: str
    opens: bool = False
    """Whether it is the first sentence of its paragraph, which mostly says what it is about."""


def units_of(text: str) -> list[Unit]:
    """Return the pieces of a Markdown text in order; blank lines are not among them."""
    return [unit for block in _blocks(text) for unit in _units(block)]


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield lines that belong together: a fenced block, a table, an item, a heading, a paragraph."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and mark[1].startswith(fence):
                yield lines
                lines, fence = [], ""
            continue
        if lines and _begins_anew(line, lines):
            yield lines
            lines = []
        fence = mark[1] if mark else ""
        if line.strip():
            lines.append(line)
    if lines:
        yield lines


def _begins_anew(line: str, lines: list[str]) -> bool:
    is_row = line.lstrip().startswith("|")
    return (
        not line.strip()
        or bool(_FENCE.match(line) or _HEADING.match(line) or _ITEM.match(line))
        or bool(_HEADING.match(lines[0]))
        or is_row != lines[0].lstrip().startswith("|")
    )


def _units(block: list[str]) -> Iterator[Unit]:
    first, text = block[0], "\n".join(block)
    if _FENCE.match(first) or first.lstrip().startswith("|") or first.startswith("    "):
        yield Unit(Form.VERBATIM, text)
    elif _HEADING.match(first):
        yield Unit(Form.HEADING, text)
    elif _ITEM.match(first):
        yield Unit(Form.ITEM, text)
    else:
        sentences = _SENTENCE_END.split(" ".join(line.strip() for line in block))
        for place, sentence in enumerate(filter(None, map(str.strip, sentences))):
            yield Unit(Form.SENTENCE, sentence, opens=place == 0)

"""Quote a memory: the sentence that makes a claim, whole and as it was written."""

from __future__ import annotations

import re

from commonplace.core.claims.clauses import normalize_text
from commonplace.core.memory import Memory

_SENTENCE_END = re.compile(
    r"(?<=[.!?])\s+|(?<=[.!?][\"'”）)])\s+|(?<=[。！？；])|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+>#|]|\d+[.)]) )"
)
"""A line that is merely wrapped ends no sentence; a blank one does, and one that begins an item."""
_MARKS = "-*>#+ \t\n"


def quoted(memory: Memory, words: str) -> str:
    """Return the sentence of `memory` in which `words` stand, else the line it is known by.

    `words` may be normalized as a judge reads them: that moves no character.
    """
    said = normalize_text(words).strip()
    for text in (memory.body, memory.title) if said else ():
        if (at := normalize_text(text).find(said)) >= 0:
            return _around(text, at)
    return memory.line


def _around(text: str, at: int) -> str:
    """Return the sentence of `text` that stands at that place, on one line."""
    start, end = 0, len(text)
    for stop in _SENTENCE_END.finditer(text):
        if stop.end() > at:
            end = stop.start()
            break
        start = stop.end()
    return " ".join(text[start:end].strip(_MARKS).split())

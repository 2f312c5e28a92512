"""Texts as a note's sections hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.headings import headings
from commonplace.layouts.markdown import newline_of, split_lines, text_of

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def tidy(text: str) -> str:
    """Return `text` as a field holds it: plain newlines, no blank lines around it."""
    return text_of(split_lines(text))


def one_line(title: str) -> str:
    """Return `title` as a heading or a list can show it: no line breaks, no control characters."""
    return " ".join(_CONTROL.sub(" ", title).split())


def settled(history: str) -> str:
    """Return earlier texts with their large headings made small.

    An old text has headings of its own; at level two they would end the section and come back to
    life as part of the memory.
    """
    lines = split_lines(tidy(history))
    for mark in headings(lines):
        if mark.level <= 2:
            lines[mark.line] = "###" + lines[mark.line].lstrip(" ")
    return "".join(lines)


def insert_section(lines: Sequence[str], at: int, wanted: Sequence[str]) -> list[str]:
    """Return `lines` with a section before line `at`, a blank line on either side."""
    newline = newline_of(lines)
    above = list(lines[:at])
    if above and not above[-1].endswith("\n"):
        above[-1] += newline
    if above and above[-1].strip():
        above.append(newline)
    new = [line + newline for line in "\n".join(wanted).split("\n")]
    below = [newline, *lines[at:]] if at < len(lines) else []
    return [*above, *new, *below]

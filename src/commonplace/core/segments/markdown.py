"""Markdown, cut at its headings.

Every heading begins a section that runs to the next heading of its level or above. A section that
fits stays whole with all that stands under it; one that does not is its introduction and then its
sections. What stands before the first heading is a block of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core.headings import Heading, headings
from commonplace.core.segments.blocks import Block, Lines
from commonplace.core.segments.sizes import IDEAL_AT_MOST


def markdown_blocks(lines: Lines) -> list[Block]:
    """Return the sections of a text, in order, every line in one of them."""
    marks = headings(lines.texts)
    first = marks[0].line if marks else len(lines.texts)
    before = [Block(0, first)] if first else []
    return [*before, *_sections(marks, len(lines.texts), (), lines)]


def _sections(
    marks: Sequence[Heading], end: int, above: tuple[str, ...], lines: Lines
) -> Iterator[Block]:
    at = 0
    while at < len(marks):
        below = at + 1
        while below < len(marks) and marks[below].level > marks[at].level:
            below += 1
        stop = marks[below].line if below < len(marks) else end
        yield from _section(marks[at:below], stop, above, lines)
        at = below


def _section(
    marks: Sequence[Heading], stop: int, above: tuple[str, ...], lines: Lines
) -> Iterator[Block]:
    """Yield the section of the first of `marks`: whole, or its introduction and what is under it."""
    own, *under = marks
    trail = (*above, own.title)
    if not under or lines.tokens(own.line, stop) <= IDEAL_AT_MOST:
        yield Block(own.line, stop, trail)
        return
    yield Block(own.line, under[0].line, trail)
    yield from _sections(under, stop, trail, lines)

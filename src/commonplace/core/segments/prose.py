"""Cut Markdown at its headings, and plain text into paragraphs that speak of the same thing.

Every heading begins a section that runs to the next heading of its level or above. A section that fits stays whole
with all that stands under it; one that does not is its introduction and then its sections. What stands before the
first heading is a block of its own.
Neighbouring paragraphs that share more than 40 % of their key terms are one block; one of one sentence joins the
neighbour it shares more with, the one below it when neither is nearer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from commonplace.core import lazy_re as re
from commonplace.core.headings import Heading, headings
from commonplace.core.keywords import key_terms
from commonplace.core.segments.blocks import IDEAL_AT_MOST, Block, Lines
from commonplace.core.tokens import fold

SAME_ABOVE = 0.40
_SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)|[。！？]+")


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


@dataclass(frozen=True, slots=True)
class _Paragraph:
    block: Block
    terms: frozenset[str]
    is_short: bool
    """Whether it is a single sentence."""


def paragraph_blocks(lines: Lines) -> list[Block]:
    """Return the paragraphs of a text, those of one subject joined; every line is in one of them."""
    starts = [
        at
        for at in range(len(lines.texts))
        if not lines.is_blank(at) and (at == 0 or lines.is_blank(at - 1))
    ]
    starts = [0, *starts[1:]] if starts else [0]
    ends = [*starts[1:], len(lines.texts)]
    found = [_paragraph(start, stop, lines) for start, stop in zip(starts, ends, strict=True)]
    return _grouped(found, lines)


def _paragraph(start: int, stop: int, lines: Lines) -> _Paragraph:
    text = lines.text(start, stop)
    terms = frozenset(map(fold, key_terms(text)))
    return _Paragraph(Block(start, stop), terms, len(_SENTENCE_END.findall(text)) <= 1)


def _grouped(found: Sequence[_Paragraph], lines: Lines) -> list[Block]:
    blocks = [found[0].block]
    for number in range(1, len(found)):
        below = found[number].block
        fits = lines.tokens(blocks[-1].start, below.stop) <= IDEAL_AT_MOST
        if fits and _joins(found, number):
            blocks[-1] = replace(blocks[-1], stop=below.stop)
        else:
            blocks.append(below)
    return blocks


def _joins(found: Sequence[_Paragraph], number: int) -> bool:
    """Say whether the paragraph `number` continues what the one before it speaks of."""
    above, below = found[number - 1], found[number]
    shared = _overlap(above, below)
    if shared > SAME_ABOVE:
        return True
    if above.is_short and (number == 1 or _overlap(found[number - 2], above) <= shared):
        return True
    is_last = number == len(found) - 1
    return below.is_short and (is_last or shared > _overlap(below, found[number + 1]))


def _overlap(one: _Paragraph, other: _Paragraph) -> float:
    fewest = min(len(one.terms), len(other.terms))
    return len(one.terms & other.terms) / fewest if fewest else 0.0

"""Represent a source as numbered lines and blocks of lines that belong together, of a size fit for a segment.

What is tiny joins a neighbour of its topic, what is huge is cut. A heading with little under it goes with its first
section; then sisters join up to the ideal size; a tiny one that is left over makes its neighbour a little larger
than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil

from commonplace.core.headings import prose_flags
from commonplace.core.letters import is_unspaced

TOKENS_PER_WORD = 1.3
"""The seed's own estimate (B5)."""
LONGEST_LINE = 800
"""In tokens; a longer line is cut between sentences, and its pieces keep its number."""
LONGEST_WORD = 40
"""In characters: a program without spaces is no single word."""
LONGEST_SENTENCE = 8 * LONGEST_LINE
"""In characters."""
_SENTENCE_ENDS = frozenset(".!?。！？；;")
BYPASS_UP_TO = 500
"""A source up to this size is one segment (B2; exactly 500 included, B7.8)."""
SMALL_BELOW = 100
IDEAL_AT_MOST = 500
SPLIT_ABOVE = 800


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, from `start` up to `stop`, counted from 0."""

    start: int
    stop: int
    trail: tuple[str, ...] = ()
    """The headings or names it stands under, its own last; empty where nothing names it."""
    part: int = 0
    """Which piece of a block that was too long, counted from 1; 0 for a whole one."""
    also: tuple[str, ...] = ()
    """The names of the blocks beside it that joined it."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a source, each with its number and its share of the tokens."""

    texts: tuple[str, ...]
    numbers: tuple[int, ...]
    """Counted from 1; pieces of one long line share a number."""
    weights: tuple[float, ...]
    """Tokens before each line, and of all lines at the end."""

    @property
    def are_physical(self) -> bool:
        """Say whether each entry is a whole line of the source."""
        return not self.numbers or self.numbers[-1] == len(self.numbers)

    def tokens(self, start: int, stop: int) -> int:
        """Return about how many tokens the lines from `start` up to `stop` have."""
        return ceil(self.weights[stop] - self.weights[start])

    def text(self, start: int, stop: int) -> str:
        """Return what stands from `start` up to `stop`."""
        pieces: list[str] = []
        for at in range(start, stop):
            if at > start and self.numbers[at] != self.numbers[at - 1]:
                pieces.append("\n")
            pieces.append(self.texts[at])
        return "".join(pieces)

    def is_blank(self, at: int) -> bool:
        """Say whether nothing stands on the line at `at`."""
        return not self.texts[at].strip()

    def trimmed(self, block: Block) -> tuple[int, int]:
        """Return the first line of `block` that says something, and the line after the last such."""
        start, stop = block.start, block.stop
        while start < stop and self.is_blank(start):
            start += 1
        while stop > start and self.is_blank(stop - 1):
            stop -= 1
        return start, stop


def lines_of(text: str) -> Lines:
    """Return the lines of `text`; one that is as long as several segments is cut into sentences."""
    texts: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        pieces = _sentences(line) if estimated_tokens(line) > LONGEST_LINE else [line]
        texts += pieces
        numbers += [number] * len(pieces)
    weights = accumulate((_words(line) * TOKENS_PER_WORD for line in texts), initial=0.0)
    return Lines(tuple(texts), tuple(numbers), tuple(weights))


def estimated_tokens(text: str) -> int:
    """Return about how many tokens `text` has: 1.3 for each word."""
    return ceil(_words(text) * TOKENS_PER_WORD)


def _words(text: str) -> float:
    """Count words; two characters of a script without spaces make one, and 40 without a space another."""
    least = len(text.strip()) / LONGEST_WORD
    if text.isascii():
        return max(len(text.split()), least)
    unspaced = sum(map(is_unspaced, text))
    spaced = "".join(" " if is_unspaced(char) else char for char in text)
    words = sum(any(map(str.isalnum, word)) for word in spaced.split())
    return max(unspaced / 2 + words, least)


def _sentences(line: str) -> list[str]:
    """Cut `line` after each sentence, and where a sentence has no end after many characters."""
    found: list[str] = []
    start = 0
    for at, char in enumerate(line, start=1):
        is_end = char in _SENTENCE_ENDS and (at == len(line) or not line[at].isalnum())
        is_end = is_end or (char in _SENTENCE_ENDS and not char.isascii())
        is_endless = at - start > LONGEST_LINE and char.isspace()
        if is_end or is_endless or at - start >= LONGEST_SENTENCE:
            found.append(line[start:at])
            start = at
    return [*found, line[start:]] if line[start:] else found


def sized(blocks: Sequence[Block], lines: Lines) -> list[Block]:
    """Return `blocks` with the small ones joined and the large ones cut; no line is lost."""
    headed = _joined(blocks, lines, _is_above, SPLIT_ABOVE)
    ideal = _joined(headed, lines, _share_topic, IDEAL_AT_MOST)
    parts = [part for block in ideal for part in _cut(block, lines)]
    return _joined(parts, lines, _share_topic, SPLIT_ABOVE)


def _joined(
    blocks: Sequence[Block],
    lines: Lines,
    belong: Callable[[Block, Block], bool],
    at_most: int,
) -> list[Block]:
    kept: list[Block] = []
    for block in blocks:
        above = kept[-1] if kept else block
        fits = lines.tokens(above.start, block.stop) <= at_most
        if kept and fits and _has_small(above, block, lines) and belong(above, block):
            kept[-1] = _as_one(above, block)
        else:
            kept.append(block)
    return kept


def _has_small(above: Block, below: Block, lines: Lines) -> bool:
    return min(lines.tokens(each.start, each.stop) for each in (above, below)) < SMALL_BELOW


def _as_one(above: Block, below: Block) -> Block:
    is_sister = below.trail != above.trail and len(below.trail) == len(above.trail)
    also = (*above.also, below.trail[-1]) if is_sister else above.also
    return replace(above, stop=below.stop, also=also)


def _is_above(above: Block, below: Block) -> bool:
    """Say whether the second stands under the first."""
    depth = len(above.trail)
    return 0 < depth < len(below.trail) and above.trail == below.trail[:depth]


def _share_topic(above: Block, below: Block) -> bool:
    """Say whether two blocks are sisters, or the second stands under the first."""
    if bool(above.trail) is not bool(below.trail):
        return False
    return above.trail[:-1] == below.trail[:-1] or _is_above(above, below)


def _cut(block: Block, lines: Lines) -> Iterator[Block]:
    """Yield `block`, or its pieces between paragraphs when it is too large."""
    if lines.tokens(block.start, block.stop) <= SPLIT_ABOVE:
        yield block
        return
    starts = _filled(_paragraph_starts(block, lines), block, lines)
    for part, (start, stop) in enumerate(_pairs(starts, block.stop), start=1):
        yield replace(block, start=start, stop=stop, part=part)


def _filled(starts: Sequence[int], block: Block, lines: Lines) -> list[int]:
    """Choose from `starts` those at which a new piece begins, each as full as is ideal.

    A paragraph that is too large on its own is cut between its lines.
    """
    chosen = [block.start]
    for start, stop in _pairs(starts, block.stop):
        if lines.tokens(chosen[-1], stop) > IDEAL_AT_MOST and start > chosen[-1]:
            chosen.append(start)
        if lines.tokens(start, stop) > SPLIT_ABOVE:
            for at in range(start + 1, stop):
                if lines.tokens(chosen[-1], at + 1) > IDEAL_AT_MOST:
                    chosen.append(at)
    return chosen


def _paragraph_starts(block: Block, lines: Lines) -> list[int]:
    """Return where paragraphs of `block` begin; a fenced block is not cut."""
    is_prose = prose_flags(lines.texts[block.start : block.stop])
    return [block.start] + [
        at
        for at in range(block.start + 1, block.stop)
        if is_prose[at - block.start] and lines.is_blank(at - 1) and not lines.is_blank(at)
    ]


def _pairs(starts: Sequence[int], end: int) -> Iterator[tuple[int, int]]:
    return zip(starts, (*starts[1:], end), strict=True)

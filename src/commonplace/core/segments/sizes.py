"""How large a segment should be: what is tiny joins a neighbour of its topic, what is huge is cut.

A heading with little under it goes with its first section; then sisters join up to the ideal size; a
tiny one that is left over makes its neighbour a little larger than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from commonplace.core.headings import prose_flags
from commonplace.core.segments.blocks import Block, Lines

BYPASS_UP_TO = 500
"""A source up to this size is one segment (B2; exactly 500 included, B7.8)."""
SMALL_BELOW = 100
IDEAL_AT_MOST = 500
SPLIT_ABOVE = 800


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

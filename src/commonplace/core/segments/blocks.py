"""Represent a source as numbered lines and blocks of lines that belong together, of a size fit for a segment.

What is tiny joins a neighbour of its topic, what is huge is cut. A heading with little under it goes with its first
section; then sisters join up to the ideal size; a tiny one that is left over makes its neighbour a little larger
than that.

Cut source code into blocks: Python by its own parser, other languages by blank lines and indentation.

Definitions keep their comments and decorators, imports stay together. In other languages a block begins after a
blank line, on a line that is neither indented nor closes something, so a body with blank lines in it stays whole.
The comment right above a definition goes with it; one that stands alone is a block of its own.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil

from commonplace.core import lazy_re as re
from commonplace.core.headings import prose_flags
from commonplace.core.letters import is_unspaced
from commonplace.core.values import dataclass, replace

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


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_Cut = tuple[int, tuple[str, ...]]
"""Where a block begins, and what names it."""
_CLOSES = re.compile(r"[)\]}]|</|end\b|else\b|elif\b|except\b|finally\b|catch\b|then\b|do\b|\*/")
_IMPORT = re.compile(
    r"(import|from|#\s*include|use|using|require|require_relative|package|extern crate|@import|"
    r"(const|let|var|local)\s.*=\s*require)\b"
)
_NAME = re.compile(
    r"^(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w+\))?|"
    r"unsafe|inline|virtual|override|local|extern)\s+)*"
    r"(?:function\*?|func|fn|def|class|struct|interface|trait|impl|enum|type|module|namespace|object|"
    r"sub|proc|record|protocol|extension|CREATE(?: OR REPLACE)? (?:TABLE|VIEW|FUNCTION))\s+"
    r"(?:\([^)]*\)\s*)?(?P<name>[\w.$:]+)",
    re.IGNORECASE,
)


def python_blocks(lines: Lines) -> list[Block] | None:
    """Return the blocks of a Python module; None for a text that is not one."""
    tree = _parsed("\n".join(lines.texts)) if lines.are_physical else None
    if tree is None:
        return None
    cuts = [(0, ()), *_cuts(tree.body, 0, len(lines.texts), (), lines)]
    ends = [start for start, _ in cuts[1:]] + [len(lines.texts)]
    found = [Block(start, end, trail) for (start, trail), end in zip(cuts, ends, strict=True)]
    return [block for block in found if block.start < block.stop]


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an odd escape in a string: not our business here
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _cuts(
    body: Sequence[ast.stmt], start: int, stop: int, above: tuple[str, ...], lines: Lines
) -> Iterator[_Cut]:
    """Yield where each block of `body`, which stands between `start` and `stop`, begins."""
    end = start
    before: ast.stmt | None = None
    for node in body:
        first = _with_comments(_first_line(node), end, lines)
        if (remark := _said_between(end, first, lines)) is not None:
            yield remark, above
            before = None
        if before is None or not _belong_together(before, node, lines):
            yield first, _trail(node, above)
        end = node.end_lineno or first
        if isinstance(node, ast.ClassDef) and lines.tokens(first, end) > SPLIT_ABOVE:
            yield from _members(node, end, _trail(node, above), lines)
        before = node
    if (remark := _said_between(end, stop, lines)) is not None:
        yield remark, above


def _members(node: ast.ClassDef, stop: int, trail: tuple[str, ...], lines: Lines) -> Iterator[_Cut]:
    """Yield where the methods of a large class begin; what stands before the first stays with its head."""
    methods = [each for each in node.body if isinstance(each, _DEFINITIONS)]
    ends = {id(below): above.end_lineno or 0 for above, below in pairwise(node.body)}
    for method in methods:
        at = _with_comments(_first_line(method), ends.get(id(method), node.lineno), lines)
        if at < stop:
            yield at, (*trail, method.name)


def _first_line(node: ast.stmt) -> int:
    if not isinstance(node, _DEFINITIONS):
        return node.lineno - 1
    return min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1


def _with_comments(first: int, floor: int, lines: Lines) -> int:
    """Return where a statement begins when the comment right above it belongs to it."""
    while first > floor and lines.texts[first - 1].lstrip().startswith("#"):
        first -= 1
    return first


def _said_between(start: int, stop: int, lines: Lines) -> int | None:
    """Return where a comment that stands alone between two statements begins."""
    return next((at for at in range(start, stop) if not lines.is_blank(at)), None)


def _belong_together(above: ast.stmt, below: ast.stmt, lines: Lines) -> bool:
    if isinstance(above, _IMPORTS) or isinstance(below, _IMPORTS):
        return isinstance(above, _IMPORTS) and isinstance(below, _IMPORTS)
    if isinstance(above, _DEFINITIONS) or isinstance(below, _DEFINITIONS):
        return False
    end = above.end_lineno or above.lineno
    return not any(lines.is_blank(at) for at in range(end, below.lineno - 1))


def _trail(node: ast.stmt, above: tuple[str, ...]) -> tuple[str, ...]:
    """Return what names a statement: what it defines, or the first name it gives a value."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return (*above, name)
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return (*above, name)
        case _:
            return above


def code_blocks(lines: Lines) -> list[Block]:
    """Return the blocks of a program, in order, every line in one of them."""
    starts = [0, *(at for at in range(1, len(lines.texts)) if _begins(at, lines))]
    ends = [*starts[1:], len(lines.texts)]
    found: list[Block] = []
    for start, stop in zip(starts, ends, strict=True):
        block = Block(start, stop, _name_trail(start, stop, lines))
        if found and _is_import(found[-1], lines) and _is_import(block, lines):
            block = Block(found.pop().start, stop)
        found.append(block)
    return found


def _begins(at: int, lines: Lines) -> bool:
    text = lines.texts[at]
    is_outermost = bool(text) and not text[0].isspace() and not _CLOSES.match(text)
    return is_outermost and lines.is_blank(at - 1)


def _name_trail(start: int, stop: int, lines: Lines) -> tuple[str, ...]:
    """Return the name of what is defined first in these lines."""
    for text in lines.texts[start:stop]:
        if found := _NAME.match(text):
            return (found["name"].rstrip(":."),)
    return ()


def _is_import(block: Block, lines: Lines) -> bool:
    first, _ = lines.trimmed(block)
    return first < block.stop and bool(_IMPORT.match(lines.texts[first]))

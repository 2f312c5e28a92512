"""Cut source code into blocks: Python by its own parser, other languages by blank lines and indentation.

Definitions keep their comments and decorators, imports stay together. In other languages a block begins after a
blank line, on a line that is neither indented nor closes something, so a body with blank lines in it stays whole.
The comment right above a definition goes with it; one that stands alone is a block of its own.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from itertools import pairwise

from commonplace.core import lazy_re as re
from commonplace.core.segments.blocks import SPLIT_ABOVE, Block, Lines

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

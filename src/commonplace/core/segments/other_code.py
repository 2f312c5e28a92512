"""Code in any language, by what all of them share: blank lines, and bodies that are indented.

A block begins after a blank line, on a line that is neither indented nor closes something. So a body
with blank lines in it stays whole, and the comment right above a definition goes with it. Imports,
in however many groups, stay together; a comment that stands alone is a block of its own.
"""

from __future__ import annotations

import re

from commonplace.core.segments.blocks import Block, Lines

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


def code_blocks(lines: Lines) -> list[Block]:
    """Return the blocks of a program, in order, every line in one of them."""
    starts = [0, *(at for at in range(1, len(lines.texts)) if _begins(at, lines))]
    ends = [*starts[1:], len(lines.texts)]
    found: list[Block] = []
    for start, stop in zip(starts, ends, strict=True):
        block = Block(start, stop, _trail(start, stop, lines))
        if found and _is_import(found[-1], lines) and _is_import(block, lines):
            block = Block(found.pop().start, stop)
        found.append(block)
    return found


def _begins(at: int, lines: Lines) -> bool:
    text = lines.texts[at]
    is_outermost = bool(text) and not text[0].isspace() and not _CLOSES.match(text)
    return is_outermost and lines.is_blank(at - 1)


def _trail(start: int, stop: int, lines: Lines) -> tuple[str, ...]:
    """Return the name of what is defined first in these lines."""
    for text in lines.texts[start:stop]:
        if found := _NAME.match(text):
            return (found["name"].rstrip(":."),)
    return ()


def _is_import(block: Block, lines: Lines) -> bool:
    first, _ = lines.trimmed(block)
    return first < block.stop and bool(_IMPORT.match(lines.texts[first]))

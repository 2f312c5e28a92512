"""Where Markdown has headings: outside code fences and comments, which layouts and segments share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.values import dataclass

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?\Z")
_UNDERLINE = re.compile(r"([=~^\"'*+-])\1{2,}[ \t\r]*\Z")
_TITLE = re.compile(r"[ \t]{0,2}(?![-*+>|#:.] |[|<>])(?=.*[^\W_]).{1,100}\Z")
DEEPEST = 6
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_BLOCK_STARTS = ("```", "~~~", "<!--")
_MAY_START_BLOCK = frozenset(" `~<")


@dataclass(frozen=True, slots=True)
class Heading:
    """An ATX heading outside code fences and comments."""

    level: int
    title: str
    line: int
    """Index into the lines it was found in."""


def headings(lines: Sequence[str]) -> list[Heading]:
    """Return the headings of `lines` in order."""
    marked = [index for index, line in enumerate(lines) if line.lstrip(" ")[:1] == "#"]
    flags = prose_flags(lines) if marked else []
    return [
        Heading(len(match[1]), _heading_title(match[2] or ""), index)
        for index in marked
        if flags[index] and (match := _HEADING.match(bare(lines[index])))
    ]


def with_marked_headings(text: str) -> str:
    """Return `text` with `#` before each heading that a line below it marks, on as many lines as before.

    So do setext Markdown and reStructuredText, whose levels go by the order in which their signs appear. Only a
    source that is learnt is read so: the memory files of a book are read as they stand.
    """
    lines = text.split("\n")
    if not any(map(_UNDERLINE.match, lines)):
        return text
    flags = prose_flags(lines)
    levels: dict[tuple[str, bool], int] = {}
    for at in range(1, len(lines)):
        # Front matter stands between two lines of `-`, which is no heading.
        over = at > 1 and lines[at - 2].strip() == lines[at].strip() and lines[at][:1] != "-"
        if not (flags[at] and _is_underlined(lines, at, over=over)):
            continue
        level = levels.setdefault((lines[at][0], over), min(len(levels) + 1, DEEPEST))
        lines[at - 1] = f"{'#' * level} {lines[at - 1].strip()}"
        lines[at] = ""
        if over:
            lines[at - 2] = ""
    return "\n".join(lines)


def _is_underlined(lines: Sequence[str], at: int, *, over: bool) -> bool:
    title, mark = lines[at - 1], lines[at].rstrip()
    if not _UNDERLINE.match(mark) or not _TITLE.match(title) or len(mark) < len(title.strip()) - 1:
        return False
    return over or at == 1 or not lines[at - 2].strip()


def _heading_title(text: str) -> str:
    """Return the words of a heading; a run of `#` after a space closes it and says nothing."""
    title = text.strip(" \t")
    if not title.endswith("#"):
        return title
    words = title.rstrip("#")
    return words.rstrip(" \t") if words == "" or words[-1] in " \t" else title


def bare(line: str) -> str:
    """Return `line` without its ending."""
    return line.removesuffix("\n").removesuffix("\r")


def prose_flags(lines: Sequence[str]) -> list[bool]:
    """Say for each line whether it is prose: outside code fences and HTML comments.

    A fence or comment that nobody closes counts as prose: a stray one in a person's text must not
    swallow the sections that follow it.
    """
    flags = [True] * len(lines)
    unclosed: dict[str, int] = {}
    after = 0
    for start in [
        index
        for index, line in enumerate(lines)
        if line[:1] in _MAY_START_BLOCK and line.lstrip(" ").startswith(_BLOCK_STARTS)
    ]:
        if start >= after and (stop := _end_of_block(lines, start, unclosed)):
            flags[start : stop + 1] = [False] * (stop + 1 - start)
            after = stop + 1
    return flags


def _end_of_block(lines: Sequence[str], start: int, unclosed: dict[str, int]) -> int | None:
    """Return the last line of the fence or comment that opens at `start`, None when none does.

    `unclosed` remembers which fences are known to have no end, so that many are not many searches.
    """
    text = bare(lines[start])
    opening = _FENCE.match(text)
    if opening and not (opening[1][0] == "`" and "`" in opening[2]):
        fence = opening[1]
        if len(fence) >= unclosed.get(fence[0], len(fence) + 1):
            return None
        for index in range(start + 1, len(lines)):
            if fence in lines[index] and _closes(bare(lines[index]), fence):
                return index
        unclosed[fence[0]] = len(fence)
    elif text.lstrip(" ").startswith("<!--") and "-->" not in text:
        for index in range(start + 1, len(lines)):
            if "-->" in lines[index]:
                return None if "<!--" in lines[index] else index
            if "<!--" in lines[index]:
                return None
    return None


def _closes(text: str, fence: str) -> bool:
    marks = text.strip(" \t")
    is_fence = len(marks) >= len(fence) and not marks.strip(fence[0])
    return is_fence and len(text) - len(text.lstrip(" ")) <= 3

"""Markdown as lines whose bytes are kept: headings outside code, sections, and edits by line.

Every layout reads and edits files through these few functions. A *line* keeps its own ending, so
joining the lines of a file gives the file back; only lines that an edit names are ever replaced.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

BOM = "\ufeff"
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t](.*))?\Z")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_CLOSING_HASHES = re.compile(r"(?:^|[ \t])#+$")
_WIKILINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_REMARK = re.compile(r"<!--.*?-->")
_OTHER_BREAKS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What Python takes for the end of a line, and no editor does."""
_BLOCK_STARTS = ("```", "~~~", "<!--")
_MAY_START_BLOCK = frozenset(" `~<")
_CLOSE_COMPARISON_LINES = 4000
"""Above this many differing lines a line diff costs more than it saves: they are replaced whole."""


@dataclass(frozen=True, slots=True)
class Heading:
    """An ATX heading outside code fences and comments."""

    level: int
    title: str
    line: int
    """Index into the lines it was found in."""


def split_lines(text: str) -> list[str]:
    """Return the lines of `text` with their endings; a lone carriage return does not end a line."""
    is_plain = not any(map(text.__contains__, _OTHER_BREAKS))
    return text.splitlines(keepends=True) if is_plain else _split(text)


def _split(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def bare(line: str) -> str:
    """Return `line` without its ending."""
    return line.removesuffix("\n").removesuffix("\r")


def newline_of(lines: Sequence[str]) -> str:
    """Return the ending that most lines have."""
    windows = sum(line.endswith("\r\n") for line in lines)
    return "\r\n" if windows * 2 > len(lines) else "\n"


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


def headings(lines: Sequence[str]) -> list[Heading]:
    """Return the headings of `lines` in order."""
    marked = [index for index, line in enumerate(lines) if line.lstrip(" ")[:1] == "#"]
    flags = prose_flags(lines) if marked else []
    return [
        Heading(len(match[1]), _heading_title(match[2] or ""), index)
        for index in marked
        if flags[index] and (match := _HEADING.match(bare(lines[index])))
    ]


def _heading_title(text: str) -> str:
    """Return the words of a heading; a run of `#` after a space closes it and says nothing."""
    title = text.strip(" \t")
    if not title.endswith("#"):
        return title
    words = title.rstrip("#")
    return words.rstrip(" \t") if words == "" or words[-1] in " \t" else title


def heading_line(level: int, title: str) -> str:
    """Return the heading that reads back as `title`; hashes at its end are closed, else dropped."""
    line = f"{'#' * level} {title}"
    return f"{line} #" if _CLOSING_HASHES.search(title) else line


def section_end(marks: Sequence[Heading], which: int, line_count: int) -> int:
    """Return where the section of heading `which` ends: at the next of its level or higher."""
    level = marks[which].level
    return next((mark.line for mark in marks[which + 1 :] if mark.level <= level), line_count)


def trim_blank(lines: Sequence[str], start: int, stop: int) -> tuple[int, int]:
    """Return `start` and `stop` moved inward past blank lines."""
    while start < stop and not lines[start].strip():
        start += 1
    while stop > start and not lines[stop - 1].strip():
        stop -= 1
    return start, stop


def text_of(lines: Sequence[str]) -> str:
    """Return `lines` as a value: plain newlines, no blank lines around it."""
    start, stop = trim_blank(lines, 0, len(lines))
    whole = "".join(lines[start:stop])
    return (whole.replace("\r\n", "\n") if "\r" in whole else whole).removesuffix("\n")


def replace_text(lines: Sequence[str], start: int, stop: int, text: str) -> list[str]:
    """Return all of `lines` with those from `start` to `stop` saying `text` instead.

    Lines that stay the same keep their bytes, endings included; new ones get the file's own ending.
    """
    newline = newline_of(lines)
    wanted = text.split("\n") if text else []
    middle = _merge(lines[start:stop], wanted, newline)
    return with_endings([*lines[:start], *middle, *lines[stop:]], newline)


def _merge(old: Sequence[str], wanted: Sequence[str], newline: str) -> list[str]:
    merged: list[str] = []
    texts = [bare(line) for line in old]
    for what, old_from, old_to, new_from, new_to in line_changes(texts, wanted):
        if what == "equal":
            merged += old[old_from:old_to]
        else:
            merged += [line + newline for line in wanted[new_from:new_to]]
    return merged


def line_changes(
    old: Sequence[str], wanted: Sequence[str]
) -> Sequence[tuple[str, int, int, int, int]]:
    """Return what turns `old` into `wanted`, as `difflib` tells it: runs that stay, runs that change."""
    if len(old) + len(wanted) > _CLOSE_COMPARISON_LINES:
        return [("replace", 0, len(old), 0, len(wanted))]
    return difflib.SequenceMatcher(None, old, wanted, autojunk=False).get_opcodes()


def with_endings(lines: Sequence[str], newline: str) -> list[str]:
    """Return `lines`, each but the last with an ending, since what was last may no longer be."""
    return [
        line if line.endswith("\n") or index == len(lines) - 1 else line + newline
        for index, line in enumerate(lines)
    ]


def wikilinks(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the targets of `[[...]]` in prose, in order, each once."""
    marked = [index for index, line in enumerate(lines) if "[[" in line]
    flags = prose_flags(lines) if marked else []
    found: dict[str, None] = {}
    for index in marked:
        if flags[index]:
            links = _WIKILINK.findall(_REMARK.sub("", lines[index]))
            found.update(dict.fromkeys(link.strip() for link in links))
    return tuple(found)

"""Markdown as lines whose bytes are kept: headings outside code, sections, and edits by line.

Every layout reads and edits files through these few functions. A *line* keeps its own ending, so
joining the lines of a file gives the file back; only lines that an edit names are ever replaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.headings import Heading, bare, prose_flags

BOM = "\ufeff"
_CLOSING_HASHES = re.compile(r"(?:^|[ \t])#+$")
_WIKILINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_REMARK = re.compile(r"<!--.*?-->")
_OTHER_BREAKS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What Python takes for the end of a line, and no editor does."""
_CLOSE_COMPARISON_LINES = 4000
"""Above this many differing lines a line diff costs more than it saves: they are replaced whole."""


def split_lines(text: str) -> list[str]:
    """Return the lines of `text` with their endings; a lone carriage return does not end a line."""
    is_plain = not any(map(text.__contains__, _OTHER_BREAKS))
    return text.splitlines(keepends=True) if is_plain else _split(text)


def _split(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def newline_of(lines: Sequence[str]) -> str:
    """Return the ending that most lines have."""
    windows = sum(line.endswith("\r\n") for line in lines)
    return "\r\n" if windows * 2 > len(lines) else "\n"


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
    import difflib  # noqa: PLC0415 - for edits alone: a hook only reads

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

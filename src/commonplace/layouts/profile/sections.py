"""The `##` sections of soul, user and agent: where each stands, what it says, and its edits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from commonplace.core.headings import headings, prose_flags
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.layouts.markdown import (
    BOM,
    heading_line,
    newline_of,
    replace_text,
    section_end,
    split_lines,
    text_of,
    trim_blank,
)

QUARANTINED = "<!-- trust: quarantined -->"
"""The one mark of trust: the first line below a heading."""

LEVEL = 2
"""How deep the heading of a section is; an H1 ends one, too."""
_STRUCTURE = r"(?:#{1,2}(?:[ \t]|$)|`{3}|~{3}|<!--(?!.*-->))"
_ESCAPED = re.compile(rf"^( {{0,3}})\\(?=\\*{_STRUCTURE})")
_TO_ESCAPE = re.compile(rf"^( {{0,3}})(?=\\*{_STRUCTURE})")


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a page: its heading's line, and the line after its last."""

    id: MemoryId
    title: str
    start: int
    stop: int


def lines_of(text: str) -> list[str]:
    """Return the lines of a page; a byte order mark stays on the first."""
    return split_lines(text)


def sections_of(target: str, lines: Sequence[str]) -> list[Section]:
    """Return the sections of a page; headings that repeat are numbered in their ids."""
    plain = [lines[0].removeprefix(BOM), *lines[1:]] if lines else []
    marks = headings(plain)
    found: list[Section] = []
    seen: dict[str, int] = {}
    for which, mark in enumerate(marks):
        if mark.level == LEVEL:
            seen[mark.title] = seen.get(mark.title, 0) + 1
            number = f" ({seen[mark.title]})" if seen[mark.title] > 1 else ""
            stop = section_end(marks, which, len(lines))
            found.append(Section(f"{target}#{mark.title}{number}", mark.title, mark.line, stop))
    return found


def memory_of(section: Section, lines: Sequence[str]) -> Memory:
    """Return what `section` holds; an empty one holds an empty memory."""
    content = lines[section.start + 1 : section.stop]
    body = text_of(content)
    is_quarantined = body.split("\n", 1)[0].strip() == QUARANTINED
    if is_quarantined:
        body = text_of(split_lines(body)[1:])
    return Memory(
        id=section.id,
        title=section.title,
        body=_unescape(body),
        kind=section.id.partition("#")[0],
        status=Status.QUARANTINED if is_quarantined else Status.ACTIVE,
    )


def new_section(memory: Memory) -> str:
    """Return the text of a section that holds `memory`."""
    return f"{_heading(memory.title)}\n\n{_content(memory)}".rstrip("\n")


def with_section_edited(lines: Sequence[str], section: Section, after: Memory) -> list[str]:
    """Return the page with `section` saying what `after` says, by the lines that differ."""
    edited = list(lines)
    if section.title != after.title:
        mark = BOM if edited[section.start].startswith(BOM) else ""
        heading = mark + _heading(after.title)
        edited = replace_text(edited, section.start, section.start + 1, heading)
    start, stop = trim_blank(edited, section.start + 1, section.stop)
    content = _content(after)
    if start == stop:
        is_last = section.stop == len(edited)
        content = f"\n{content}" if is_last else f"\n{content}\n"
        start, stop = section.start + 1, section.stop
    return replace_text(edited, start, stop, content)


def with_section_added(lines: Sequence[str], text: str) -> list[str]:
    """Return the page with a section at its end, one blank line after what was there."""
    gap = "\n" if lines and lines[-1].strip() else ""
    return replace_text(lines, len(lines), len(lines), f"{gap}{text}")


def with_section_back(lines: Sequence[str], at: int, section: str) -> list[str]:
    """Return the page with the bytes of `section` before the line `at`, where they stood."""
    head = list(lines[:at])
    if head and not head[-1].endswith("\n"):
        head[-1] += newline_of(lines)
    body = split_lines(section)
    if at < len(lines) and body and not body[-1].endswith("\n"):
        body[-1] += newline_of(lines)
    return [*head, *body, *lines[at:]]


def _heading(title: str) -> str:
    return heading_line(LEVEL, " ".join(title.split()))


def _content(memory: Memory) -> str:
    body = _escape(memory.body)
    if memory.status is Status.QUARANTINED:
        return f"{QUARANTINED}\n\n{body}" if body else QUARANTINED
    return body


def _escape(body: str) -> str:
    """Return `body` so that no line of it ends the section or hides the next one."""
    return _with_prose(body, lambda line: _TO_ESCAPE.sub(r"\1\\", line))


def _unescape(body: str) -> str:
    return _with_prose(body, lambda line: _ESCAPED.sub(r"\1", line)) if "\\" in body else body


def _with_prose(body: str, change: Callable[[str], str]) -> str:
    lines = body.split("\n")
    flags = prose_flags(lines)
    return "\n".join(
        change(line) if is_prose else line for line, is_prose in zip(lines, flags, strict=True)
    )

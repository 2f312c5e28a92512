"""Fields in a profile: `- **name**：value` lines, and sections whose whole text is the value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.core.headings import bare, headings, prose_flags
from commonplace.layouts.markdown import replace_text, section_end, text_of, trim_blank

_FIELD = re.compile(
    r"^([ \t]*(?:[-*+][ \t]+)?(?:\*\*)?)([^*：:\n]+?)((?:\*\*)?[ \t]*[：:](?:\*\*)?[ \t]*)(.*)$"
)
_MARKER = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+")


@dataclass(frozen=True, slots=True)
class Field:
    """Where a field's value stands: lines `start` to `stop`, after `lead` on the first of them."""

    name: str
    value: str
    lead: str
    start: int
    stop: int


def same(one: str, other: str) -> bool:
    """Say whether two lines say the same: width, case, spacing, list and bold marks apart."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", _MARKER.sub("", text)).casefold()
    return " ".join(folded.replace("**", "").split())


def split_field(line: str) -> tuple[str, str] | None:
    """Return name and value when `line` reads like a field."""
    match = _FIELD.match(line)
    return (match[2].strip(), match[4].strip()) if match and match[4].strip() else None


def find_field(lines: Sequence[str], name: str) -> Field | None:
    """Return the field called `name`: a line, else a section of that heading."""
    for index, (line, is_prose) in enumerate(zip(lines, prose_flags(lines), strict=True)):
        match = _FIELD.match(bare(line)) if is_prose else None
        if match and same(match[2], name):
            lead = match[1] + match[2] + match[3]
            return Field(match[2].strip(), match[4].strip(), lead, index, index + 1)
    return _find_section(lines, name)


def _find_section(lines: Sequence[str], name: str) -> Field | None:
    marks = headings(lines)
    for which, mark in enumerate(marks):
        if mark.level > 1 and same(mark.title, name):
            end = section_end(marks, which, len(lines))
            start, stop = trim_blank(lines, mark.line + 1, end)
            return Field(mark.title, text_of(lines[start:stop]), "", start, stop)
    return None


def with_value(lines: Sequence[str], field: Field, value: str) -> str:
    """Return the text with `field` saying `value`."""
    if field.start < field.stop:
        return "".join(replace_text(lines, field.start, field.stop, field.lead + value))
    # an empty section: its value stands one blank line below the heading
    heading = max(at for at in range(field.start) if lines[at].strip())
    follows = "\n" if field.start < len(lines) else ""
    return "".join(replace_text(lines, heading + 1, field.start, f"\n{value}{follows}"))


def said_by(lines: Sequence[str], line: str, heading: str) -> str:
    """Return the text with `line` at the end of the section `heading`, which is made when missing."""
    marks = headings(lines)
    title = heading.lstrip("# ")
    which = next((at for at, mark in enumerate(marks) if same(mark.title, title)), None)
    if which is None:
        gap = "\n" if lines and lines[-1].strip() else ""
        return "".join(replace_text(lines, len(lines), len(lines), f"{gap}{heading}\n\n{line}"))
    end = section_end(marks, which, len(lines))
    start, stop = trim_blank(lines, marks[which].line + 1, end)
    if start < stop:
        return "".join(replace_text(lines, stop, stop, line))
    follows = "\n" if end < len(lines) else ""
    below = marks[which].line + 1
    return "".join(replace_text(lines, below, end, f"\n{line}{follows}"))

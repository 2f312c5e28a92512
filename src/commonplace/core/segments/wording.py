"""A segment as a memory would say it: a title that stands on its own, and a body."""

from __future__ import annotations

import re

from commonplace.core.headings import prose_flags
from commonplace.core.hygiene import shorten
from commonplace.core.segments.formats import Form, extension_of
from commonplace.core.segments.mapping import Segment

NAMES_CHARS = 60
_STRUCTURE = ("#", "|", "<", "---", "[")
_FENCES = re.compile(r"^[ \t]{0,40}(`{3,})", re.MULTILINE)


def title_of(segment: Segment) -> str:
    """Return the title that the source gives the segment; empty where its first sentence should."""
    if segment.form in (Form.PYTHON, Form.CODE):
        where = segment.source_file.rpartition("/")[2]
        return _numbered(f"{_names(segment)} ({where})", segment.part)
    if segment.trail:
        above = "".join(f" ({name})" for name in segment.trail[-2:-1])
        return _numbered(f"{_names(segment)}{above}", segment.part)
    return segment.summary if segment.text.startswith("---") else ""


def body_of(segment: Segment) -> str:
    """Return what the memory should say: prose as it stands, code between fences.

    Code that stands bare in Markdown would be read as it: `#` begins a comment there, a title here.
    """
    if segment.form in (Form.MARKDOWN, Form.PROSE):
        return segment.text
    longest = max((len(run) for run in _FENCES.findall(segment.text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{extension_of(segment.source_file)}\n{segment.text}\n{fence}"


def first_paragraph(body: str) -> str:
    """Return the first paragraph of prose in `body` as one line; empty where there is only structure."""
    found: list[str] = []
    lines = body.split("\n")
    for line, is_prose in zip(lines, prose_flags(lines), strict=True):
        said = line.strip()
        if not is_prose or said.startswith(_STRUCTURE) or not any(map(str.isalpha, said)):
            if found:
                break
            continue
        found.append(said)
    return " ".join(found)


def _names(segment: Segment) -> str:
    """Return what the segment is called in its source, with those that joined it."""
    if not segment.trail:
        return segment.summary
    own = ".".join(segment.trail) if segment.form is Form.PYTHON else segment.trail[-1]
    named = shorten(own, NAMES_CHARS)
    for name in segment.also:
        if len(named) + len(name) > NAMES_CHARS:
            return f"{named}, …"
        named = f"{named}, {name}"
    return named


def _numbered(title: str, part: int) -> str:
    return f"{title} ({part})" if part > 1 else title

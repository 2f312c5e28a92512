"""The file of one subject: a title, if it begins with one, and a text."""

from __future__ import annotations

from commonplace.core.headings import headings
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.layouts.markdown import (
    BOM,
    heading_line,
    newline_of,
    replace_text,
    split_lines,
    text_of,
    trim_blank,
)
from commonplace.layouts.profile.files import TOPIC
from commonplace.layouts.profile.sections import QUARANTINED


def read_topic(memory_id: MemoryId, text: str) -> Memory:
    """Return what the file holds; without a title it is called by its name."""
    lines = split_lines(text.removeprefix(BOM))
    title, start = _title(lines)
    first, _ = trim_blank(lines, start, len(lines))
    is_quarantined = first < len(lines) and lines[first].strip() == QUARANTINED
    return Memory(
        id=memory_id,
        title=title or memory_id,
        body=text_of(lines[first + 1 if is_quarantined else start :]),
        kind=TOPIC,
        status=Status.QUARANTINED if is_quarantined else Status.ACTIVE,
    )


def new_topic(memory: Memory) -> str:
    """Return the text of a file that holds `memory`."""
    mark = QUARANTINED if memory.status is Status.QUARANTINED else ""
    return "\n\n".join(filter(None, (_heading(memory.title), mark, memory.body))) + "\n"


def edited_topic(text: str, before: Memory, after: Memory) -> str:
    """Return `text` with what differs between `before` and `after` changed, and nothing else."""
    mark = BOM if text.startswith(BOM) else ""
    lines = split_lines(text[len(mark) :])
    title, start = _title(lines)
    if before.title != after.title and title:
        lines = replace_text(lines, start - 1, start, _heading(after.title))
    elif before.title != after.title or (not title and after.body.startswith("# ")):
        lines = [_heading(after.title) + newline_of(lines), newline_of(lines), *lines]
        start = 1
    first, stop = trim_blank(lines, start, len(lines))
    if (before.body, before.status) != (after.body, after.status):
        lines = replace_text(lines, first, stop, _content(after, first > start or not start))
    return mark + "".join(lines)


def _content(memory: Memory, is_apart: bool) -> str:
    quarantine = QUARANTINED if memory.status is Status.QUARANTINED else ""
    content = "\n\n".join(filter(None, (quarantine, memory.body)))
    return content if is_apart or not content else f"\n{content}"


def _title(lines: list[str]) -> tuple[str, int]:
    """Return the title of the file and the line after it; an H1 counts when nothing is above it."""
    first, _ = trim_blank(lines, 0, len(lines))
    marks = headings(lines[first : first + 1])
    if not marks or marks[0].level != 1 or not marks[0].title:
        return "", 0
    return marks[0].title, first + 1


def _heading(title: str) -> str:
    return heading_line(1, " ".join(title.split()))

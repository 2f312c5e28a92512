"""One note of the vault, taken apart: front matter, title, body, history, connections.

Nothing is copied out of order: a section is a range of lines, so that an edit can name exactly the
lines it replaces. The body is everything below the title that is neither history nor connections.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.core.headings import Heading, headings
from commonplace.layouts.frontmatter import FrontMatter, read_front_matter
from commonplace.layouts.markdown import section_end, split_lines, text_of
from commonplace.layouts.scattered import Scattered, gather

HISTORY = "History"
CONNECTIONS = "Connections"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines below it, up to the next of its level."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """The parts of a note; joining the text above and `lines` gives the note back."""

    text: str
    front: FrontMatter
    lines: Sequence[str]
    """The lines below the front matter, with their endings."""
    heading: Heading | None
    """The title, when nothing but blank lines stands above it."""
    history: Section | None
    connections: Section | None

    @property
    def body(self) -> Scattered:
        """The memory's own text, wherever its parts stand."""
        free = [True] * len(self.lines)
        for taken in (self.history, self.connections):
            if taken:
                free[taken.start : taken.stop] = [False] * (taken.stop - taken.start)
        free[: self.body_start] = [False] * self.body_start
        return gather(self.lines, free)

    @property
    def body_start(self) -> int:
        """The first line that may belong to the body."""
        return self.heading.line + 1 if self.heading else 0

    @property
    def body_text(self) -> str:
        """The memory's own text as one value."""
        sections = [part for part in (self.history, self.connections) if part]
        first = min((part.start for part in sections), default=len(self.lines))
        taken = sum(part.stop - part.start for part in sections)
        if first + taken == len(self.lines):  # nothing of the body stands below: no need to gather
            return text_of(self.lines[self.body_start : first])
        return self.body.text

    def section(self, which: Section | None) -> Sequence[str]:
        """Return the lines below the heading of a section, none when it is missing."""
        return self.lines[which.start + 1 : which.stop] if which else ()

    def saying(self, lines: Sequence[str]) -> str:
        """Return the note's text with `lines` below its front matter."""
        above = self.text[: self.front.content]
        if lines and self.front.is_there and not above.endswith("\n"):
            above += "\r\n" if "\r\n" in above else "\n"  # the closing fence ended the file
        return above + "".join(lines)

    @property
    def text_without_history(self) -> str:
        """The whole file but for its history."""
        if self.history is None:
            return self.text
        kept = [*self.lines[: self.history.start], *self.lines[self.history.stop :]]
        return self.saying(kept)


def take_apart(text: str) -> Note:
    """Return the parts of `text`; raise `Unreadable` when its front matter cannot be trusted."""
    front = read_front_matter(text)
    lines = split_lines(text[front.content :])
    marks = headings(lines)
    return Note(
        text=text,
        front=front,
        lines=lines,
        heading=_title(lines, marks),
        history=_last_section(HISTORY, marks, len(lines)),
        connections=_last_section(CONNECTIONS, marks, len(lines)),
    )


def _title(lines: Sequence[str], marks: Sequence[Heading]) -> Heading | None:
    if not marks or marks[0].level != 1:
        return None
    is_first = not any(line.strip() for line in lines[: marks[0].line])
    return marks[0] if is_first else None


def _last_section(title: str, marks: Sequence[Heading], line_count: int) -> Section | None:
    """Return the last section of that name: generated sections stand at the end of a note."""
    for which in reversed(range(len(marks))):
        if marks[which].level == 2 and marks[which].title == title:
            return Section(marks[which].line, section_end(marks, which, line_count))
    return None

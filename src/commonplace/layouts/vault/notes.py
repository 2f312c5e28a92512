"""One note of the vault, taken apart: front matter, title, body, history, connections."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from commonplace.core.headings import Heading, headings, prose_flags
from commonplace.core.values import dataclass
from commonplace.layouts.frontmatter import FrontMatter, read_front_matter
from commonplace.layouts.markdown import (
    Scattered,
    gather,
    newline_of,
    section_end,
    split_lines,
    text_of,
    trim_blank,
    wikilinks,
)

HISTORY = "History"
CONNECTIONS = "Connections"


@dataclass(frozen=True, slots=True)
class VaultSection:
    """A heading and the lines below it, up to the next of its level."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultNote:
    """The parts of a note; joining the text above and `lines` gives the note back."""

    text: str
    front: FrontMatter
    lines: Sequence[str]
    """The lines below the front matter, with their endings."""
    heading: Heading | None
    """The title, when nothing but blank lines stands above it."""
    history: VaultSection | None
    connections: VaultSection | None

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

    def section(self, which: VaultSection | None) -> Sequence[str]:
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


def take_apart(text: str) -> VaultNote:
    """Return the parts of `text`; raise `Unreadable` when its front matter cannot be trusted."""
    front = read_front_matter(text)
    lines = split_lines(text[front.content :])
    marks = headings(lines)
    return VaultNote(
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


def _last_section(title: str, marks: Sequence[Heading], line_count: int) -> VaultSection | None:
    """Return the last section of that name: generated sections stand at the end of a note."""
    for which in reversed(range(len(marks))):
        if marks[which].level == 2 and marks[which].title == title:
            return VaultSection(marks[which].line, section_end(marks, which, line_count))
    return None


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def tidy(text: str) -> str:
    """Return `text` as a field holds it: plain newlines, no blank lines around it."""
    return text_of(split_lines(text))


def one_line(title: str) -> str:
    """Return `title` as a heading or a list can show it: no line breaks, no control characters."""
    return " ".join(_CONTROL.sub(" ", title).split())


def settled(history: str) -> str:
    """Return earlier texts with their large headings made small.

    An old text has headings of its own; at level two they would end the section and come back to
    life as part of the memory.
    """
    lines = split_lines(tidy(history))
    for mark in headings(lines):
        if mark.level <= 2:
            lines[mark.line] = "###" + lines[mark.line].lstrip(" ")
    return "".join(lines)


def insert_section(lines: Sequence[str], at: int, wanted: Sequence[str]) -> list[str]:
    """Return `lines` with a section before line `at`, a blank line on either side."""
    newline = newline_of(lines)
    above = list(lines[:at])
    if above and not above[-1].endswith("\n"):
        above[-1] += newline
    if above and above[-1].strip():
        above.append(newline)
    new = [line + newline for line in "\n".join(wanted).split("\n")]
    below = [newline, *lines[at:]] if at < len(lines) else []
    return [*above, *new, *below]


HEAD = (
    "## Connections",
    "<!-- Add links to related memories using [[filename]] syntax -->",
)
_LINK = re.compile(r"<!--.*?-->|\[\[([^\[\]\n]+)\]\]")
_LONE_BULLET = re.compile(r"\s*(?:[-*+]\s+)?\[\[[^\[\]\n]+\]\][^\[]*")


def links_of(note: VaultNote) -> tuple[str, ...]:
    """Return the notes that the section names, each once."""
    targets = map(link_target, wikilinks(note.section(note.connections)))
    return tuple(dict.fromkeys(filter(None, targets)))


def link_target(link: str) -> str:
    """Return the note that a wikilink names, without its alias, heading and extension."""
    return link.partition("|")[0].partition("#")[0].strip().removesuffix(".md")


def bullet(target: str) -> str:
    """Return the line that links to `target`."""
    return f"- [[{target}]]"


def connect(note: VaultNote, links: Sequence[str]) -> str:
    """Return the note's text with exactly `links` in its section, made when it is missing."""
    place = note.connections
    if place is None:
        bullets = [bullet(link) for link in links]
        return note.saying(insert_section(note.lines, len(note.lines), [*HEAD, *bullets]))
    kept = _kept(links_of(note), links)
    inside = _without_others(note.section(place), kept)
    _, end = trim_blank(inside, 0, len(inside))
    newline = newline_of(note.lines)
    above = [*note.lines[: place.start + 1], *inside[:end]]
    new = links[len(kept) :]
    if new and not above[-1].endswith("\n"):
        above[-1] += newline
    bullets = [bullet(link) + newline for link in new]
    return note.saying([*above, *bullets, *inside[end:], *note.lines[place.stop :]])


def _kept(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the links whose lines may stay, so that what is appended comes out in order."""
    common = [link for link in old if link in new]
    for length in range(len(common), -1, -1):
        if common[:length] == list(new[:length]):
            return common[:length]
    return []


def _without_others(lines: Sequence[str], kept: Collection[str]) -> list[str]:
    result: list[str] = []
    for line, is_prose in zip(lines, prose_flags(lines), strict=True):
        found = [link for link in _LINK.findall(line) if link] if is_prose else []
        if all(link_target(link) in kept for link in found):
            result.append(line)
        elif len(found) > 1 or not _LONE_BULLET.fullmatch(line):
            result.append(_LINK.sub(lambda match: _unlinked(match, kept), line))
    return result


def _unlinked(match: re.Match[str], kept: Collection[str]) -> str:
    link = match[1]
    return match[0] if link is None or link_target(link) in kept else link

"""The anatomy of one note: where its title, its known sections and its body stand.

What we know by name is read into fields; everything else is the body, exactly as found, in
whatever places it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from commonplace.core.headings import Heading, bare, headings
from commonplace.core.memory import Memory, MemoryId
from commonplace.layouts.lingxi.meta import memory_with_meta, one_line
from commonplace.layouts.markdown import BOM, section_end, split_lines, text_of
from commonplace.layouts.markdown_edits import Scattered, gather

META, WHEN, ONE_LINER, HISTORY = "meta", "when to load", "one-liner", "history"
SECTIONS = {
    META: "## Meta",
    WHEN: "## When to load",
    ONE_LINER: "## One-liner (for injection)",
    HISTORY: "## History",
}
"""The sections we read, in the order of a new note."""

CONTENT = "## Content"
"""Stands above a body that does not begin with a heading, else the section before would take it in."""

_BULLET = re.compile(
    r"^([-*+][ \t]+(?:\*\*(.+?)(?:\*\*[ \t]*[:：]|[:：]\*\*)|([^:：*]+?)[ \t]*[:：])[ \t]*)(.*)$"
)
_SUB_ITEM = re.compile(r"^[ \t]+[-*+][ \t]+(.*)$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(.*)$")
GARBAGE = "\\n+"
"""A botched patch once left these three characters in published notes, where a line should end."""

_STRUCTURE = r"(?=\\*(?:#{1,6}(?:[ \t]|$)|```|~~~|<!--))"
_ESCAPED = re.compile(rf"^\\{_STRUCTURE}")
_TO_ESCAPE = re.compile(rf"^{_STRUCTURE}")


@dataclass(frozen=True, slots=True)
class Bullet:
    """One `- **Key**: value` of the Meta section, sub-list included."""

    key: str
    value: str
    lead: str
    """All that stands before the value on its line."""
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Section:
    """A known section: its heading's line and the line after its last."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note's lines, and what stands where."""

    mark: str
    """The byte order mark, if the file begins with one."""
    lines: tuple[str, ...]
    title: Heading | None
    sections: dict[str, Section]
    bullets: tuple[Bullet, ...]
    body: Scattered
    """All lines that are neither title nor known section, the frame of a plain text included."""

    def content(self, name: str) -> Sequence[str]:
        """Return the lines below the heading of the section `name`."""
        section = self.sections.get(name)
        return self.lines[section.start + 1 : section.stop] if section else ()


def read_note(text: str) -> Note:
    """Return the anatomy of `text`; any text has one."""
    mark = BOM if text.startswith(BOM) else ""
    lines = tuple(split_lines(text[len(mark) :]))
    marks = headings(lines)
    sections = _sections(marks, len(lines))
    title = _title(marks, sections)
    free = [True] * len(lines)
    for section in sections.values():
        free[section.start : section.stop] = [False] * (section.stop - section.start)
    if title:
        free[title.line] = False
    return Note(
        mark=mark,
        lines=lines,
        title=title,
        sections=sections,
        bullets=_bullets(lines, sections.get(META)),
        body=gather(lines, free),
    )


def memory_of(note: Note, stem: str) -> Memory:
    """Return the memory that `note` holds; `stem` names it when its Meta does not."""
    found: dict[str, str] = {}
    for bullet in note.bullets:
        found.setdefault(bullet.key, bullet.value)
    memory_id = id_of(note, stem)
    heading = note.title.title.split(GARBAGE)[0].strip() if note.title else ""
    memory = Memory(
        id=memory_id,
        title=heading or _said(note, "title") or memory_id,
        body=_unframed(note.body).text,
        summary=_one_liner(note.content(ONE_LINER)),
        when_to_load=tuple(item for item, _ in items_of(note.content(WHEN)) if item),
        history=text_of(note.content(HISTORY)),
    )
    return memory_with_meta(memory, found)


def id_of(note: Note, stem: str) -> MemoryId:
    """Return the id that `note` gives itself, else the name of its file."""
    return _said(note, "id").strip("`") or stem


def _said(note: Note, key: str) -> str:
    return next((bullet.value for bullet in note.bullets if bullet.key.lower() == key), "")


def items_of(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the list items in `lines`, each with the text that carries it.

    What is no item, a comment say, stays with the item before it, or comes first with no item.
    """
    found: list[tuple[str, str]] = []
    for line in text_of(lines).split("\n"):
        text = line.replace(GARBAGE, " ").strip()
        if match := _ITEM.match(line.replace(GARBAGE, " ")):
            found.append((match[1].strip(), line))
        elif not found and (not text or text.startswith("<!--")):
            found.append(("", line))
        elif not text or text.startswith("<!--"):
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{line}")
        elif line.startswith(("  ", "\t")) and found:
            found[-1] = (f"{found[-1][0]} {text}", f"{found[-1][1]}\n{line}")
        else:
            found.append((text, line))
    return found


def framed(body: str) -> str:
    """Return `body` as it stands below a section: under a heading, its own or `CONTENT`."""
    first = body.split("\n", 1)[0]
    marks = headings([first])
    if not body or (marks and marks[0].level <= 2 and first != CONTENT):
        return body
    return f"{CONTENT}\n\n{body}"


def _unframed(body: Scattered) -> Scattered:
    if not body.lines or body.lines[0] != CONTENT:
        return body
    start = next((at for at, line in enumerate(body.lines[1:], 1) if line.strip()), None)
    return Scattered(body.lines[start:], body.places[start:]) if start else Scattered((), ())


def one_liner_line(summary: str) -> str:
    """Return `summary` as a line that Markdown takes for plain text."""
    return _TO_ESCAPE.sub(r"\\", one_line(summary))


def _one_liner(lines: Sequence[str]) -> str:
    joined = " ".join(bare(line).strip() for line in lines if line.strip())
    return _ESCAPED.sub("", joined.replace(GARBAGE, " ").strip())


def _sections(marks: Sequence[Heading], line_count: int) -> dict[str, Section]:
    found: dict[str, Section] = {}
    for which, mark in enumerate(marks):
        name = _section_name(mark)
        if name and name not in found:
            found[name] = Section(mark.line, section_end(marks, which, line_count))
    return found


def _section_name(mark: Heading) -> str | None:
    title = mark.title.split(GARBAGE)[0].strip().lower()
    if mark.level != 2:
        return None
    return ONE_LINER if title.startswith(ONE_LINER) else title if title in SECTIONS else None


def _title(marks: Sequence[Heading], sections: dict[str, Section]) -> Heading | None:
    """Return the H1 that names the note: the first, unless a section we know comes before it."""
    first = next((mark for mark in marks if mark.level == 1), None)
    if first is None or any(section.start < first.line for section in sections.values()):
        return None
    return first


def _bullets(lines: Sequence[str], section: Section | None) -> tuple[Bullet, ...]:
    found: list[Bullet] = []
    for index in range(section.start + 1, section.stop) if section else ():
        text = bare(lines[index])
        if match := _BULLET.match(text):
            value = match[4].split(GARBAGE)[0].strip()
            found.append(Bullet(match[2] or match[3], value, match[1], index, index + 1))
        elif found and found[-1].stop == index and (item := _SUB_ITEM.match(text)):
            last = found[-1]
            value = ", ".join(filter(None, (last.value, item[1].strip())))
            found[-1] = replace(last, value=value, stop=index + 1)
    return tuple(found)

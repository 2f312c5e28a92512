"""The `##` sections of soul, user and agent: where each stands, what it says, and its edits.

From the files of a profile to its memories: sections that say something, subjects, graves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from commonplace.core.changes import Files
from commonplace.core.headings import headings, prose_flags
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.ports import Place, Problem, Reading
from commonplace.core.values import dataclass, replace
from commonplace.errors import NoSuchMemory
from commonplace.layouts.markdown import (
    BOM,
    Grave,
    decode,
    exhume,
    heading_line,
    newline_of,
    replace_text,
    section_end,
    split_lines,
    text_of,
    trim_blank,
)
from commonplace.layouts.profile.files import (
    SKELETON,
    TARGETS,
    TOPIC,
    is_grave,
    is_topic,
    page_of,
    target_of,
)

QUARANTINED = "<!-- trust: quarantined -->"
"""The one mark of trust: the first line below a heading."""

LEVEL = 2
"""How deep the heading of a section is; an H1 ends one, too."""
_STRUCTURE = r"(?:#{1,2}(?:[ \t]|$)|`{3}|~{3}|<!--(?!.*-->))"
_ESCAPED = re.compile(rf"^( {{0,3}})\\(?=\\*{_STRUCTURE})")
_TO_ESCAPE = re.compile(rf"^( {{0,3}})(?=\\*{_STRUCTURE})")


@dataclass(frozen=True, slots=True)
class ProfileSection:
    """One section of a page: its heading's line, and the line after its last."""

    id: MemoryId
    title: str
    start: int
    stop: int


def lines_of(text: str) -> list[str]:
    """Return the lines of a page; a byte order mark stays on the first."""
    return split_lines(text)


def sections_of(target: str, lines: Sequence[str]) -> list[ProfileSection]:
    """Return the sections of a page; headings that repeat are numbered in their ids."""
    plain = [lines[0].removeprefix(BOM), *lines[1:]] if lines else []
    marks = headings(plain)
    found: list[ProfileSection] = []
    seen: dict[str, int] = {}
    for which, mark in enumerate(marks):
        if mark.level == LEVEL:
            seen[mark.title] = seen.get(mark.title, 0) + 1
            number = f" ({seen[mark.title]})" if seen[mark.title] > 1 else ""
            stop = section_end(marks, which, len(lines))
            found.append(
                ProfileSection(f"{target}#{mark.title}{number}", mark.title, mark.line, stop)
            )
    return found


def memory_of(section: ProfileSection, lines: Sequence[str]) -> Memory:
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


def with_section_edited(lines: Sequence[str], section: ProfileSection, after: Memory) -> list[str]:
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
    return "\n\n".join(filter(None, (_subject_heading(memory.title), mark, memory.body))) + "\n"


def edited_topic(text: str, before: Memory, after: Memory) -> str:
    """Return `text` with what differs between `before` and `after` changed, and nothing else."""
    mark = BOM if text.startswith(BOM) else ""
    lines = split_lines(text[len(mark) :])
    title, start = _title(lines)
    if before.title != after.title and title:
        lines = replace_text(lines, start - 1, start, _subject_heading(after.title))
    elif before.title != after.title or (not title and after.body.startswith("# ")):
        lines = [_subject_heading(after.title) + newline_of(lines), newline_of(lines), *lines]
        start = 1
    first, stop = trim_blank(lines, start, len(lines))
    if (before.body, before.status) != (after.body, after.status):
        lines = replace_text(
            lines, first, stop, _subject_content(after, first > start or not start)
        )
    return mark + "".join(lines)


def _subject_content(memory: Memory, is_apart: bool) -> str:
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


def _subject_heading(title: str) -> str:
    return heading_line(1, " ".join(title.split()))


def read_book(files: Files) -> Reading:
    """Return what is in `files`; a buried memory whose name lives again is numbered."""
    memories: list[Memory] = []
    places: dict[MemoryId, Place] = {}
    problems: list[Problem] = []
    for found in (*_living(files), *_dead(files)):
        if isinstance(found, Problem):
            problems.append(found)
            continue
        memory, place = found
        free = _numbered(memory.id, places)
        memories.append(memory if free == memory.id else replace(memory, id=free))
        places[free] = place
    return Reading(memories=tuple(memories), places=places, problems=tuple(problems))


def standing(memory: MemoryId, files: Files) -> str:
    """Return the file that `memory` stands in, its grave when it is buried."""
    target = target_of(memory)
    path = page_of(target) if target else f"{memory}.md"
    if path in files and _stands_in(memory, path, files[path]):
        return path
    place = read_book(files).places.get(memory)
    if place is None:
        raise NoSuchMemory("no-such-memory", name=memory)
    return place.path


def is_untouched(memory: Memory) -> bool:
    """Say whether a section still says what a new profile says: nobody has told it anything."""
    return (memory.id, memory.body) in _first_texts()


@cache
def _first_texts() -> frozenset[tuple[MemoryId, str]]:
    pages = {target: lines_of(SKELETON[page_of(target)]) for target in TARGETS}
    return frozenset(
        (section.id, memory_of(section, lines).body)
        for target, lines in pages.items()
        for section in sections_of(target, lines)
    )


def _stands_in(memory: MemoryId, path: str, content: bytes) -> bool:
    if is_topic(path):
        return not isinstance(decode(path, content), Problem)
    target = path.removesuffix(".md")
    found = (one for one in _sections(target, path, content) if not isinstance(one, Problem))
    return any(one.id == memory for one, _ in found)


def _living(files: Files) -> Iterator[tuple[Memory, Place] | Problem]:
    for target in TARGETS:
        if (path := page_of(target)) in files:
            yield from _sections(target, path, files[path])
    for path in sorted(filter(is_topic, files)):
        text = decode(path, files[path])
        if isinstance(text, Problem):
            yield text
        else:
            yield read_topic(path.removesuffix(".md"), text), Place(path, 1, _line_count(text))


def _sections(target: str, path: str, content: bytes) -> Iterator[tuple[Memory, Place] | Problem]:
    text = decode(path, content)
    if isinstance(text, Problem):
        yield text
        return
    lines = lines_of(text)
    for section in sections_of(target, lines):
        memory = memory_of(section, lines)
        if memory.body and not is_untouched(memory):
            yield memory, Place(path, section.start + 1, section.stop)


def _dead(files: Files) -> Iterator[tuple[Memory, Place] | Problem]:
    for path in sorted(filter(is_grave, files)):
        grave = exhume(files[path])
        text = decode(path, grave.content if grave else files[path])
        if isinstance(text, Problem):
            yield text
        elif grave is None:
            yield Problem(path=path, code="not-a-tombstone")
        else:
            memory = _buried(grave, text)
            stone = grave.tombstone
            yield (
                replace(memory, status=Status.TOMBSTONED, tombstone=stone),
                Place(path, 1, len(files[path].splitlines())),
            )


def _buried(grave: Grave, text: str) -> Memory:
    page, mark, _ = grave.origin.partition("#")
    if not mark:
        return read_topic(page.removesuffix(".md"), text)
    lines = lines_of(text)
    return memory_of(sections_of(page.removesuffix(".md"), lines)[0], lines)


def _numbered(wanted: MemoryId, taken: dict[MemoryId, Place]) -> MemoryId:
    free, number = wanted, 1
    while free in taken:
        number += 1
        free = f"{wanted} ({number})"
    return free


def _line_count(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))

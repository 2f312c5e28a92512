"""From the files of a profile to its memories: sections that say something, subjects, graves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from commonplace.core.changes import Files
from commonplace.core.headings import headings
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.ports import Place, Problem, Reading
from commonplace.errors import NoSuchMemory
from commonplace.layouts.decoding import Grave, decode, exhume
from commonplace.layouts.markdown import (
    BOM,
    heading_line,
    newline_of,
    replace_text,
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
from commonplace.layouts.profile.sections import QUARANTINED, lines_of, memory_of, sections_of


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
                Place(path, 1, _line_count(text)),
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

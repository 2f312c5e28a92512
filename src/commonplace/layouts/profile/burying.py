"""Bury, restore and erase in a profile: bytes move between a page and `.commonplace/tombstones/`.

A grave says where its text stood: the file, and for a section `#` and the section before it, so
that it returns to its place among the others.
"""

from __future__ import annotations

from commonplace.core.changes import Files
from commonplace.core.headings import headings
from commonplace.core.memory import Memory, Tombstone
from commonplace.errors import BadInput, NoSuchMemory
from commonplace.layouts.burial import Grave, bury, exhume
from commonplace.layouts.profile.files import grave_path, is_grave, target_of
from commonplace.layouts.profile.reading import standing
from commonplace.layouts.profile.sections import (
    LEVEL,
    Section,
    lines_of,
    sections_of,
    with_section_back,
)


def buried(memory: Memory, tombstone: Tombstone, files: Files) -> dict[str, bytes | None]:
    """Return the edits that bury `memory`."""
    path = standing(memory.id, files)
    grave = grave_path(memory.id, files)
    target = target_of(memory.id)
    if not target:
        kept = Grave(content=files[path], origin=path, tombstone=tombstone)
        return {path: None, grave: bury(kept)}
    lines = lines_of(files[path].decode())
    sections = sections_of(target, lines)
    at = next(which for which, one in enumerate(sections) if one.id == memory.id)
    start, stop = sections[at].start, sections[at].stop
    kept = Grave(
        content="".join(lines[start:stop]).encode(),
        origin=f"{path}#{_before(sections, at)}",
        tombstone=tombstone,
    )
    return {path: "".join([*lines[:start], *lines[stop:]]).encode(), grave: bury(kept)}


def _before(sections: list[Section], at: int) -> str:
    """Return the id of the section that ends where this one begins, else the line this one begins at."""
    touches = at > 0 and sections[at - 1].stop == sections[at].start
    return sections[at - 1].id if touches else str(sections[at].start)


def restored(memory: Memory, files: Files) -> dict[str, bytes | None]:
    """Return the edits that put `memory` back where it stood."""
    path = _grave_of(memory, files)
    grave = exhume(files[path])
    assert grave is not None, "what is no grave is read as a problem, not as a memory"
    page, mark, before = grave.origin.partition("#")
    if not mark:
        if page in files:
            raise BadInput("place-taken", path=page)
        return {path: None, page: grave.content}
    lines = lines_of(files.get(page, b"").decode())
    back = with_section_back(lines, _place(before, page, lines), grave.content.decode())
    return {path: None, page: "".join(back).encode()}


def _place(before: str, page: str, lines: list[str]) -> int:
    sections = sections_of(page.removesuffix(".md"), lines)
    found = next((one.stop for one in sections if one.id == before), None)
    if found is not None:
        return found
    if not before.isdecimal():
        return len(lines)
    # the page may have changed since: between two sections, never in the middle of a text
    edges = [mark.line for mark in headings(lines) if mark.level <= LEVEL]
    return min((edge for edge in edges if edge >= int(before)), default=len(lines))


def erased(memory: Memory, files: Files) -> dict[str, bytes | None]:
    """Return the edit that removes the grave of `memory` for good."""
    return {_grave_of(memory, files): None}


def _grave_of(memory: Memory, files: Files) -> str:
    path = standing(memory.id, files)
    if not is_grave(path):
        raise NoSuchMemory("no-such-memory", name=memory.id)
    return path

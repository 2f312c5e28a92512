"""All pages and graves of a workspace, and the name that each entry goes by."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from commonplace.core.changes import Files
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.ports import Place, Problem, Reading
from commonplace.layouts.decoding import decode
from commonplace.layouts.markdown import BOM
from commonplace.layouts.mem_skill.entries import KNOWLEDGE_KIND, read_memory
from commonplace.layouts.mem_skill.graves import Grave, read_grave
from commonplace.layouts.mem_skill.pages import Page, read_page
from commonplace.layouts.mem_skill.paths import (
    EXPERIENCE,
    is_experience,
    is_grave,
    is_page,
    page_order,
    stem_of,
    topic_of,
)


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a workspace holds; files that are no text are problems, and nothing else is missing."""

    pages: Mapping[str, Page]
    ids: Mapping[str, tuple[MemoryId, ...]]
    """For each page, the ids of its entries in order."""
    where: Mapping[MemoryId, str]
    """The page that each living entry stands in."""
    graves: Mapping[MemoryId, Grave]
    problems: tuple[Problem, ...]


def read_shelf(files: Files) -> Shelf:
    """Return the shelf that `files` make."""
    pages, problems = _pages(files)
    ids, where = _living_ids(pages)
    graves = [read_grave(path, files[path]) for path in sorted(filter(is_grave, files))]
    problems += [grave for grave in graves if isinstance(grave, Problem)]
    problems += [
        Problem(path=path, code="title-twice", detail=entry.title, is_error=False)
        for path, names in ids.items()
        for name, entry in zip(names, pages[path].entries, strict=True)
        if name != entry_id(path, entry.title)
    ]
    buried = _buried_ids([grave for grave in graves if isinstance(grave, Grave)], where)
    return Shelf(pages, ids, where, buried, tuple(problems))


def entry_id(path: str, title: str) -> MemoryId:
    """Return what an entry with that title in the page at `path` goes by."""
    return f"{stem_of(path)}#{title}"


def free_id(path: str, title: str, *taken: Container[MemoryId]) -> MemoryId:
    """Return the id of a new entry: with a number behind it when the plain one is taken."""
    plain = entry_id(path, title)
    return plain if not any(plain in names for names in taken) else _numbered(plain, {}, *taken)


def _numbered(plain: MemoryId, last: dict[MemoryId, int], *taken: Container[MemoryId]) -> MemoryId:
    """Return the next free number of `plain`; `last` remembers, so that many are counted once."""
    number = last.get(plain, 1) + 1
    while any(f"{plain} ({number})" in names for names in taken):
        number += 1
    last[plain] = number
    return f"{plain} ({number})"


def _pages(files: Files) -> tuple[dict[str, Page], list[Problem]]:
    pages: dict[str, Page] = {}
    problems: list[Problem] = []
    for path in sorted(filter(is_page, files), key=page_order):
        text = decode(path, files[path])
        if isinstance(text, Problem):
            problems.append(text)
        else:
            pages[path] = read_page(text)
    return pages, problems


def _living_ids(
    pages: Mapping[str, Page],
) -> tuple[dict[str, tuple[MemoryId, ...]], dict[MemoryId, str]]:
    """Return the ids of each page, and the page of each id; a repeated title gets a number."""
    where: dict[MemoryId, str] = {}
    repeated: list[tuple[str, int]] = []
    ids: dict[str, list[MemoryId]] = {}
    for path, page in pages.items():
        ids[path] = [entry_id(path, entry.title) for entry in page.entries]
        for position, name in enumerate(ids[path]):
            if name in where:
                repeated.append((path, position))
            else:
                where[name] = path
    last: dict[MemoryId, int] = {}
    for path, position in repeated:
        name = _numbered(ids[path][position], last, where)
        ids[path][position] = name
        where[name] = path
    return {path: tuple(names) for path, names in ids.items()}, where


def _buried_ids(graves: Sequence[Grave], living: Container[MemoryId]) -> dict[MemoryId, Grave]:
    named: dict[MemoryId, Grave] = {}
    last: dict[MemoryId, int] = {}
    for grave in graves:
        name = entry_id(grave.origin, grave.entry.title)
        if name in living or name in named:
            name = _numbered(name, last, living, named)
        named[name] = grave
    return named


def read_all(shelf: Shelf) -> Reading:
    """Return every memory on the shelf, page by page, the buried ones last."""
    memories: list[Memory] = []
    places: dict[MemoryId, Place] = {}
    for path, page in shelf.pages.items():
        line = 1 + sum(text != BOM for text in page.preamble)
        for name, entry in zip(shelf.ids[path], page.entries, strict=True):
            memories.append(read_memory(entry, name, kind_of(path), topic_of(path)))
            places[name] = Place(path, line, line + max(entry.end, 1) - 1)
            line += len(entry.lines)
    for name, grave in shelf.graves.items():
        memories.append(buried_memory(name, grave))
        places[name] = Place(grave.path)
    return Reading(memories=tuple(memories), places=places, problems=shelf.problems)


def kind_of(path: str) -> str:
    """Return the kind of the entries in the page at `path`."""
    return EXPERIENCE if is_experience(path) else KNOWLEDGE_KIND


def buried_memory(name: MemoryId, grave: Grave) -> Memory:
    """Return the memory that lies in `grave`."""
    memory = read_memory(grave.entry, name, kind_of(grave.origin), topic_of(grave.origin))
    return replace(memory, status=Status.TOMBSTONED, tombstone=grave.tombstone)

"""The pages of a mem-skill workspace: a file of entries, buried entries, and the name that each entry goes by.

Links by title: which entry a link means when it does not say so exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Container, Mapping, Sequence
from functools import lru_cache

from commonplace.core.changes import Edit, Files
from commonplace.core.headings import headings
from commonplace.core.memory import Memory, MemoryId, Status, Tombstone
from commonplace.core.ports import Place, Problem, Reading
from commonplace.core.values import dataclass, replace
from commonplace.errors import WriteRefused
from commonplace.layouts import markdown
from commonplace.layouts.markdown import BOM, decode, newline_of, split_lines
from commonplace.layouts.mem_skill.entries import (
    KNOWLEDGE_KIND,
    Entry,
    read_entry,
    read_memory,
    unescape_title,
)
from commonplace.layouts.mem_skill.paths import (
    EXPERIENCE,
    KNOWLEDGE,
    is_experience,
    is_grave,
    is_page,
    page_order,
    stem_of,
    topic_of,
)

_ENTRY_LEVEL = 2
_PAGES_KEPT = 256


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A file of entries; joining its lines gives its text back."""

    preamble: tuple[str, ...]
    entries: tuple[Entry, ...]


@lru_cache(maxsize=_PAGES_KEPT)
def read_page(text: str) -> EntryPage:
    """Return `text` as a page. Kept, because a command reads the same files several times."""
    lines = split_lines(text)
    unmarked = [lines[0].removeprefix(BOM), *lines[1:]] if lines else []
    marks = [mark for mark in headings(unmarked) if mark.level == _ENTRY_LEVEL and mark.title]
    starts = [mark.line for mark in marks]
    if starts and starts[0] == 0 and text.startswith(BOM):
        lines[:1] = [BOM, lines[0].removeprefix(BOM)]
        starts = [start + 1 for start in starts]
    ends = [*starts[1:], len(lines)] if starts else []
    entries = tuple(
        read_entry(unescape_title(mark.title), lines[start:end])
        for mark, start, end in zip(marks, starts, ends, strict=True)
    )
    return EntryPage(tuple(lines[: starts[0]] if starts else lines), entries)


class OpenPage:
    """A page to work on: entries come, go and change under their ids; untouched lines keep their bytes."""

    def __init__(self, path: str, page: EntryPage, ids: Sequence[MemoryId]) -> None:
        self.path = path
        self.preamble = [*page.preamble]
        self.entries = [*page.entries]
        self.ids = [*ids]
        self._newline = newline_of(self._lines())

    def entry(self, name: MemoryId) -> Entry:
        """Return the entry that goes by `name`."""
        return self.entries[self.ids.index(name)]

    def replace(self, name: MemoryId, entry: Entry, new_name: MemoryId | None = None) -> None:
        """Put `entry` where `name` stood, under `new_name` if its title changed."""
        at = self.ids.index(name)
        self.entries[at] = entry
        self.ids[at] = new_name or name

    def remove(self, name: MemoryId) -> Entry:
        """Take the entry `name` out, with every line up to the next one."""
        at = self.ids.index(name)
        self.ids.pop(at)
        return self.entries.pop(at)

    def insert(self, at: int, name: MemoryId, entry: Entry) -> None:
        """Put `entry` back between others, exactly as it was cut out."""
        self.entries.insert(at, entry)
        self.ids.insert(at, name)

    def append(self, name: MemoryId, entry: Entry) -> None:
        """Write `entry` below the last, one blank line between, in the newlines of the file."""
        if self._last_line().strip(f"{BOM} \t\r\n"):
            self._part()
        lines = [line.removesuffix("\n") + self._newline for line in entry.lines]
        self.insert(len(self.ids), name, read_entry(entry.title, lines))

    def _last_line(self) -> str:
        lines = self.entries[-1].lines if self.entries else self.preamble
        return lines[-1] if lines else ""

    def _part(self) -> None:
        """Part what comes next from the last line, which may lack its ending."""
        newline = self._newline
        if self.entries:
            last = self.entries[-1]
            self.entries[-1] = read_entry(last.title, [*_ended(last.lines, newline), newline])
        else:
            self.preamble = [*_ended(self.preamble, newline), newline]

    def content(self) -> bytes:
        """Return the file; only its last line may lack an ending.

        Raise `WriteRefused` when it would not be read as it is meant: code that somebody forgot to
        close pairs with the next code there is, and swallows the titles between.
        """
        lines = self._lines()
        text = "".join([*_ended(lines[:-1], self._newline), *lines[-1:]])
        if [entry.title for entry in read_page(text).entries] != [e.title for e in self.entries]:
            raise WriteRefused("unclosed-code", path=self.path)
        return text.encode("utf-8")

    def _lines(self) -> list[str]:
        return [*self.preamble, *(line for entry in self.entries for line in entry.lines)]


def _ended(lines: Sequence[str], newline: str) -> list[str]:
    return [line if line.endswith("\n") or line == BOM else line + newline for line in lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryGrave:
    """An entry that was cut out of its page."""

    path: str
    """The file that keeps it."""
    entry: Entry
    origin: str
    """The page it stood in."""
    position: int
    """How many entries stood above it."""
    after: str
    """The title of the entry above it; empty when it was the first."""
    tombstone: Tombstone


def read_grave(path: str, content: bytes) -> EntryGrave | Problem:
    """Return the grave in `content`, or what is wrong with it."""
    found = markdown.exhume(content)
    text = decode(path, found.content if found else content)
    if isinstance(text, Problem):
        return text
    entries = read_page(text).entries
    origin, _, anchor = found.origin.partition("#") if found else ("", "", "")
    position, _, after = anchor.partition("#")
    if found is None or len(entries) != 1 or not is_page(origin) or not position.isdecimal():
        return Problem(path=path, code="not-a-tombstone")
    return EntryGrave(
        path=path,
        entry=entries[0],
        origin=origin,
        position=int(position[:9]),
        after=after,
        tombstone=found.tombstone,
    )


def grave_bytes(grave: EntryGrave) -> bytes:
    """Return the file that keeps `grave`."""
    return markdown.bury(
        markdown.Grave(
            content="".join(grave.entry.lines).encode("utf-8"),
            origin=f"{grave.origin}#{grave.position}#{grave.after}",
            tombstone=grave.tombstone,
        )
    )


def return_position(grave: EntryGrave, page: OpenPage) -> int | None:
    """Return where the entry goes back to: below its old neighbour, None when that one is gone."""
    titles = [entry.title for entry in page.entries]
    if not grave.after:
        return 0
    if titles[grave.position - 1 : grave.position] == [grave.after]:
        return grave.position
    return titles.index(grave.after) + 1 if grave.after in titles else None


@dataclass(frozen=True, slots=True)
class Workspace:
    """What a workspace holds; files that are no text are problems, and nothing else is missing."""

    pages: Mapping[str, EntryPage]
    ids: Mapping[str, tuple[MemoryId, ...]]
    """For each page, the ids of its entries in order."""
    where: Mapping[MemoryId, str]
    """The page that each living entry stands in."""
    graves: Mapping[MemoryId, EntryGrave]
    problems: tuple[Problem, ...]


def read_shelf(files: Files) -> Workspace:
    """Return the shelf that `files` make."""
    pages, problems = _pages(files)
    ids, where = _living_ids(pages)
    graves = [read_grave(path, files[path]) for path in sorted(filter(is_grave, files.keys()))]
    problems += [grave for grave in graves if isinstance(grave, Problem)]
    problems += [
        Problem(path=path, code="title-twice", detail=entry.title, is_error=False)
        for path, names in ids.items()
        for name, entry in zip(names, pages[path].entries, strict=True)
        if name != entry_id(path, entry.title)
    ]
    buried = _buried_ids([grave for grave in graves if isinstance(grave, EntryGrave)], where)
    return Workspace(pages, ids, where, buried, tuple(problems))


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


def _pages(files: Files) -> tuple[dict[str, EntryPage], list[Problem]]:
    pages: dict[str, EntryPage] = {}
    problems: list[Problem] = []
    for path in sorted(filter(is_page, files.keys()), key=page_order):
        text = decode(path, files[path])
        if isinstance(text, Problem):
            problems.append(text)
        else:
            pages[path] = read_page(text)
    return pages, problems


def _living_ids(
    pages: Mapping[str, EntryPage],
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


def _buried_ids(
    graves: Sequence[EntryGrave], living: Container[MemoryId]
) -> dict[MemoryId, EntryGrave]:
    named: dict[MemoryId, EntryGrave] = {}
    last: dict[MemoryId, int] = {}
    for grave in graves:
        name = entry_id(grave.origin, grave.entry.title)
        if name in living or name in named:
            name = _numbered(name, last, living, named)
        named[name] = grave
    return named


def read_all(shelf: Workspace) -> Reading:
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


def buried_memory(name: MemoryId, grave: EntryGrave) -> Memory:
    """Return the memory that lies in `grave`."""
    memory = read_memory(grave.entry, name, kind_of(grave.origin), topic_of(grave.origin))
    return replace(memory, status=Status.TOMBSTONED, tombstone=grave.tombstone)


_FOLDERS = (f"{KNOWLEDGE}/", f"{EXPERIENCE}/")


@dataclass(frozen=True, slots=True)
class Target:
    """The entry that a link means, and whether the link says so exactly."""

    id: MemoryId
    is_exact: bool


def resolve(
    link: str, ids: Collection[MemoryId], ordered: Sequence[MemoryId] | None = None
) -> Target | None:
    """Return what `link` means: the exact id, without its folder, or the only title it begins.

    None for a broken link, and for one that could mean several entries. Whoever asks often gives
    the ids `ordered`, too.
    """
    if link in ids:
        return Target(link, is_exact=True)
    bare_link = without_folder(link)
    if bare_link in ids:
        return Target(bare_link, is_exact=False)
    _, mark, title = bare_link.partition("#")
    if not (mark and title.strip()):
        return None
    names = sorted(ids) if ordered is None else ordered
    first = bisect_left(names, bare_link)
    begun = [name for name in names[first : first + 2] if name.startswith(bare_link)]
    return Target(begun[0], is_exact=False) if len(begun) == 1 else None


def without_folder(link: str) -> str:
    """Return `link` as the original writes it: file stem and title, no folder, no extension."""
    for folder in _FOLDERS:
        link = link.removeprefix(folder)
    stem, mark, title = link.partition("#")
    return f"{stem.removesuffix('.md')}{mark}{title}"


def mended_links(files: Files) -> tuple[Edit, ...]:
    """Return the edits that make every link exact and return it; broken links are left to people."""
    shelf = read_shelf(files)
    living = {memory.id: memory for memory in read_all(shelf).memories if memory.tombstone is None}
    ordered = sorted(shelf.where)
    links = {name: _exact(memory, shelf.where, ordered) for name, memory in living.items()}
    for name, targets in [*links.items()]:
        for target in targets:
            if target in links and name not in links[target]:
                links[target] = (*links[target], name)
    return tuple(
        Edit(memory, replace(memory, links=links[name]))
        for name, memory in living.items()
        if memory.links != links[name]
    )


def _exact(
    memory: Memory, ids: Collection[MemoryId], ordered: Sequence[MemoryId]
) -> tuple[str, ...]:
    targets = [(link, resolve(link, ids, ordered)) for link in memory.links]
    return tuple(dict.fromkeys(target.id if target else link for link, target in targets))

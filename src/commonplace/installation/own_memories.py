"""What agent programs remember by themselves, as a lesson for a book: read, and never written.

What agent programs remember by themselves, as texts that may be proposed for a book.

Only what the program itself wrote down is taken: of a file in which a user's own instructions stand,
too, the program's section alone. Lines stay where they are in their file, and what is not taken is
blank, so that a proposal can name the lines it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from commonplace.app.books import Book
from commonplace.app.learn import guesses_topic
from commonplace.core.memory import Origin
from commonplace.core.values import dataclass
from commonplace.errors import BadInput
from commonplace.flows.capture import Given
from commonplace.flows.learn import Lesson, Mode, SourceText
from commonplace.hosts.install.rows import HostRow
from commonplace.installation.wires import Surroundings, remembered
from commonplace.storage.sources import read_source

_MAP = "MEMORY.md"
_POINTER = re.compile(r"\s*\[[^\]]*\]\(([^)]+)\)")
_DESCRIBED = re.compile(r"description:\s*[\"']?(.+?)[\"']?\s*")
_FENCE = "---"
_ADDED = re.compile(r"##\s+Gemini Added Memories\s*")
_ANY_SECTION = re.compile(r"#{1,2}\s")
_POINT = re.compile(r"\s{0,3}[-*] +(\S.*)")
_CODEX_PAGES = (_MAP, "memory_summary.md")
"""The handbook and what sums it up; the rest of Codex's folder is what they are made from."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """One text of a program's own memory: the file's name, and its lines where they stand there."""

    file: str
    text: str


def recollections(host: str, files: Mapping[str, str]) -> tuple[Recollection, ...]:
    """Return what the `files` of a host's own memory say; a host without a memory says nothing."""
    read = _READERS.get(host)
    return tuple(read(files)) if read else ()


def _claude(files: Mapping[str, str]) -> Iterator[Recollection]:
    """Yield one text for each file, and each point of their map that does not point to one."""
    for name, text in files.items():
        if name == _MAP:
            yield from (each for each in _points(name, text) if not _leads_to(each.text, files))
        elif text.strip():
            yield Recollection(name, _titled(text))


def _leads_to(point: str, files: Mapping[str, str]) -> bool:
    pointer = _POINTER.match(point)
    return pointer is not None and pointer[1] in files


def _titled(text: str) -> str:
    """Return a note with its description as its heading, in the place of its front matter."""
    first, *lines = text.split("\n")
    if first.strip() != _FENCE or _FENCE not in map(str.strip, lines):
        return text
    end = list(map(str.strip, lines)).index(_FENCE)
    marks = (_DESCRIBED.fullmatch(line) for line in lines[:end])
    head = (f"# {mark[1]}" if mark else "" for mark in marks)
    return "\n".join(["", *head, "", *lines[end + 1 :]])


def _codex(files: Mapping[str, str]) -> Iterator[Recollection]:
    page = next((name for name in _CODEX_PAGES if files.get(name, "").strip()), "")
    if page:
        yield Recollection(page, files[page])


def _gemini(files: Mapping[str, str]) -> Iterator[Recollection]:
    """Yield each point of the section that Gemini keeps in a file of the user's instructions."""
    for name, text in files.items():
        lines = text.split("\n")
        began = [at for at, line in enumerate(lines) if _ADDED.fullmatch(line)]
        for start in began[:1]:
            rest = takewhile(lambda line: not _ANY_SECTION.match(line), lines[start + 1 :])
            yield from _points(name, "\n" * (start + 1) + "\n".join(rest))


def _points(name: str, text: str) -> Iterator[Recollection]:
    """Yield each point of a list as a text of its own, in its line."""
    for at, line in enumerate(text.split("\n")):
        if point := _POINT.fullmatch(line.rstrip("\r")):
            yield Recollection(name, "\n" * at + point[1])


_READERS: Mapping[str, Callable[[Mapping[str, str]], Iterator[Recollection]]] = {
    "claude-code": _claude,
    "codex": _codex,
    "gemini": _gemini,
}


FILES_AT_MOST = 200
"""So many files a program itself looks at (Claude Code 2.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostMemories:
    """What one host remembers."""

    name: str
    title: str
    sources: tuple[SourceText, ...]

    @property
    def files(self) -> list[str]:
        """The files in which it does, each once."""
        return list(dict.fromkeys(source.name for source in self.sources))

    @property
    def told(self) -> dict[str, str | int]:
        """What messages say about it."""
        return {"host": self.title, "name": self.name, "count": len(self.sources)}


def offered_by(row: HostRow, where: Surroundings) -> HostMemories:
    """Return what a host remembers about this project and its user, text by text."""
    sources = tuple(
        SourceText(text=each.text, name=str(folder / each.file))
        for place in remembered(row, where)
        for folder, files in (_files(place),)
        for each in recollections(row.name, files)
    )
    return HostMemories(name=row.name, title=row.title, sources=sources)


def lesson_of(offers: Sequence[HostMemories], book: Book) -> Lesson:
    """Return the lesson that these memories are; nobody approved them yet, and their origin says so."""
    sources = tuple(source for offer in offers for source in offer.sources)
    return Lesson(
        mode=Mode.DIRECTORY,
        path=str(Path(sources[0].name).parent),
        sources=sources,
        given=Given(origin=Origin.IMPORT),
        guesses_topic=guesses_topic(book),
    )


def _files(place: Path) -> tuple[Path, dict[str, str]]:
    """Return the pages of a memory, by name, and their folder; one that cannot be read is none."""
    folder = place if place.is_dir() else place.parent
    paths = sorted(place.glob("*.md"))[:FILES_AT_MOST] if place.is_dir() else [place]
    found: dict[str, str] = {}
    for path in paths:
        try:
            found[path.name] = read_source(path)
        except BadInput:
            continue
    return folder, found

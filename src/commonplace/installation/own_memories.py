"""What agent programs remember by themselves, as a lesson for a book: read, and never written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commonplace.app.books import Book
from commonplace.app.learn import guesses_topic
from commonplace.core.memory import Origin
from commonplace.errors import BadInput
from commonplace.flows.capture import Given
from commonplace.flows.lessons import Lesson, Mode, SourceText
from commonplace.hosts.install.rows import Row
from commonplace.hosts.own_memories import recollections
from commonplace.installation.wiring import Surroundings, remembered
from commonplace.storage.sources import read_source

FILES_AT_MOST = 200
"""So many files a program itself looks at (Claude Code 2.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
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


def offered_by(row: Row, where: Surroundings) -> Offered:
    """Return what a host remembers about this project and its user, text by text."""
    sources = tuple(
        SourceText(text=each.text, name=str(folder / each.file))
        for place in remembered(row, where)
        for folder, files in (_files(place),)
        for each in recollections(row.name, files)
    )
    return Offered(name=row.name, title=row.title, sources=sources)


def lesson_of(offers: Sequence[Offered], book: Book) -> Lesson:
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

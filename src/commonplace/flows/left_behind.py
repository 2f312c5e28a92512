"""What a conversion leaves where it is: words in a book's own files that belong to no memory.

A title above the first entry, the keywords of a category, an index somebody keeps by hand, the second
of two notes with one id: nothing of that has a place in another book, so each is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core.ports import Place
from commonplace.flows.convert import Difference
from commonplace.flows.view import View

_NOTHING = frozenset({"", "---", "***", "___"})
"""Lines that only divide others."""


def left_behind(view: View) -> tuple[Difference, ...]:
    """Name what stands in the files of the book and is in no memory, file by file."""
    return (*_texts(view), *_keywords(view), *_dates(view))


def _texts(view: View) -> Iterator[Difference]:
    layout, taken = view.layout, _places_by_path(view)
    begun_with = layout.skeleton(view.today)
    unread = {problem.path for problem in view.reading.problems if problem.is_error}
    for path, content in sorted(view.files.items()):
        if not layout.reads(path) or layout.derives(path) or path in unread:
            continue
        known = {*map(str.strip, _lines(begun_with.get(path, b""))), *_NOTHING}
        for text in _runs(_lines(content), taken.get(path, ()), known):
            yield Difference(memory=path, field="text", was=text, now="")


def _places_by_path(view: View) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for place in view.reading.places.values():
        found.setdefault(place.path, []).append(place)
    return found


def _runs(lines: Sequence[str], taken: Sequence[Place], known: set[str]) -> Iterator[str]:
    """Return each run of lines outside the places that are taken, but for what a new book says, too."""
    at = 0
    for place in (*sorted(taken, key=lambda place: place.first_line), Place("", len(lines) + 1)):
        run = [line for line in lines[at : place.first_line - 1] if line.strip() not in known]
        if run:
            yield "\n".join(run)
        at = max(at, place.last_line or len(lines))


def _keywords(view: View) -> Iterator[Difference]:
    """Name the keywords of a whole file that none of its memories has as a keyword or a topic."""
    held: dict[str, set[str]] = {}
    for memory in view.reading.memories:
        words = held.setdefault(view.path(memory.id), set())
        words |= {word.casefold() for word in (*memory.keywords, memory.topic)}
    for path, said in sorted(view.reading.keywords.items()):
        lost = [word for word in said if word.casefold() not in held.get(path, ())]
        if lost:
            named = ", ".join(dict.fromkeys(lost))
            yield Difference(memory=path, field="keywords", was=named, now="")


def _dates(view: View) -> Iterator[Difference]:
    """Name the dates that nobody can read: no memory has them."""
    for problem in view.layout.check(view.files, view.today):
        if problem.code == "bad-date":
            yield Difference(memory=problem.path, field="date", was=problem.detail, now="")


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")

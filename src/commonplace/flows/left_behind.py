"""What a conversion leaves where it is: words in a book's own files that belong to no memory.

A title above the first entry, the name and keywords of a category, an index somebody keeps by hand, the
second of two notes with one id: nothing of that has a place in another book, so each is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from commonplace.core.ports import Place
from commonplace.flows.convert import Difference
from commonplace.flows.view import View

_NOTHING = frozenset({"", "---", "***", "___"})
"""Lines that only divide others."""
_ROW_NAMES = ("id", "skillId")


def left_behind(view: View) -> tuple[Difference, ...]:
    """Name what stands in the files of the book and is in no memory, file by file."""
    return (*_texts(view), *_index_values(view), *_dates(view))


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


def _index_values(view: View) -> Iterator[Difference]:
    """Name what an index says and its sources do not: names and keywords somebody chose, counts."""
    layout = view.layout
    sources = {path: text for path, text in view.files.items() if not layout.derives(path)}
    mended = {edit.path: edit.after for edit in layout.derive(view.files, view.today)}
    anew = {edit.path: edit.after for edit in layout.derive(sources, view.today)}
    for path, content in sorted({**view.files, **mended}.items()):
        if path in anew and path.endswith(".json"):
            for field, was in _lost(_loaded(content), _loaded(anew[path]), ""):
                yield Difference(memory=path, field=field, was=was, now="")


def _lost(said: object, again: object, at: str) -> Iterator[tuple[str, str]]:
    """Return where `said` holds something that is not said again, and what."""
    if said == again or not said:
        return
    if isinstance(said, dict) and isinstance(again, dict):
        for key, value in said.items():
            yield from _lost(value, again.get(key), f"{at}.{key}" if at else str(key))
    elif isinstance(said, list) and isinstance(again, list):
        rows = {name: row for row in again if (name := _name(row))}
        for row in (row for row in said if _name(row)):
            yield from _lost(row, rows.get(_name(row)), f"{at}.{_name(row)}")
        if words := dict.fromkeys(
            str(each) for each in said if not _name(each) and each not in again
        ):
            yield at, ", ".join(words)
    else:
        yield at, said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)


def _name(row: object) -> str:
    """Return by what a row of an index is known; empty for what is no row."""
    known = (row.get(key) for key in _ROW_NAMES) if isinstance(row, dict) else ()
    return next((str(name) for name in known if name), "")


def _loaded(content: bytes | None) -> object:
    """Return what an index says; one that is no JSON is told as a problem and says nothing."""
    try:
        return json.loads(content or b"{}")
    except (ValueError, RecursionError):
        return {}


def _dates(view: View) -> Iterator[Difference]:
    """Name the dates that nobody can read: no memory has them."""
    for problem in view.layout.check(view.files, view.today):
        if problem.code == "bad-date":
            yield Difference(memory=problem.path, field="date", was=problem.detail, now="")


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")

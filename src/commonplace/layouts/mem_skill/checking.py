"""What is wrong in a workspace beyond files that cannot be read: indices, links, values."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from commonplace.core.changes import Files
from commonplace.core.ports import Problem
from commonplace.layouts.mem_skill import fields as f
from commonplace.layouts.mem_skill import journal
from commonplace.layouts.mem_skill.entries import Entry
from commonplace.layouts.mem_skill.indices import index_problems
from commonplace.layouts.mem_skill.json_files import read_object
from commonplace.layouts.mem_skill.links import resolve, without_folder
from commonplace.layouts.mem_skill.paths import CONFIG, LOG
from commonplace.layouts.mem_skill.shelf import Shelf, read_shelf

_DAYS = (f.DATE, f.UPDATED, f.VALID_FROM, f.VALID_TO)


def check(files: Files, today: date) -> tuple[Problem, ...]:
    """Return every problem of the workspace, file by file."""
    shelf = read_shelf(files)
    problems = index_problems(files, shelf, today)
    if CONFIG in files and read_object(files[CONFIG]) is None:
        problems.append(Problem(path=CONFIG, code="bad-json"))
    if LOG in files and (trouble := journal.trouble(files[LOG])):
        problems.append(trouble)
    for path, page in shelf.pages.items():
        for name, entry in zip(shelf.ids[path], page.entries, strict=True):
            problems += _link_problems(path, name, entry, shelf)
            problems += _bad_days(path, entry)
    return tuple(problems)


def _link_problems(path: str, name: str, entry: Entry, shelf: Shelf) -> Iterator[Problem]:
    for link in entry.links:
        target = resolve(link, shelf.where)
        shown = f"{name} → [[{link}]]"
        if target is None:
            is_buried = without_folder(link) in shelf.graves
            code = "link-to-tombstone" if is_buried else "broken-link"
            yield Problem(path=path, code=code, detail=shown, is_error=not is_buried)
        elif not target.is_exact:
            detail = f"{shown} = [[{target.id}]]"
            yield Problem(
                path=path, code="inexact-link", detail=detail, is_error=False, can_fix=True
            )
        elif not _links_to(shelf, target.id, name):
            yield Problem(
                path=path, code="one-way-link", detail=shown, is_error=False, can_fix=True
            )


def _links_to(shelf: Shelf, origin: str, name: str) -> bool:
    path = shelf.where[origin]
    entry = shelf.pages[path].entries[shelf.ids[path].index(origin)]
    return any(
        (target := resolve(link, shelf.where)) is not None and target.id == name
        for link in entry.links
    )


def _bad_days(path: str, entry: Entry) -> Iterator[Problem]:
    for name in _DAYS:
        value = entry.value(name)
        if value and f.read_day(value) is None:
            detail = f"{entry.title}: {name} {value}"
            yield Problem(path=path, code="bad-date", detail=detail, is_error=False)

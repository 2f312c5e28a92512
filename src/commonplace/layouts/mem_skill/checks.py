"""What is wrong in a workspace beyond files that cannot be read: indices, links, values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from commonplace.core.changes import Files
from commonplace.core.memory import MemoryId
from commonplace.core.ports import Problem
from commonplace.layouts.mem_skill import fields as f
from commonplace.layouts.mem_skill import work_log
from commonplace.layouts.mem_skill.entries import Entry
from commonplace.layouts.mem_skill.indices import index_problems
from commonplace.layouts.mem_skill.links import Target, resolve, without_folder
from commonplace.layouts.mem_skill.pages import Shelf, read_shelf
from commonplace.layouts.mem_skill.paths import CONFIG, LOG
from commonplace.layouts.mem_skill.settings import read_object

Meant = Mapping[MemoryId, Mapping[str, Target | None]]

_DAYS = (f.DATE, f.UPDATED, f.VALID_FROM, f.VALID_TO)


def check(files: Files, today: date) -> tuple[Problem, ...]:
    """Return every problem of the workspace, file by file."""
    shelf = read_shelf(files)
    problems = index_problems(files, shelf, today)
    if CONFIG in files and read_object(files[CONFIG]) is None:
        problems.append(Problem(path=CONFIG, code="bad-json"))
    if LOG in files and (trouble := work_log.trouble(files[LOG])):
        problems.append(trouble)
    meant = _meant(shelf)
    for path, page in shelf.pages.items():
        for name, entry in zip(shelf.ids[path], page.entries, strict=True):
            problems += _link_problems(path, name, meant, shelf)
            problems += _bad_days(path, entry)
    return tuple(problems)


def _meant(shelf: Shelf) -> Meant:
    """Return for each entry its links and what they mean."""
    ordered = sorted(shelf.where)
    return {
        name: {link: resolve(link, shelf.where, ordered) for link in entry.links}
        for path, page in shelf.pages.items()
        for name, entry in zip(shelf.ids[path], page.entries, strict=True)
    }


def _link_problems(path: str, name: MemoryId, meant: Meant, shelf: Shelf) -> Iterator[Problem]:
    for link, target in meant[name].items():
        shown = f"{name} → [[{link}]]"
        if target is None:
            is_buried = without_folder(link) in shelf.graves
            code = "link-to-tombstone" if is_buried else "broken-link"
            yield Problem(path=path, code=code, detail=shown, is_error=not is_buried)
        elif not target.is_exact:
            yield _mendable(path, "inexact-link", f"{shown} = [[{target.id}]]")
        elif not any(back and back.id == name for back in meant[target.id].values()):
            yield _mendable(path, "one-way-link", shown)


def _mendable(path: str, code: str, detail: str) -> Problem:
    return Problem(path=path, code=code, detail=detail, is_error=False, can_fix=True)


def _bad_days(path: str, entry: Entry) -> Iterator[Problem]:
    for name in _DAYS:
        value = entry.value(name)
        if value and f.read_day(value) is None:
            detail = f"{entry.title}: {name} {value}"
            yield Problem(path=path, code="bad-date", detail=detail, is_error=False)

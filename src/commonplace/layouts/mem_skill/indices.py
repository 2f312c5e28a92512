"""The two `_index.json`: keywords and names are a person's own, counts and dates come from the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from commonplace.core.changes import Category, Files
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.layouts.mem_skill import entries as f
from commonplace.layouts.mem_skill.pages import EntryPage, Workspace
from commonplace.layouts.mem_skill.paths import (
    EXPERIENCE,
    EXPERIENCE_INDEX,
    KNOWLEDGE,
    KNOWLEDGE_INDEX,
    SKILL_PREFIX,
    is_page,
    page_for,
    stem_of,
)
from commonplace.layouts.mem_skill.settings import read_object, write_object

INDEX_VERSION = "1.0.0"
"""The version of the index format, which the original never raised."""

Row = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFormat:
    """What is particular to each of the two."""

    path: str
    folder: str
    rows: str
    """The key of the list of rows."""
    id: str
    """The key by which a row is named."""
    has_total: bool


INDICES = (
    IndexFormat(path=KNOWLEDGE_INDEX, folder=KNOWLEDGE, rows="categories", id="id", has_total=True),
    IndexFormat(
        path=EXPERIENCE_INDEX, folder=EXPERIENCE, rows="skills", id="skillId", has_total=False
    ),
)


def new_index(index: IndexFormat, today: date, rows: Sequence[Row] = ()) -> bytes:
    """Return the index of a workspace without entries."""
    total: dict[str, object] = {"totalEntries": 0} if index.has_total else {}
    head: dict[str, object] = {"lastUpdated": str(today), "version": INDEX_VERSION}
    return write_object({**head, **total, index.rows: list(rows)})


def category_row(name: str, title: str, keywords: Sequence[str], count: int = 0) -> Row:
    """Return the row of a category in the order of the original's template."""
    return {
        "id": name,
        "name": title,
        "keywords": list(keywords),
        "file": f"{name}.md",
        "count": count,
    }


def with_categories(files: Files, categories: Sequence[Category]) -> Files:
    """Return `files` with a row for each of `categories` that the index does not list yet."""
    index = INDICES[0]
    value = read_object(files.get(index.path, b""))
    if not categories or value is None or not is_index(index, value):
        return files
    rows = rows_of(index, files)
    listed = {row.get(index.id) for row in rows}
    named = ((stem_of(page_for(KNOWLEDGE, each.id, files)), each) for each in categories)
    new = [
        category_row(name, each.name, each.keywords) for name, each in named if name not in listed
    ]
    content = write_object({**value, index.rows: [*rows, *new]}, files[index.path])
    return {**files, index.path: content}


def refreshed(index: IndexFormat, files: Files, shelf: Workspace, today: date) -> bytes | None:
    """Return the index as the pages have it, None when the file there is not an index.

    What a person wrote into it is kept; an index that is right keeps its bytes.
    """
    content = files.get(index.path)
    value = read_object(new_index(index, today) if content is None else content)
    if value is None or not is_index(index, value):
        return None
    fresh = _with_counts(index, value, _pages_of(index, files, shelf))
    if fresh == value and content is not None:
        return content
    return write_object(fresh, content or b"")


def _pages_of(index: IndexFormat, files: Files, shelf: Workspace) -> dict[str, EntryPage | None]:
    """Return the pages of an index by file name, None for one that is there and is no text."""
    return {
        path.rpartition("/")[2]: shelf.pages.get(path)
        for path in sorted(files)
        if is_page(path) and path.startswith(f"{index.folder}/")
    }


def is_index(index: IndexFormat, value: Mapping[str, object]) -> bool:
    """Say whether `value` has the shape of an index."""
    rows = value.get(index.rows, [])
    return isinstance(rows, list) and all(isinstance(row, dict) for row in rows)


def rows_of(index: IndexFormat, files: Files) -> list[Row]:
    """Return the rows of an index, none when there is no readable one."""
    value = read_object(files.get(index.path, b""))
    if value is None or not is_index(index, value):
        return []
    rows = value.get(index.rows, [])
    return list(rows) if isinstance(rows, list) else []


def keywords_of(row: Row) -> tuple[str, ...]:
    """Return the keywords of a row."""
    words = row.get("keywords")
    return tuple(word for word in words if isinstance(word, str)) if isinstance(words, list) else ()


def keywords_by_page(files: Files) -> dict[str, tuple[str, ...]]:
    """Return what each page is about, in the words of its index; a skill is about itself too."""
    found: dict[str, tuple[str, ...]] = {}
    for index in INDICES:
        for row in rows_of(index, files):
            own = (str(row.get(index.id, "")),) if index.folder == EXPERIENCE else ()
            found[f"{index.folder}/{row.get('file', '')}"] = (*own, *keywords_of(row))
    return found


def _with_counts(index: IndexFormat, value: Row, pages: Mapping[str, EntryPage | None]) -> Row:
    rows = value.get(index.rows, [])
    assert isinstance(rows, list)
    counted = [_counted(row, pages) for row in rows]
    listed = {row.get("file") for row in counted}
    counted += [
        _row(index, name, page) for name, page in pages.items() if page and name not in listed
    ]
    fresh = {**value, index.rows: counted}
    if index.has_total:
        counts = {str(row.get("file")): row.get("count") for row in counted}
        fresh["totalEntries"] = sum(count for count in counts.values() if isinstance(count, int))
    if newest := _newest([page for page in pages.values() if page]):
        fresh["lastUpdated"] = str(newest)
    return fresh


def _counted(row: Row, pages: Mapping[str, EntryPage | None]) -> Row:
    file = str(row.get("file"))
    if file in pages and pages[file] is None:
        return row  # Nobody can count what cannot be read: the old figure is the best there is.
    page = pages.get(file)
    return {**row, "count": len(page.entries) if page else 0}


def _row(index: IndexFormat, file: str, page: EntryPage) -> Row:
    """Return the row of a page that has none yet: its entries say what it is found by."""
    name = file.removesuffix(".md")
    words = [word for entry in page.entries for word in _keywords(entry.value(f.KEYWORDS))]
    keywords = list({word.lower(): word for word in reversed(words)}.values())[::-1]
    keywords = keywords or name.removeprefix(SKILL_PREFIX).split("-")
    if index.folder == KNOWLEDGE:
        return category_row(name, name.replace("-", " ").title(), keywords, len(page.entries))
    skill = name.removeprefix(SKILL_PREFIX)
    return {"skillId": skill, "file": file, "keywords": keywords, "count": len(page.entries)}


def _keywords(value: str) -> tuple[str, ...]:
    return f.read_list(value, f.LISTED)


def _newest(pages: Sequence[EntryPage]) -> date | None:
    days = (
        day
        for page in pages
        for entry in page.entries
        for name in (f.DATE, f.UPDATED)
        if (day := f.read_day(entry.value(name)))
    )
    return max(days, default=None)


def index_problems(files: Files, shelf: Workspace, today: date) -> list[Problem]:
    """Return what is wrong with the indices: unreadable, missing, without a row, or out of date."""
    return [found for index in INDICES for found in _problems(index, files, shelf, today)]


def _problems(index: IndexFormat, files: Files, shelf: Workspace, today: date) -> list[Problem]:
    if index.path not in files:
        return [Problem(path=index.path, code="index-missing", can_fix=True)]
    fresh = refreshed(index, files, shelf, today)
    if fresh is None:
        return [Problem(path=index.path, code="bad-json")]
    listed = {row.get("file") for row in rows_of(index, files)}
    unlisted = [
        Problem(path=index.path, code="not-in-index", detail=path, can_fix=True, is_error=False)
        for path in shelf.pages
        if path.startswith(f"{index.folder}/") and path.rpartition("/")[2] not in listed
    ]
    lost = [
        Problem(path=index.path, code="category-without-file", detail=path, can_fix=True)
        for row in rows_of(index, files)
        if row.get("count") and (path := f"{index.folder}/{row.get('file')}") not in files
    ]
    if unlisted or lost:
        gone = [each.detail.rpartition("/")[2] for each in lost]
        is_stale = _is_miscounted(index, files, shelf, gone)
    else:
        is_stale = fresh != files[index.path]
    stale = Problem(path=index.path, code="index-stale", is_error=False, can_fix=True)
    return [*unlisted, *lost, *([stale] if is_stale else [])]


def _is_miscounted(index: IndexFormat, files: Files, shelf: Workspace, gone: Sequence[str]) -> bool:
    """Say whether the rows of pages that are listed count wrongly, whatever else is amiss.

    Rows without a page and pages without a row are told on their own; here neither may hide a wrong
    count nor be the reason for one.
    """
    value = read_object(files[index.path])
    assert value is not None, "a refreshed index was readable"
    pages = _pages_of(index, files, shelf)
    listed = {str(row.get("file")) for row in rows_of(index, files)}
    known = {name: page for name, page in pages.items() if name in listed} | dict.fromkeys(gone)
    right, whole = _with_counts(index, value, known), _with_counts(index, value, pages)
    totals = (right.get("totalEntries"), whole.get("totalEntries"))
    is_total_right = not index.has_total or value.get("totalEntries") in totals
    return right[index.rows] != value.get(index.rows, []) or not is_total_right

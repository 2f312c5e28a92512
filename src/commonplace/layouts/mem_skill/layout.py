"""The mem-skill `Layout`: the public class of this package.

A candidate as the entry it would become: which page, which title, which words.

What is wrong in a workspace beyond files that cannot be read: indices, links, values.

What is particular to a mem-skill workspace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import count

from commonplace.core.changes import (
    NO_OCCASION,
    Category,
    Change,
    FileEdit,
    Files,
    Occasion,
    edit_of,
)
from commonplace.core.memory import Candidate, Memory, MemoryId
from commonplace.core.names import FreeNames
from commonplace.core.ports import Problem, Reading
from commonplace.core.traits import BookLog, CutOffs, LogEntry, Traits, Verb
from commonplace.core.values import replace
from commonplace.layouts.markdown import LARGEST_NOTE_BYTES
from commonplace.layouts.mem_skill import edits, skeleton
from commonplace.layouts.mem_skill import entries as f
from commonplace.layouts.mem_skill.entries import (
    KNOWLEDGE_KIND,
    RELATED,
    Entry,
    beside_links,
    plain,
)
from commonplace.layouts.mem_skill.indices import (
    INDICES,
    Row,
    index_problems,
    keywords_by_page,
    keywords_of,
    refreshed,
    rows_of,
    with_categories,
)
from commonplace.layouts.mem_skill.pages import (
    Target,
    Workspace,
    entry_id,
    mended_links,
    read_all,
    read_page,
    read_shelf,
    resolve,
    without_folder,
)
from commonplace.layouts.mem_skill.paths import (
    CONFIG,
    DEFAULT_CATEGORY,
    EXPERIENCE,
    EXPERIENCE_INDEX,
    GRAVES,
    KNOWLEDGE,
    KNOWLEDGE_INDEX,
    LOG,
    is_grave,
    is_page,
    page_for,
    topic_of,
)
from commonplace.layouts.mem_skill.settings import read_object
from commonplace.layouts.mem_skill.skeleton import found, upgrade

FULL_PAGE_BYTES = LARGEST_NOTE_BYTES // 2
"""Where a page is full: entries still grow, and above the limit none of them could be read."""


class PageRoom:
    """The pages of a workspace, and how much each will hold once a batch is written."""

    def __init__(self, files: Files) -> None:
        self._bytes = {path: len(content) for path, content in files.items() if is_page(path)}
        self._page = cache(lambda kind, topic: page_for(kind, topic, files))
        self._part: dict[str, int] = {}

    def take(self, kind: str, topic: str, size: int) -> str:
        """Return the page for an entry of about `size` bytes, and count it as written there."""
        first = self._page(kind, topic)
        for part in count(self._part.get(first, 1)):
            path = first if part == 1 else self._page(kind, f"{topic}-{part}")
            held = self._bytes.get(path, 0)
            if not held or held + size <= FULL_PAGE_BYTES:
                break
        self._part[first] = part
        self._bytes[path] = held + size
        return path


UNTITLED = "Untitled"
KEY_FILES = "**Key Files/Paths:**"
"""What the original lists below the solution of an experience."""
_PATH = re.compile(
    r"(?<![\w/:.-])(?:~|\.{1,2})?/?(?:[\w.-]{1,60}/){1,8}[\w.-]{1,60}|(?<![\w/:.-])[\w-]{1,60}\.(?:md|py|js|ts|json|ya?ml|toml|sh|sql|conf|ini|go|rs|java|kt|swift|cfg|env)\b"
)
_NUMBERED = re.compile(r"\d{1,9}[.)] ")
_TYPED = ("", "user input")
"""Sources that the original calls a conversation."""


def drafts(candidates: Sequence[Candidate], files: Files, today: date) -> tuple[Memory, ...]:
    """Return the memories that `candidates` would become.

    A title that its page has already gets a number: links go by title, so it must be the only one.
    """
    shelf = read_shelf(files)
    names = FreeNames((*shelf.where, *shelf.graves), form="{} ({})", key=str)
    rows, room = rows_of(INDICES[0], files), PageRoom(files)
    return tuple(
        _draft(each, room.take(_kind(each), _topic(each, rows), _size(each)), names, today)
        for each in candidates
    )


def _draft(candidate: Candidate, path: str, names: FreeNames, today: date) -> Memory:
    title = " ".join(candidate.title.split()) or UNTITLED
    name = names.claim(entry_id(path, title))
    return Memory(
        id=name,
        title=name.partition("#")[2],
        body=_with_paths(_text(candidate.body), _kind(candidate)),
        kind=_kind(candidate),
        topic=topic_of(path),
        tags=_items(candidate.tags),
        keywords=_items(candidate.keywords),
        summary=f.one_line(candidate.summary),
        when_to_load=_items(candidate.when_to_load),
        source=_source(candidate.source),
        created=today,
    )


def _source(told: str) -> str:
    """Return the source in the original's form where it has one for it, else as told."""
    source = f.one_line(told)
    if source.startswith("file: "):
        return f"file:{source.removeprefix('file: ')}"
    if source in _TYPED:
        return f.DEFAULT_SOURCE
    written = f.original_source(source)
    return source if written == f.DEFAULT_SOURCE else written


def _kind(candidate: Candidate) -> str:
    return f.one_line(candidate.kind) or KNOWLEDGE_KIND


def _size(candidate: Candidate) -> int:
    """Return about how many bytes the entry will have."""
    words = (*candidate.tags, *candidate.keywords, *candidate.when_to_load)
    return (
        len(
            "\n".join((candidate.title, candidate.body, candidate.summary, *words)).encode(
                "utf-8", "replace"
            )
        )
        + 200
    )


def _topic(candidate: Candidate, rows: Sequence[Row]) -> str:
    """Return where a candidate belongs: as told, or the category that shares most keywords with it."""
    if candidate.topic.strip():
        return candidate.topic
    if candidate.kind == EXPERIENCE:
        return DEFAULT_CATEGORY
    wanted = {word.strip().lower() for word in candidate.keywords}
    best, most = DEFAULT_CATEGORY, 0
    for row in rows:
        shared = len(wanted & {word.strip().lower() for word in keywords_of(row)})
        if shared > most and isinstance(name := row.get("id"), str):
            best, most = name, shared
    return best


def _text(body: str) -> str:
    """Return the text as points, without the label that is written above it anyway."""
    text = plain(body)
    first, _, rest = text.partition("\n")
    return _as_points(plain(rest) if f.is_label(first) and rest.strip() else text)


def _with_paths(text: str, kind: str) -> str:
    """Return the text of an experience with the files and folders that it names listed below it."""
    if kind != EXPERIENCE or KEY_FILES in text:
        return text
    paths = dict.fromkeys(found[0].rstrip(".,;:") for found in _PATH.finditer(text))
    listed = "\n".join(f"- {path}" for path in paths)
    return f"{text}\n{KEY_FILES}\n{listed}" if paths else text


def _as_points(text: str) -> str:
    """Return a single plain line as the original's bullet; text of any other form keeps it."""
    is_plain = text[:1].isalnum() and "\n" not in text and not _NUMBERED.match(text)
    return f"- {text}" if is_plain else text


def _items(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for word in words if (item := f.one_line(word))))


Meant = Mapping[MemoryId, Mapping[str, Target | None]]

_DAYS = (f.DATE, f.UPDATED, f.VALID_FROM, f.VALID_TO)


def check(files: Files, today: date) -> tuple[Problem, ...]:
    """Return every problem of the workspace, file by file."""
    shelf = read_shelf(files)
    problems = index_problems(files, shelf, today)
    if CONFIG in files and read_object(files[CONFIG]) is None:
        problems.append(Problem(path=CONFIG, code="bad-json"))
    if LOG in files and (trouble := skeleton.trouble(files[LOG])):
        problems.append(trouble)
    meant = _meant(shelf)
    for path, page in shelf.pages.items():
        for name, entry in zip(shelf.ids[path], page.entries, strict=True):
            problems += _link_problems(path, name, meant, shelf)
            problems += _bad_days(path, entry)
    return tuple(problems)


def _meant(shelf: Workspace) -> Meant:
    """Return for each entry its links and what they mean."""
    ordered = sorted(shelf.where)
    return {
        name: {link: resolve(link, shelf.where, ordered) for link in entry.links}
        for path, page in shelf.pages.items()
        for name, entry in zip(shelf.ids[path], page.entries, strict=True)
    }


def _link_problems(path: str, name: MemoryId, meant: Meant, shelf: Workspace) -> Iterator[Problem]:
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


def _categories(files: Files) -> tuple[Category, ...]:
    return tuple(
        Category(id=name, name=str(row.get("name", name)), keywords=keywords_of(row))
        for row in rows_of(INDICES[0], files)
        if isinstance(name := row.get("id"), str)
    )


def _logged(content: bytes | None, entries: Sequence[LogEntry]) -> bytes | None:
    return skeleton.with_lines(content, [skeleton.line(*entry) for entry in entries])


def _remarks(content: bytes) -> str:
    """Return what entries say beside the links they are related by."""
    page = read_page(content.decode("utf-8-sig", "replace"))
    values = (beside_links(entry.value(RELATED)) for entry in page.entries)
    return "\n".join(filter(None, values))


TRAITS = Traits(
    notes_folder=KNOWLEDGE,
    experience_folder=EXPERIENCE,
    settings_file=CONFIG,
    cut_offs=CutOffs(
        seed="mem-skill A2 step 5: a related entry is updated, or a separate one is made and linked",
        extend_from=0.50,
        refining=Verb.EXTEND,
        offers=(Verb.EXTEND, Verb.CREATE, Verb.SKIP),
    ),
    finding_form="points",
    question="ask.related",
    lint_title="mem-skill",
    categories=_categories,
    mended_links=mended_links,
    remarks=_remarks,
    upgrade=upgrade,
    book_log=BookLog(path=LOG, appended=_logged),
)


_SINGLE_FILES = (CONFIG, EXPERIENCE_INDEX, KNOWLEDGE_INDEX, LOG)


class MemSkillLayout:
    """Reads and writes a workspace the way mem-skill describes it."""

    name = "mem-skill"
    home = ""
    folders = (KNOWLEDGE, EXPERIENCE, GRAVES.partition("/")[0])
    holds = frozenset(
        [
            "id",
            "title",
            "body",
            "kind",
            "topic",
            "tags",
            "keywords",
            "summary",
            "when_to_load",
            "source",
            "created",
            "modified",
            "links",
            "history",
            "status",
            "tombstone",
            "supersedes",
            "validity",
        ]
    )

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        return TRAITS

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is a workspace: it has the configuration, or an index."""
        return exists(CONFIG) or exists(KNOWLEDGE_INDEX) or exists(EXPERIENCE_INDEX)

    def reads(self, path: str) -> bool:
        """Say whether `path` is a file of a workspace."""
        return path in _SINGLE_FILES or is_page(path) or is_grave(path)

    def derives(self, path: str) -> bool:
        """Say whether `path` is one of the two indices or the log."""
        return path in (KNOWLEDGE_INDEX, EXPERIENCE_INDEX, LOG)

    def skeleton(self, today: date) -> Files:
        """Return the four files of a fresh default init."""
        return {e.path: e.after for e in found({}, today).edits if e.after is not None}

    def parse(self, files: Files) -> Reading:
        """Return every entry, page by page, the buried ones last."""
        return replace(read_all(read_shelf(files)), keywords=keywords_by_page(files))

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        return drafts(candidates, files, today)

    def render(
        self,
        changes: Sequence[Change],
        files: Files,
        today: date,  # noqa: ARG002 - the dates are in the memories
    ) -> tuple[FileEdit, ...]:
        """Return the edits that carry `changes` out, links in both directions included."""
        return edits.render(changes, files)

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),
        occasion: Occasion = NO_OCCASION,
    ) -> tuple[FileEdit, ...]:
        """Return the edits for counts and dates in both indices, and a log line for each change."""
        if not files:
            return ()  # An index holds a person's keywords: it is not made from nothing.
        shelf = read_shelf(files)
        named = with_categories(files, occasion.categories)
        after = {index.path: refreshed(index, named, shelf, today) for index in INDICES}
        if done:
            lines = skeleton.lines_for(done, files, today, occasion)
            after[LOG] = skeleton.with_lines(files.get(LOG), lines)
        return tuple(
            edit_of(files, path, content)
            for path, content in after.items()
            if content is not None and content != files.get(path)
        )

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Return what is wrong with indices, links and values."""
        return check(files, today)

"""A candidate as the entry it would become: which page, which title, which words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from itertools import count

from commonplace.core.changes import Files
from commonplace.core.memory import Candidate, Memory
from commonplace.layouts.decoding import LARGEST_NOTE_BYTES
from commonplace.layouts.mem_skill import fields as f
from commonplace.layouts.mem_skill.entries import KNOWLEDGE_KIND, plain
from commonplace.layouts.mem_skill.indices import INDICES, Row, keywords_of, rows_of
from commonplace.layouts.mem_skill.pages import entry_id, read_shelf
from commonplace.layouts.mem_skill.paths import (
    DEFAULT_CATEGORY,
    EXPERIENCE,
    is_page,
    page_for,
    topic_of,
)
from commonplace.layouts.names import FreeNames

FULL_PAGE_BYTES = LARGEST_NOTE_BYTES // 2
"""Where a page is full: entries still grow, and above the limit none of them could be read."""


class Room:
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
    rows, room = rows_of(INDICES[0], files), Room(files)
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
    """Return where it comes from as the original writes it: `conversation`, `file:<path>`, `url:<link>`."""
    if told in _TYPED or told.startswith(f.DEFAULT_SOURCE):
        return f.DEFAULT_SOURCE
    whole = f.one_line(told)
    return f"file:{whole.removeprefix('file: ')}" if whole.startswith("file: ") else whole


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
    return f"{text}\n\n{KEY_FILES}\n{listed}" if paths else text


def _as_points(text: str) -> str:
    """Return a single plain line as the original's bullet; text of any other form keeps it."""
    is_plain = text[:1].isalnum() and "\n" not in text and not _NUMBERED.match(text)
    return f"- {text}" if is_plain else text


def _items(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for word in words if (item := f.one_line(word))))

"""A file of entries: what stands before the first of them, and each with all its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from commonplace.core.headings import headings
from commonplace.core.memory import MemoryId
from commonplace.errors import WriteRefused
from commonplace.layouts.markdown import BOM, newline_of, split_lines
from commonplace.layouts.mem_skill.entries import Entry, read_entry
from commonplace.layouts.mem_skill.escaping import unescape_title

_ENTRY_LEVEL = 2
_PAGES_KEPT = 256


@dataclass(frozen=True, slots=True)
class Page:
    """A file of entries; joining its lines gives its text back."""

    preamble: tuple[str, ...]
    entries: tuple[Entry, ...]


@lru_cache(maxsize=_PAGES_KEPT)
def read_page(text: str) -> Page:
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
    return Page(tuple(lines[: starts[0]] if starts else lines), entries)


class OpenPage:
    """A page to work on: entries come, go and change under their ids; untouched lines keep their bytes."""

    def __init__(self, path: str, page: Page, ids: Sequence[MemoryId]) -> None:
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

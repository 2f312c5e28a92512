"""The block of keys at the top of a note, found by spans, so that each can be changed in place.

A linear scan of our own comes first: it knows where every key stands, and refuses what could hang
or blow up a YAML reader. The block is never written anew: a change is a splice into the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from commonplace.layouts.markdown import BOM
from commonplace.layouts.yaml_events import Unreadable, Value
from commonplace.layouts.yaml_values import NULLS, ODD_BUDGET, Style, read_value

MAX_BYTES = 64 * 1024

_OPEN = re.compile(rf"{BOM}?---[ \t]*(?:\r?\n|\Z)")
_CLOSE = re.compile(r"\n---[ \t]*(?:\r?\n|\Z)")
_MISPLACED = re.compile(rf"{BOM}?(?:\s*\n---[ \t]*(?:\r?\n|\Z)|---[ \t]*\r(?!\n))")
_KEY = r"""[A-Za-z_][\w-]*+|"[^"\\\n]*+"|'[^'\n]*+'|[^\s\-?:,\[\]{}#&*!|>'"%@`][^\n:#]*+"""
_SKIPPED = r"[ \t]*+(?:\#[^\n]*+)?\r?\n"
_BLOCK_TEXT = r"[|>][^\n]*+\n(?>(?:[ \t]*+\r?\n)*+[ \t]++[^\s][^\n]*+\n)*+"
_OTHER = rf"[^\n]*+\n(?>(?:{_SKIPPED})*+(?:[ \t]++[^\s#]|-(?=[ \t\r\n])|[\]}}])[^\n]*+\n)*+"
_ENTRY = re.compile(
    rf"(?P<key>{_KEY})[ \t]*+:(?=[ \t\r\n])[ \t]*+(?P<value>{_BLOCK_TEXT}|{_OTHER})"
)
_SIMPLE = re.compile(
    r"""([A-Za-z_][\w-]*+):(?:[ ]++(?:"([^"\\\n]*+)"|\[([\w ,.]*+(?:\b-\b[\w ,.]*+)*+)\]|(\w[^\r\n:#]*+)))?+"""
    r"""[ \t]*+(?:(?<=[ \t])\#[^\n]*+)?\r?\n(?![ \t\r\n#\-\]}])"""
)
"""One key and a value of the commonest forms on one line, in one match: nine keys of ten, and half
the time of a large book. Whatever it does not match goes the general way."""
_STYLES = (Style.EMPTY, Style.DOUBLE, Style.FLOW, Style.PLAIN)
_GAP = re.compile(rf"(?:{_SKIPPED})++")


class Entry(NamedTuple):
    """One key with its value: `start` to `end` are its lines, `at` to `until` the value alone.

    A named tuple rather than a dataclass: there are a dozen in every note of a large book.
    """

    key: str
    value: Value
    style: Style
    start: int
    at: int
    until: int
    end: int


class FrontMatter(NamedTuple):
    """What was found at the top of a note."""

    entries: Mapping[str, Entry]
    start: int
    """Where the first key may stand."""
    end: int
    """Where the closing fence stands; equal to `start` in a note without front matter."""
    content: int
    """Where the text below begins."""

    @property
    def is_there(self) -> bool:
        """Say whether the note has front matter at all."""
        return self.content > self.end

    def text(self, key: str) -> str:
        """Return the value of `key` as one string, empty when it is absent or a list."""
        entry = self.entries.get(key)
        return entry.value if entry and isinstance(entry.value, str) else ""

    def items(self, key: str) -> tuple[str, ...]:
        """Return the value of `key` as a list; a single value is a list of one."""
        entry = self.entries.get(key)
        if entry is None or not entry.value:
            return ()
        return (entry.value,) if isinstance(entry.value, str) else entry.value


def read_front_matter(text: str) -> FrontMatter:
    """Return the keys at the top of `text`; raise `Unreadable` for what must not be touched."""
    opening = _OPEN.match(text)
    if opening is None:
        if _MISPLACED.match(text):
            raise Unreadable("front-matter-not-first")
        start = len(BOM) if text.startswith(BOM) else 0
        return FrontMatter({}, start, start, start)
    start = opening.end()
    closing = _CLOSE.search(text, start - 1)
    if closing is None:
        raise Unreadable("front-matter-unclosed")
    end = closing.start() + 1
    if end - start > MAX_BYTES or len(text[start:end].encode("utf-8", "replace")) > MAX_BYTES:
        raise Unreadable("front-matter-too-long")
    return FrontMatter(_entries(text, start, end), start, end, closing.end())


def _entries(text: str, start: int, end: int) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    position, budget = start, ODD_BUDGET
    while position < end:
        entry = None
        if found := _SIMPLE.match(text, position, end):
            entry = _simple_entry(found)
        if entry is None and (found := _ENTRY.match(text, position, end)):
            entry, cost = _entry(text, found, budget)
            budget -= cost
        if entry is not None:
            if entry.key in entries:
                raise Unreadable("duplicate-key", entry.key)
            entries[entry.key] = entry
            position = entry.end
        elif gap := _GAP.match(text, position, end):
            position = gap.end()
        else:
            raise Unreadable("bad-yaml", text[position:end].split("\n", 1)[0][:60])
    return entries


def _simple_entry(found: re.Match[str]) -> Entry | None:
    """Return the entry of a simple line; None when its list has an empty place."""
    which = found.lastindex or 1
    style, end = _STYLES[which - 1], found.end()
    if style is Style.EMPTY:
        at = found.end(1) + 1
        return Entry(found[1], "", style, found.start(), at, at, end)
    raw: str = found[which]
    at, until = found.span(which)
    if style is Style.PLAIN:
        plain = raw.rstrip(" \t")
        value = "" if plain in NULLS else plain
        return Entry(found[1], value, style, found.start(), at, at + len(plain), end)
    if style is Style.DOUBLE:
        return Entry(found[1], raw, style, found.start(), at - 1, until + 1, end)
    items = tuple([item.strip(" ") for item in raw.split(",")]) if raw else ()
    return (
        Entry(found[1], items, style, found.start(), at - 1, until + 1, end) if all(items) else None
    )


def _entry(text: str, found: re.Match[str], budget: int) -> tuple[Entry, int]:
    start, end = found.span()
    at = found.start("value")
    value, length, style, cost = read_value(text, start, at, end, budget)
    return Entry(_key(found["key"]), value, style, start, at, at + length, end), cost


def _key(raw: str) -> str:
    key = raw.rstrip(" \t")
    if key == "<<":
        raise Unreadable("yaml-merge-keys")
    return key[1:-1] if key[0] in "\"'" else key

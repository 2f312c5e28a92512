"""The block of keys at the top of a note, found by spans, so that each can be changed in place.

A linear scan of our own comes first: it knows where every key stands, and refuses what could hang
or blow up a YAML reader. The block is never written anew: a change is a splice into the text.

Changes to front matter as splices: the lines of one key, and nothing else.

Comments after values, the order of keys, quotes, line endings and everything we do not know
survive because they are never written anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from commonplace.core.values import dataclass
from commonplace.layouts.markdown import BOM
from commonplace.layouts.yaml_values import (
    BLOCK_ITEM,
    FLOW_ITEMS,
    NULLS,
    ODD_BUDGET,
    Style,
    Unreadable,
    Value,
    read_value,
    write_flow_item,
    write_flow_list,
    write_scalar,
)

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


class FrontMatterKey(NamedTuple):
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

    entries: Mapping[str, FrontMatterKey]
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
    # Decision 0006: spans, so that setting one key leaves every other line as its owner wrote it.
    return FrontMatter(_entries(text, start, end), start, end, closing.end())


def _entries(text: str, start: int, end: int) -> dict[str, FrontMatterKey]:
    entries: dict[str, FrontMatterKey] = {}
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


def _simple_entry(found: re.Match[str]) -> FrontMatterKey | None:
    """Return the entry of a simple line; None when its list has an empty place."""
    which = found.lastindex or 1
    style, end = _STYLES[which - 1], found.end()
    if style is Style.EMPTY:
        at = found.end(1) + 1
        return FrontMatterKey(found[1], "", style, found.start(), at, at, end)
    raw: str = found[which]
    at, until = found.span(which)
    if style is Style.PLAIN:
        plain = raw.rstrip(" \t")
        value = "" if plain in NULLS else plain
        return FrontMatterKey(found[1], value, style, found.start(), at, at + len(plain), end)
    if style is Style.DOUBLE:
        return FrontMatterKey(found[1], raw, style, found.start(), at - 1, until + 1, end)
    items = tuple([item.strip(" ") for item in raw.split(",")]) if raw else ()
    return (
        FrontMatterKey(found[1], items, style, found.start(), at - 1, until + 1, end)
        if all(items)
        else None
    )


def _entry(text: str, found: re.Match[str], budget: int) -> tuple[FrontMatterKey, int]:
    start, end = found.span()
    at = found.start("value")
    value, length, style, cost = read_value(text, start, at, end, budget)
    return FrontMatterKey(_key(found["key"]), value, style, start, at, at + length, end), cost


def _key(raw: str) -> str:
    key = raw.rstrip(" \t")
    if key == "<<":
        raise Unreadable("yaml-merge-keys")
    return key[1:-1] if key[0] in "\"'" else key


Wanted = str | tuple[str, ...] | None
"""The new value of a key; None removes it."""


class Nested(str):
    """A value that is more than a text or a list, as the YAML that stood behind its key."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Splice:
    """New text in place of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRules:
    """Where a new key goes, and which values are dates, numbers or marks and need no quotes."""

    order: Sequence[str]
    bare: frozenset[str]

    def style(self, key: str) -> Style:
        """Return how a value is written that has no predecessor."""
        return Style.PLAIN if key in self.bare else Style.DOUBLE


def apply_splices(text: str, splices: Sequence[Splice]) -> str:
    """Return `text` with every splice in place; those at one spot keep the order they came in."""
    pieces: list[str] = []
    position = 0
    for splice in sorted(splices, key=lambda splice: splice.start):
        pieces += (text[position : splice.start], splice.text)
        position = splice.end
    return "".join([*pieces, text[position:]])


def change_keys(
    text: str, front: FrontMatter, wanted: Mapping[str, Wanted], rules: KeyRules
) -> list[Splice]:
    """Return the splices that give each key of `wanted` its new value; None removes the key."""
    newline = "\r\n" if "\r\n" in (text[: front.content] if front.is_there else text) else "\n"
    splices: list[Splice] = []
    for key in sorted(wanted, key=lambda key: _rank(key, rules)):
        value, entry = wanted[key], front.entries.get(key)
        if entry is None and value is not None:
            place = _place(front, key, rules)
            splices.append(Splice(place, place, write_key(key, value, rules, newline)))
        elif entry is not None and value is None:
            splices.append(Splice(entry.start, entry.end, ""))
        elif entry is not None and value is not None and value != entry.value:
            splices.append(_rewrite(text, entry, value, rules))
    return splices if front.is_there else _new_block(splices, front.start, newline)


def write_key(key: str, value: str | tuple[str, ...], rules: KeyRules, newline: str) -> str:
    """Return the line of a key that was not there before."""
    if isinstance(value, tuple):
        return f"{_name(key)}: {write_flow_list(value)}{newline}"
    if isinstance(value, Nested):
        return write_nested(key, value, newline)
    if not value and key in rules.bare:
        return f"{_name(key)}:{newline}"
    written = write_scalar(value, rules.style(key), is_text=key not in rules.bare)
    return f"{_name(key)}: {written}{newline}"


def write_nested(key: str, value: Nested, newline: str) -> str:
    """Return the lines of a key whose value is told as its own YAML."""
    gap = "" if value.startswith("\n") else " "
    return f"{_name(key)}:{gap}{value}\n".replace("\n", newline)


def _name(key: str) -> str:
    is_simple = re.fullmatch(r"[^\W\d][\w-]*", key) is not None
    return key if is_simple else write_scalar(key, Style.DOUBLE)


def _rank(key: str, rules: KeyRules) -> int:
    return rules.order.index(key) if key in rules.order else len(rules.order)


def _place(front: FrontMatter, key: str, rules: KeyRules) -> int:
    """Return where a new key goes: after its nearest predecessor in the canonical order."""
    if key not in rules.order:
        return front.end
    for before in reversed(rules.order[: rules.order.index(key)]):
        if before in front.entries:
            return front.entries[before].end
    return front.start


def _new_block(splices: Sequence[Splice], start: int, newline: str) -> list[Splice]:
    if not splices:
        return []
    lines = "".join(splice.text for splice in splices)
    return [Splice(start, start, f"---{newline}{lines}---{newline}")]


def _rewrite(
    text: str, entry: FrontMatterKey, value: str | tuple[str, ...], rules: KeyRules
) -> Splice:
    if isinstance(value, str):
        style = entry.style if entry.style in _SCALARS else rules.style(entry.key)
        written = write_scalar(value, style, is_text=entry.key not in rules.bare)
        if not value and style is Style.PLAIN:
            written = ""
    elif entry.style is Style.BLOCK and value:
        return _rewrite_block(text, entry, value)
    elif entry.style is Style.FLOW and value and entry.value:
        written = _flow_like(text[entry.at : entry.until], value)
    else:
        written = write_flow_list(value)
    gap = " " if written and text[entry.at - 1] == ":" else ""
    return Splice(entry.at, entry.until, gap + written)


_SCALARS = frozenset({Style.PLAIN, Style.SINGLE, Style.DOUBLE})
_QUOTES = {'"': Style.DOUBLE, "'": Style.SINGLE}


def _flow_like(raw: str, values: Sequence[str]) -> str:
    """Return a list in brackets, spaced and quoted as `raw`."""
    found = list(FLOW_ITEMS.finditer(raw, 1))
    first, last = found[0], found[-1]
    between = raw[found[0].end() : found[1].start()] if len(found) > 1 else ", "
    style = _QUOTES.get(first[0][0], Style.PLAIN)
    items = between.join(write_flow_item(value, style) for value in values)
    return raw[: first.start()] + items + raw[last.start() + len(last[0].rstrip()) :]


def _rewrite_block(text: str, entry: FrontMatterKey, values: Sequence[str]) -> Splice:
    """Return a block list with the lines of kept items, and all comments, as they were."""
    raw = text[entry.at : entry.end]
    found = list(BLOCK_ITEM.finditer(raw))
    old = entry.value if isinstance(entry.value, tuple) else ()
    first = found[0]
    style = _QUOTES.get(first["item"][:1], Style.PLAIN)
    newline = "\r\n" if first[0].endswith("\r\n") else "\n"
    import difflib  # noqa: PLC0415 - for edits alone: a hook only reads

    lead = raw[first.start() : first.start("item")].rstrip(" ") + " "
    pieces: list[str] = []
    position = first.start()
    for what, old_from, old_to, new_from, new_to in difflib.SequenceMatcher(
        None, old, values, autojunk=False
    ).get_opcodes():
        for item in found[old_from:old_to]:
            pieces.append(raw[position : item.start() if what != "equal" else item.end()])
            position = item.end()
        if what != "equal":
            written = (write_scalar(value, style) for value in values[new_from:new_to])
            pieces += [f"{lead}{item}{newline}" for item in written]
    return Splice(entry.at + first.start(), entry.end, "".join([*pieces, raw[position:]]))

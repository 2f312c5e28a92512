"""Changes to front matter as splices: the lines of one key, and nothing else.

Comments after values, the order of keys, quotes, line endings and everything we do not know
survive because they are never written anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from commonplace.layouts.frontmatter import Entry, FrontMatter
from commonplace.layouts.yaml_values import (
    BLOCK_ITEM,
    FLOW_ITEMS,
    Style,
    write_flow_item,
    write_flow_list,
    write_scalar,
)

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


def _rewrite(text: str, entry: Entry, value: str | tuple[str, ...], rules: KeyRules) -> Splice:
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


def _rewrite_block(text: str, entry: Entry, values: Sequence[str]) -> Splice:
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

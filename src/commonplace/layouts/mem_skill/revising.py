"""Change an entry's lines so that it says something else; every other line keeps its bytes."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.headings import bare
from commonplace.core.memory import Memory
from commonplace.layouts.markdown import newline_of, replace_text, trim_blank
from commonplace.layouts.mem_skill import fields as f
from commonplace.layouts.mem_skill.entries import Entry, plain, read_entry, values_of
from commonplace.layouts.mem_skill.escaping import HISTORY, escape, escape_title
from commonplace.layouts.scattered import Scattered, replace_scattered

_KEPT_EMPTY = (f.RELATED, f.KEYWORDS)
"""Lines that the original leaves standing without a value."""


def revised(entry: Entry, before: Memory, after: Memory) -> Entry:
    """Return `entry` with what differs between `before` and `after`, title and place excepted."""
    was, wanted = values_of(before), values_of(after)
    if before.kind == after.kind and before.topic == after.topic:
        was[f.SKILL] = wanted[f.SKILL]
    for name, value in wanted.items():
        if value != was[name] and name != f.RELATED:
            entry = with_field(entry, name, value)
    if before.links != after.links:
        entry = with_links(entry, after.links)
    if before.body != after.body:
        entry = _with_body(entry, plain(after.body))
    if before.history != after.history:
        entry = _with_history(entry, plain(after.history))
    return entry


def with_field(entry: Entry, name: str, value: str) -> Entry:
    """Return `entry` with one field saying `value`; an empty value takes its line away."""
    if (field := entry.fields.get(name)) is None:
        return with_new_field(entry, name, value) if value else entry
    lines = [*entry.lines]
    if value or name in _KEPT_EMPTY:
        lines[field.start : field.stop] = [f.with_value(lines[field.start], value)]
    else:
        del lines[field.start : field.stop]
    return read_entry(entry.title, lines)


def with_new_field(entry: Entry, name: str, value: str) -> Entry:
    """Return `entry` with one more field, in the place where the original writes it."""
    newline = newline_of(entry.lines)
    place = _place_above(entry, name) if name in f.ABOVE_THE_TEXT else _place_below(entry, name)
    new = f.field_line(name, value) + newline
    above, below = _all_ended(entry.lines[:place], newline), entry.lines[place:]
    if not below and not entry.lines[-1].endswith("\n"):
        new = new.removesuffix(newline)
    return read_entry(entry.title, [*above, new, *below])


def _place_above(entry: Entry, name: str) -> int:
    """Return the end of the run of fields that begins with the first one before `name`."""
    earlier = f.ABOVE_THE_TEXT[: f.ABOVE_THE_TEXT.index(name)]
    present = [entry.fields[other] for other in earlier if other in entry.fields]
    if not present:
        return trim_blank(entry.lines, 1, entry.end)[0]
    stops = {field.start: field.stop for field in present}
    place = present[0].stop
    while place in stops:
        place = stops[place]
    return place


def _place_below(entry: Entry, name: str) -> int:
    """Return the line of the next field, or the end of the text."""
    later = f.BELOW_THE_TEXT[f.BELOW_THE_TEXT.index(name) + 1 :]
    starts = [entry.fields[other].start for other in later if other in entry.fields]
    return starts[0] if starts else trim_blank(entry.lines, 1, entry.history)[1]


def _with_body(entry: Entry, text: str) -> Entry:
    wanted = escape(text) if text else ""
    lines = [*entry.lines]
    if entry.body:
        old = Scattered(tuple(bare(lines[index]) for index in entry.body), entry.body)
        return read_entry(entry.title, replace_scattered(lines, old, wanted, entry.text_start))
    newline = newline_of(lines)
    at = entry.text_start
    new = [line + newline for line in wanted.split("\n")]
    return read_entry(entry.title, [*_all_ended(lines[:at], newline), *new, *lines[at:]])


def _with_history(entry: Entry, text: str) -> Entry:
    lines = [*entry.lines]
    newline = newline_of(lines)
    head, tail = _all_ended(lines[: entry.history], newline), lines[entry.end :]
    if not text:
        return read_entry(entry.title, [*lines[: trim_blank(lines, 1, entry.history)[1]], *tail])
    if entry.history < entry.end:
        start, stop = trim_blank(lines, entry.history + 1, entry.end)
        return read_entry(entry.title, replace_text(lines, start, stop, escape(text)))
    new = [line + newline for line in ("", HISTORY, "", *escape(text).split("\n"))]
    return read_entry(entry.title, [*head, *new, *tail])


def with_title(entry: Entry, title: str) -> Entry:
    """Return `entry` under another heading."""
    first = entry.lines[0]
    ending = first[len(bare(first)) :]
    lines = [f"## {escape_title(title)}{ending}", *entry.lines[1:]]
    return read_entry(title, lines)


def without_separator(entry: Entry) -> Entry:
    """Return `entry` without what parts it from the next one."""
    return read_entry(entry.title, entry.lines[: entry.end])


def with_links(entry: Entry, links: Sequence[str]) -> Entry:
    """Return `entry` related to exactly `links`; what else its line says stays if they only grow."""
    known = len(entry.links)
    if tuple(links) == entry.links:
        return entry
    if known and tuple(links[:known]) == entry.links:
        value = f"{entry.value(f.RELATED).rstrip(', ')}, {f.write_links(links[known:])}"
        return with_field(entry, f.RELATED, value)
    return with_field(entry, f.RELATED, f.write_links(links))


def _ended(line: str, newline: str) -> str:
    return line if line.endswith("\n") else line + newline


def _all_ended(lines: Sequence[str], newline: str) -> list[str]:
    return [_ended(line, newline) for line in lines]

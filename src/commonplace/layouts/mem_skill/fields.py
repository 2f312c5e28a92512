"""The `**Name:** value` lines of an entry: which we know, and how a value is spelled on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from commonplace.core.headings import bare

DATE = "Date"
UPDATED = "Updated"
SKILL = "Skill"
SOURCE = "Source"
TRUST = "Trust"
KIND = "Kind"
TAGS = "Tags"
APPLIES_WHEN = "Applies when"
VALID_FROM = "Valid from"
VALID_TO = "Valid to"
WHEN_TO_LOAD = "When to load"
CONTEXT = "Context"
SUPERSEDES = "Supersedes"
RELATED = "Related"
KEYWORDS = "Keywords"

ABOVE_THE_TEXT = (
    DATE,
    UPDATED,
    SKILL,
    SOURCE,
    TRUST,
    KIND,
    TAGS,
    APPLIES_WHEN,
    VALID_FROM,
    VALID_TO,
    WHEN_TO_LOAD,
    CONTEXT,
)
"""The order in which a new entry has them; the original's own, with ours between Source and Context."""

BELOW_THE_TEXT = (SUPERSEDES, RELATED, KEYWORDS)
LABELS = ("Best Practice", "Solution")
"""What the original writes above the text of an entry; a label alone on its line is not the text."""

LISTED = ",，、"
"""What separates keywords and tags."""

SITUATIONS = ";；"
"""What separates situations, which may have commas inside."""

DEFAULT_SOURCE = "conversation"

_KNOWN = {name.lower(): name for name in (*ABOVE_THE_TEXT, *BELOW_THE_TEXT)}
_LINE = re.compile(r"\*\*([^*:\n]{1,40})(?::\*\*|\*\*:)[ \t]*(.*)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")
_ESCAPED = re.compile(r"\\([\\,，、;；])")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: its value, and the lines it takes."""

    value: str
    start: int
    stop: int
    """One more than its last line: links may stand as bullets below `**Related:**`."""


def find_fields(lines: Sequence[str], prose: Sequence[bool], stop: int) -> dict[str, Field]:
    """Return the known fields among `lines` up to `stop`, the first of each name."""
    found: dict[str, Field] = {}
    for index in range(1, stop):
        if not (lines[index].startswith("**") and prose[index]):
            continue
        match = _LINE.match(bare(lines[index]))
        name = _KNOWN.get(match[1].strip().lower()) if match else None
        if match and name and name not in found:
            value, end = match[2].strip(), index + 1
            if name == RELATED and not value:
                end = _bullets_end(lines, index + 1, stop)
                value = ", ".join(bare(line).strip() for line in lines[index + 1 : end])
            found[name] = Field(value, index, end)
    return found


def _bullets_end(lines: Sequence[str], start: int, stop: int) -> int:
    while start < stop and lines[start].lstrip()[:2] in ("- ", "* ") and "[[" in lines[start]:
        start += 1
    return start


def is_known(line: str) -> bool:
    """Say whether `line` would be read as a field if it stood in an entry."""
    match = _LINE.match(line)
    return match is not None and match[1].strip().lower() in _KNOWN


def is_label(line: str) -> bool:
    """Say whether `line` is nothing but the label of the text below it."""
    match = _LINE.match(bare(line))
    return match is not None and match[1].strip() in LABELS and not match[2].strip()


def field_line(name: str, value: str) -> str:
    """Return the line for a field, without its ending."""
    return f"**{name}:** {value}".rstrip()


def with_value(line: str, value: str) -> str:
    """Return `line` with another value; its spelling of the name and its ending stay."""
    text = bare(line)
    match = _LINE.match(text)
    assert match is not None
    return f"{text[: match.start(2)].rstrip()} {value}".rstrip() + line[len(text) :]


def one_line(text: str) -> str:
    """Return `text` as a value that fits on one line."""
    return " ".join(text.split("\n")).replace("\r", " ").strip()


def read_day(value: str) -> date | None:
    """Return the day that `value` begins with, None when it is not one."""
    match = _DAY.match(value)
    try:
        return date.fromisoformat(match[0]) if match else None
    except ValueError:
        return None


def read_list(value: str, separators: str) -> tuple[str, ...]:
    """Return the items of `value`, each once; a separator after a backslash is part of its item."""
    return tuple(dict.fromkeys(item for item in _split(value, separators) if item))


def _split(value: str, separators: str) -> list[str]:
    items, start, index = [], 0, 0
    while index < len(value):
        if value[index] == "\\":
            index += 1
        elif value[index] in separators:
            items.append(value[start:index])
            start = index + 1
        index += 1
    return [_ESCAPED.sub(r"\1", item.strip()) for item in [*items, value[start:]]]


def write_list(items: Iterable[str], separators: str) -> str:
    """Return `items` on one line, so that `read_list` gives them back."""
    special = re.compile(rf"([\\{separators}])")
    return f"{separators[0]} ".join(special.sub(r"\\\1", one_line(item)) for item in items)


def read_links(value: str) -> tuple[str, ...]:
    """Return the targets of `[[...]]` in `value`; a target may hold single brackets."""
    targets = (value[start:stop].strip() for start, stop in _link_spans(value))
    return tuple(dict.fromkeys(target for target in targets if target))


def _link_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the targets of links stand; a search, since a pattern would try every `[[` anew."""
    end = 0
    while (start := text.find("[[", end)) >= 0 and (end := text.find("]]", start)) >= 0:
        while text.startswith("]]]", end):
            end += 1
        yield start + 2, end


def write_links(targets: Iterable[str]) -> str:
    """Return `targets` as links on one line."""
    return ", ".join(f"[[{one_line(target)}]]" for target in targets)


def replace_links(line: str, names: Mapping[str, str]) -> str:
    """Return `line` with the targets of its links replaced as `names` says."""
    for start, stop in [*_link_spans(line)][::-1]:
        if new := names.get(line[start:stop].strip()):
            line = f"{line[:start]}{new}{line[stop:]}"
    return line

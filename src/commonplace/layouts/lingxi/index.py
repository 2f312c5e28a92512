"""`INDEX.md`: nine columns, one row per active note, derived from the notes and from nothing else.

The bytes are those of the original tool, whose `--update` then finds nothing to change: cells are read from
the text of a note as that tool reads them, which is not always what the note means. Better than there are
only the title of a note without a heading and the garbage in some published notes, neither of which we write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.memory import Memory
from commonplace.core.values import dataclass
from commonplace.layouts.lingxi.note import GARBAGE

PATH = "memory/INDEX.md"
WHEN_CHARS = 160
"""Counted as the original counts them: a letter beyond the first 65,536 is two."""
DEFAULTS = {"kind": "other", "status": "active", "strength": "hypothesis", "scope": "medium"}
"""What a note is taken for when its Meta does not say."""

_HEAD = """# Memory Index

> 统一记忆库索引（SSoT - Single Source of Truth）
>
> - 索引只存“最小元数据”，用于治理与快速定位
> - 真实内容在 `memory/notes/*.md`，用于语义检索与注入

## Memories

| Id | Kind | Title | When to load | Status | Strength | Scope | Supersedes | File |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


_SPACE = "\t\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
"""What is space to the original, but for the end of a line; our own language counts otherwise."""
_MARKERS = (re.compile(f"^[-*][{_SPACE}]+"), re.compile(f"^[0-9]+\\.[{_SPACE}]+"))
_TITLE = re.compile(f"^#(?: [{_SPACE}]*)([^\n]*)", re.MULTILINE)
_WHEN = re.compile(f"^[{_SPACE}]*## when to load[{_SPACE}]*$", re.MULTILINE | re.IGNORECASE)
_NEXT_SECTION = re.compile("^## ", re.MULTILINE)
_KEYS = "Kind|Strength|Scope|Supersedes"
_VALUE = re.compile(
    f"^[{_SPACE}]*-[{_SPACE}]*(?:\\*\\*({_KEYS})\\*\\*|({_KEYS})):([^\n]+)", re.MULTILINE
)
_LINE_ENDS = re.compile("[\r\u2028\u2029]")
_BEFORE_DIGITS = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
"""How the original's order of letters puts what is neither letter nor digit."""


@dataclass(frozen=True, slots=True)
class IndexRow:
    """What the checks need to know of a row that stands in an index."""

    id: str
    status: str
    file: str


def render_index(notes: Sequence[tuple[Memory, str, bytes]]) -> bytes:
    """Return the index of `notes`, each with path and bytes."""
    rows = sorted(
        (_rank(memory.id), _row(memory, path, content.decode("utf-8", "replace")))
        for memory, path, content in notes
    )
    return (_HEAD + "".join(row for _, row in rows)).encode()


def _rank(name: str) -> tuple[list[int], str]:
    """Return what ids are sorted by: signs, digits, then letters, small ones first where all else is equal."""
    places = [
        _BEFORE_DIGITS.find(sign) if sign in _BEFORE_DIGITS else 99 + ord(sign)
        for sign in name.lower()
    ]
    return places, name.swapcase()


def is_listed(memory: Memory) -> bool:
    """Say whether `memory` may be recalled: neither quarantined, nor buried, nor of another Status."""
    return memory.is_active and "status" not in memory.extra


def _row(memory: Memory, path: str, text: str) -> str:
    said = _said(text)
    cells = (
        memory.id,
        said.get("Kind") or DEFAULTS["kind"],
        _title(text) or memory.title,
        _when_cell(text),
        DEFAULTS["status"],
        said.get("Strength") or DEFAULTS["strength"],
        said.get("Scope") or DEFAULTS["scope"],
        said.get("Supersedes", ""),
        f"`{path}`",
    )
    return "| " + " | ".join(cell.replace("|", "｜") for cell in cells) + " |\n"


def _title(text: str) -> str:
    found = _TITLE.search(text)
    return _value(found[1]) if found else ""


def _said(text: str) -> dict[str, str]:
    """Return the first value of each key, wherever in a note it stands."""
    found: dict[str, str] = {}
    for match in _VALUE.finditer(text):
        value = _value(match[3])
        if not _LINE_ENDS.search(value):
            found.setdefault(match[1] or match[2], value)
    return found


def _when_cell(text: str) -> str:
    """Return the conditions in a note, joined and cut: line by line, markers taken off."""
    begin = _WHEN.search(text)
    if begin is None:
        return ""
    end = _NEXT_SECTION.search(text, begin.end())
    items: list[str] = []
    for line in text[begin.end() : end.start() if end else None].split("\n"):
        item = _trimmed(GARBAGE.sub(" ", line))
        for marker in _MARKERS:
            item = marker.sub("", item)
        items += [item] if (item := _trimmed(item)) else []
    units = "；".join(items).encode("utf-16-le", "surrogatepass")[: 2 * WHEN_CHARS]
    return units.decode("utf-16-le", "replace")


def _value(text: str) -> str:
    return _trimmed(GARBAGE.split(text)[0])


def _trimmed(text: str) -> str:
    return text.strip(_SPACE)


def parse_index(text: str) -> tuple[IndexRow, ...]:
    """Return the rows of an index, whatever its padding, its line endings and its other columns."""
    columns: list[str] = []
    rows: list[IndexRow] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            columns = []
        elif not columns:
            columns = [cell.lower() for cell in cells]
        elif columns[0] == "id" and cells[0].strip("-: "):
            named = dict(zip(columns, cells, strict=False))
            file = cells[-1] if len(cells) != len(columns) else named.get("file", "")
            rows.append(IndexRow(cells[0], named.get("status", "active"), file.strip("` ")))
    return tuple(rows)


TEMPLATE_PATH = "memory/references/memory-note-template.md"

TEMPLATE = """# <Title>

## Meta

- **Id**: MEM-<id>
- **Title**: <Title>
- **Kind**: principle | heuristic | decision | pattern | business | tech | reference | other
- **Status**: active
- **Strength**: hypothesis | validated | enforced
- **Scope**: narrow | medium | broad

## When to load

- <one to three situations, in natural language>

## One-liner (for injection)

<one imperative sentence>

## Context / Decision

- **Decision**: <what was being judged, not what was done>
- **Signals**: <the observable evidence that decided it>
- **Alternatives**: <what was rejected, optional>
- **Counter-signals**: <when it does not apply, optional>

## Decision Shape

- **Decision being made**: <optional section>
- **Alternatives rejected**: <at least one>
- **Discriminating signal**: <what tells them apart>

## Judgment Capsule

- **I used to think**: <optional section>
- **Now I believe**: <...>
- **Because the decisive variable is**: <...>

## Pointers

- <files and modules, no long copies>
"""

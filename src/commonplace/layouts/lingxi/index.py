"""`INDEX.md`: nine columns, one row per active note, derived from the notes and from nothing else.

The bytes are those of the original tool: rows in the order of their ids, plain newlines, no padding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.core.memory import Memory
from commonplace.layouts.lingxi.meta import in_cell
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


_MARKERS = (re.compile(r"^[-*]\s+"), re.compile(r"^\d+\.\s+"))


@dataclass(frozen=True, slots=True)
class Row:
    """What the checks need to know of a row that stands in an index."""

    id: str
    status: str
    file: str


def render_index(notes: Sequence[tuple[Memory, str, bytes]]) -> bytes:
    """Return the index of `notes`, each with path and bytes; only those that may be recalled have a row."""
    rows = sorted(
        (memory.id, _row(memory, path, _when_cell(content)))
        for memory, path, content in notes
        if is_listed(memory)
    )
    return (_HEAD + "".join(row for _, row in rows)).encode()


def is_listed(memory: Memory) -> bool:
    """Say whether `memory` has a row: neither quarantined, nor buried, nor of another Status."""
    return memory.is_active and "status" not in memory.extra


def _row(memory: Memory, path: str, when: str) -> str:
    cells = (
        memory.id,
        memory.kind or DEFAULTS["kind"],
        memory.title,
        when,
        DEFAULTS["status"],
        memory.extra.get("strength") or DEFAULTS["strength"],
        memory.extra.get("scope") or DEFAULTS["scope"],
        ", ".join(memory.supersedes),
        f"`{path}`",
    )
    return "| " + " | ".join(map(in_cell, cells)) + " |\n"


def _when_cell(content: bytes) -> str:
    """Return the conditions in a note as the original joins and cuts them: line by line, markers taken off."""
    lines = content.decode("utf-8", "replace").split("\n")
    heads = [at for at, line in enumerate(lines) if line.strip().lower() == "## when to load"]
    items: list[str] = []
    for line in lines[heads[0] + 1 :] if heads else ():
        if line.startswith("## "):
            break
        text = line.replace(GARBAGE, " ").strip()
        for marker in _MARKERS:
            text = marker.sub("", text)
        items += [text.strip()] if text.strip() else []
    units = "；".join(items).encode("utf-16-le", "surrogatepass")[: 2 * WHEN_CHARS]
    return units.decode("utf-16-le", "replace")


def parse_index(text: str) -> tuple[Row, ...]:
    """Return the rows of an index, whatever its padding, its line endings and its other columns."""
    columns: list[str] = []
    rows: list[Row] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            columns = []
        elif not columns:
            columns = [cell.lower() for cell in cells]
        elif columns[0] == "id" and cells[0].strip("-: "):
            named = dict(zip(columns, cells, strict=False))
            file = cells[-1] if len(cells) != len(columns) else named.get("file", "")
            rows.append(Row(cells[0], named.get("status", "active"), file.strip("` ")))
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

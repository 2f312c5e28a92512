"""Labelled sets and notes from a file: one JSON object on each line, checked as it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import TypeGuard

from commonplace.core.memory import Memory
from commonplace.core.names import check_id
from commonplace.errors import BadInput
from commonplace.flows.evaluate import Labelled

Row = Mapping[str, object]


def read_set(path: Path) -> tuple[Labelled, ...]:
    """Read prompts with the ids of the memories that answer them."""
    return tuple(
        Labelled(
            prompt=_text(row, "prompt", path, line),
            relevant=frozenset(_texts(row, "relevant", path, line)),
        )
        for line, row in _rows(path)
    )


def read_notes(path: Path) -> tuple[Memory, ...]:
    """Read notes; `id` and `title` must be there, the other fields may."""
    return tuple(
        Memory(
            id=check_id(_text(row, "id", path, line)),
            title=_text(row, "title", path, line),
            body=str(row.get("body", "")),
            kind=str(row.get("kind", "")),
            topic=str(row.get("topic", "")),
            keywords=_texts(row, "keywords", path, line),
            summary=str(row.get("summary", "")),
            when_to_load=_texts(row, "when_to_load", path, line),
            created=_day(row),
        )
        for line, row in _rows(path)
    )


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    lines = _lines(path)
    if not lines:
        raise BadInput("empty-set", path=path)
    for number, text in lines:
        try:
            row = json.loads(text)
        except ValueError as cause:
            raise BadInput("bad-set", path=path, line=number, cause=cause) from cause
        except RecursionError as cause:
            raise BadInput("bad-set", path=path, line=number, cause="too deep") from cause
        if not isinstance(row, dict):
            raise BadInput("bad-set", path=path, line=number, cause="not an object")
        yield number, row


def _lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines that say something, numbered as an editor does: JSON may hold other line ends."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as cause:
        raise BadInput("unreadable-set", path=path, cause=cause.strerror) from cause
    except UnicodeDecodeError as cause:
        raise BadInput("unreadable-set", path=path, cause="not UTF-8") from cause
    return [(number, text) for number, text in enumerate(lines, 1) if text.strip()]


def _text(row: Row, key: str, path: Path, line: int) -> str:
    value = row.get(key)
    if not _is_text(value):
        raise BadInput("bad-set", path=path, line=line, cause=f"no {key}")
    return value


def _texts(row: Row, key: str, path: Path, line: int) -> tuple[str, ...]:
    """Return a list of texts; a single text in its place is refused, not taken for nothing."""
    values = row.get(key)
    if values is None:
        return ()
    if not isinstance(values, list) or not all(map(_is_text, values)):
        raise BadInput("bad-set", path=path, line=line, cause=f"{key} is no list of texts")
    return tuple(values)


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(value.strip())


def _day(row: Row) -> date | None:
    try:
        return date.fromisoformat(str(row.get("created", "")))
    except ValueError:
        return None

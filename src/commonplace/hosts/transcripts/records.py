"""The lines of a transcript as records: what is not one JSON object is passed over.

A host may be writing while we read, so the last line may be half a line; the first may be the end of
one when only the last part of a huge file was read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from commonplace.core.values import dataclass

LONGEST_LINE = 2 * 1024 * 1024
"""A longer line is a tool's result or a picture; what people and agents say is shorter."""


@dataclass(frozen=True, slots=True)
class TranscriptRecord:
    """One JSON object of a transcript, and the byte at which its line begins."""

    offset: int
    fields: Mapping[str, object]

    def text(self, name: str) -> str:
        """Return the text in the field `name`, empty for anything else."""
        return as_text(self.fields.get(name))

    def below(self, name: str) -> Mapping[str, object]:
        """Return the object in the field `name`, empty for anything else."""
        return as_object(self.fields.get(name))


def records_in(content: bytes, start: int = 0) -> Iterator[TranscriptRecord]:
    """Yield the records of `content`, which begins at byte `start` of its file."""
    offset = start
    for line in content.split(b"\n"):
        if 2 <= len(line) <= LONGEST_LINE and (fields := _object(line)):
            yield TranscriptRecord(offset, fields)
        offset += len(line) + 1


def _object(line: bytes) -> Mapping[str, object]:
    try:
        value = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return as_object(value)


def as_object(value: object) -> Mapping[str, object]:
    """Return `value` when it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_text(value: object) -> str:
    """Return `value` when it is text, else nothing."""
    return value if isinstance(value, str) else ""


def texts_in(content: object, *kinds: str) -> tuple[str, ...]:
    """Return the texts of a message's content: itself, or its parts of one of the `kinds`."""
    if isinstance(content, str):
        return (content,)
    parts = content if isinstance(content, list) else []
    objects = map(as_object, parts)
    return tuple(
        as_text(part.get("text")) for part in objects if as_text(part.get("type")) in kinds
    )

"""From bytes to text, or to the reason why a file is no note: listed, never rewritten."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from commonplace.core.memory import Tombstone
from commonplace.core.ports import Problem
from commonplace.errors import WriteRefused

if TYPE_CHECKING:
    from commonplace.core.changes import FileEdit

LARGEST_NOTE_BYTES = 1 << 20
"""A note is something a person reads; what is larger came here by mistake."""

_CONFLICT_LINES = tuple(
    re.compile(mark, re.MULTILINE) for mark in (rb"^<{7} ", rb"^={7}\r?$", rb"^>{7}(?: |\r?$)")
)


def decode(path: str, content: bytes) -> str | Problem:
    """Return the text of `content`, byte order mark included, or what is wrong with it.

    Each of these would be damaged, or would damage, if an edit were made: a file with a NUL or in
    another encoding is not text, and half of a text between conflict markers is not meant.
    """
    if code := _refusal(content):
        return Problem(path=path, code=code)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        return Problem(path=path, code="not-utf-8", detail=f"byte {error.start}")


def still_readable(edits: Sequence[FileEdit]) -> tuple[FileEdit, ...]:
    """Return `edits`, or raise `WriteRefused` when a file could not be read once they are made.

    One entry too many would hide all others of its page.
    """
    for edit in edits:
        text = "" if edit.after is None else decode(edit.path, edit.after)
        if isinstance(text, Problem):
            raise WriteRefused("unreadable-then", path=edit.path, cause=text.code)
    return tuple(edits)


def _refusal(content: bytes) -> str:
    if len(content) > LARGEST_NOTE_BYTES:
        return "too-large"
    if b"\0" in content:
        return "nul-byte"
    return "conflict-markers" if b"<<<<<<< " in content and _is_half_merged(content) else ""


def _is_half_merged(content: bytes) -> bool:
    at = 0
    for mark in _CONFLICT_LINES:
        if not (found := mark.search(content, at)):
            return False
        at = found.end()
    return True


_MARK = re.compile(rb"\n<!-- buried: (\{[^\n]*\}) -->\n\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grave:
    """A buried text: its own bytes, where they stood, and why they are gone."""

    content: bytes
    origin: str
    tombstone: Tombstone


def bury(grave: Grave) -> bytes:
    """Return the bytes that keep `grave`."""
    stone = grave.tombstone
    record = {"at": stone.at.isoformat(), "reason": stone.reason, "from": grave.origin}
    if stone.superseded_by:
        record["superseded_by"] = stone.superseded_by
    # a reason may say "-->": the comment must not end there
    line = json.dumps(record, ensure_ascii=False).replace(">", "\\u003e")
    return grave.content + f"\n<!-- buried: {line} -->\n".encode()


def exhume(content: bytes) -> Grave | None:
    """Return the grave in `content`, None when we did not dig it."""
    if not (mark := _MARK.search(content)):
        return None
    try:
        record = json.loads(mark[1])
        stone = Tombstone(
            at=date.fromisoformat(record["at"]),
            reason=str(record["reason"]),
            superseded_by=record.get("superseded_by"),
        )
        return Grave(content=content[: mark.start()], origin=str(record["from"]), tombstone=stone)
    except (ValueError, KeyError, TypeError):
        return None

"""From bytes to text, or to the reason why a file is no note: listed, never rewritten."""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.changes import FileEdit
from commonplace.core.ports import Problem
from commonplace.errors import WriteRefused

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

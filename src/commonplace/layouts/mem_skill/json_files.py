"""JSON files that belong to a person: read strictly, written back in the style they were found in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

_BOM = b"\xef\xbb\xbf"
_INLINE_LIST = re.compile(r'\[[ \t]*"')
_EXPLODED_LIST = re.compile(r"\[(?:\s*\"(?:[^\"\\]|\\.)*\",?)+\s*\]")


def read_object(content: bytes) -> dict[str, object] | None:
    """Return the object in `content`, None when it is not JSON or not an object."""
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(name: str) -> object:
    raise ValueError(name)


def write_object(value: Mapping[str, object], old: bytes = b"") -> bytes:
    """Return `value` as indented JSON; lists on one line, CRLF and byte order mark stay as in `old`."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if _INLINE_LIST.search(old.decode("utf-8", "replace")):
        text = _EXPLODED_LIST.sub(_on_one_line, text)
    if b"\r\n" in old:
        text = text.replace("\n", "\r\n")
    return (_BOM if old.startswith(_BOM) else b"") + text.encode("utf-8")


def _on_one_line(match: re.Match[str]) -> str:
    return json.dumps(json.loads(match[0]), ensure_ascii=False)

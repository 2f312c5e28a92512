"""Save into the soul: fields that exist get another value, and nothing else is touched."""

from __future__ import annotations

import re

from commonplace.core.profile_save import (
    AlreadyThere,
    CannotSave,
    Rewriting,
    Rewritten,
    SaveCode,
    SaveRequest,
    call_of,
)
from commonplace.layouts.profile.fields import find_field, same, split_field, with_value

_NAMES = ("名字", "name")


def rewrite_soul(request: SaveRequest, lines: list[str]) -> Rewriting:
    """Return the soul with one field changed; a new name replaces the old one everywhere."""
    name, value = request.field.strip(), request.value.strip()
    if not name or not value:
        name, value = split_field(request.content.strip()) or ("", "")
    if not name:
        return CannotSave(code=SaveCode.BAD_REQUEST, reason=call_of("soul"))
    field = find_field(lines, name)
    if field is None:
        return CannotSave(code=SaveCode.FAILED, reason=f"soul.md 中没有字段：{name}")
    if same(field.value, value):
        return AlreadyThere(reason=f"{name} 已是 {value}")
    if field.value and any(same(name, known) for known in _NAMES):
        return _renamed("".join(lines), field.value, value)
    return Rewritten(content=with_value(lines, field, value).encode())


def _renamed(text: str, old: str, new: str) -> Rewritten:
    # a word ends where a letter of the same kind does not follow: `XiaoPaw是` is a word and a verb
    before = r"(?<![A-Za-z0-9_])" if re.match(r"[A-Za-z0-9_]", old) else ""
    after = r"(?![A-Za-z0-9_])" if re.search(r"[A-Za-z0-9_]$", old) else ""
    pattern = before + re.escape(old) + after
    renamed, count = re.subn(pattern, lambda _: new, text)
    return Rewritten(content=renamed.encode(), replaced=count)

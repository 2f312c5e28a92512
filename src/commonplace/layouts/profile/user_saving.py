"""Save what is known of the user: a field is updated or added once, a fact is added as a line."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.headings import bare, prose_flags
from commonplace.core.profile_save import AlreadyThere, Rewriting, Rewritten, SaveRequest
from commonplace.layouts.profile.fields import find_field, said_by, same, split_field, with_value

_TITLE = "# 用户档案"
_FIELDS = "## 偏好与习惯"
_FACTS = "## 重要记忆"


def rewrite_user(request: SaveRequest, lines: list[str]) -> Rewriting:
    """Return the user's page with the field or the fact in it; an empty page gets its title."""
    page = lines or [f"{_TITLE}\n"]
    if request.field.strip() and request.value.strip():
        return _with_field(page, request.field.strip(), " ".join(request.value.split()))
    content = request.content.replace("\r\n", "\n").strip()
    field = None if "\n" in content else split_field(content)
    if field and ("**" in content or _is_line(page, field[0])):
        return _with_field(page, *field)
    return _with_fact(page, content)


def _is_line(lines: Sequence[str], name: str) -> bool:
    field = find_field(lines, name)
    return field is not None and bool(field.lead)


def _with_field(lines: Sequence[str], name: str, value: str) -> Rewriting:
    field = find_field(lines, name)
    if field is None or not field.lead:
        return Rewritten(content=said_by(lines, f"- **{name}**：{value}", _FIELDS).encode())
    if same(field.value, value):
        return AlreadyThere(reason=f"{name} 已是 {value}")
    return Rewritten(content=with_value(lines, field, value).encode())


def _with_fact(lines: Sequence[str], content: str) -> Rewriting:
    flags = prose_flags(lines)
    known = [bare(line) for line, is_prose in zip(lines, flags, strict=True) if is_prose]
    said = [line for line in content.split("\n") if line.strip()]
    if all(any(same(one, line) for one in known) for line in said):
        return AlreadyThere(reason="内容已存在")
    fact = content if len(said) > 1 else "- " + content.lstrip("-*+ \t")
    return Rewritten(content=said_by(lines, fact, _FACTS).encode())

"""Save into the agent's rules: an item of a checklist is ticked, or a whole section is removed."""

from __future__ import annotations

import re

from commonplace.core.headings import bare, headings, prose_flags
from commonplace.core.profile_save import (
    AlreadyThere,
    CannotSave,
    Rewriting,
    Rewritten,
    SaveCode,
    SaveRequest,
)
from commonplace.layouts.markdown import section_end
from commonplace.layouts.profile.fields import same

_ITEM = re.compile(r"^([ \t]*(?:[-*+]|\d+[.)])[ \t]+\[)([ xX])(\][ \t]+)(.*)$")


def rewrite_agent(request: SaveRequest, lines: list[str]) -> Rewriting:
    """Return the rules with the item ticked or the section gone; both must be found exactly once."""
    if request.tick.strip():
        return _ticked(lines, request.tick.strip())
    return _without_section(lines, request.remove_section.strip().lstrip("#").strip())


def _ticked(lines: list[str], wanted: str) -> Rewriting:
    items = [
        (index, match)
        for index, (line, is_prose) in enumerate(zip(lines, prose_flags(lines), strict=True))
        if is_prose and (match := _ITEM.match(bare(line)))
    ]
    found = [item for item in items if same(item[1][4], wanted)]
    found = found or [item for item in items if wanted.casefold() in item[1][4].casefold()]
    if len(found) != 1:
        return _not_one("清单项", wanted, len(found))
    index, match = found[0]
    if match[2] != " ":
        return AlreadyThere(reason=f"已勾选：{match[4].strip()}")
    ending = lines[index][len(bare(lines[index])) :]
    ticked = f"{match[1]}x{match[3]}{match[4]}{ending}"
    return Rewritten(content="".join([*lines[:index], ticked, *lines[index + 1 :]]).encode())


def _without_section(lines: list[str], title: str) -> Rewriting:
    marks = headings(lines)
    found = [which for which, mark in enumerate(marks) if same(mark.title, title)]
    if len(found) != 1:
        return _not_one("章节", title, len(found))
    start = marks[found[0]].line
    stop = section_end(marks, found[0], len(lines))
    return Rewritten(content="".join([*lines[:start], *lines[stop:]]).encode())


def _not_one(what: str, wanted: str, count: int) -> CannotSave:
    told = f"找不到{what}" if count == 0 else f"{what}不唯一（{count} 处）"
    return CannotSave(code=SaveCode.FAILED, reason=f"{told}：{wanted}")

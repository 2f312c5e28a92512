"""A text inside an entry must not end the entry, open the next one or hide what follows.

Where it would, its line gets a backslash, which Markdown readers do not show; reading takes it off
again, so that every text comes back as it was put in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.headings import prose_flags
from commonplace.layouts.mem_skill.fields import is_known

HISTORY = "### History"

_MARK = re.compile(r"( {0,3})(\\*)((?:##(?:[ \t]|$)|### History[ \t]*$|`{3}|~{3}|\*\*).*)")
_COMMENT = re.compile(r"( *)(\\*)(<!--(?!.*-->).*)")
_CONFLICT = re.compile(r"()(\\*)((?:<{7}|={7}|>{7}).*)")
_RULE = re.compile(r"()(\\*)((?:-{3,}|\*{3,}|_{3,})[ \t]*)")
_TITLE_BRACKETS = re.compile(r"\\*\[[^\[\]]*\]")
_TITLE_CLOSING = re.compile(r"(?:(?<=\s)|^)(?=\\*#+$)")
_TITLE_ESCAPED = re.compile(r"^\\(?=\\*\[[^\[\]]*\]$)|(?:(?<=\s)|^)\\(?=\\*#+$)")


def is_rule(line: str) -> bool:
    """Say whether `line` is a rule, as people draw between entries."""
    match = _RULE.fullmatch(line.rstrip())
    return match is not None and not match[2]


def escape(text: str) -> str:
    """Return `text` as it may stand in an entry."""
    return _line_by_line(text, "\\")


def unescape(text: str) -> str:
    """Return the text that was escaped."""
    return _line_by_line(text, "") if "\\" in text else text


def _line_by_line(text: str, added: str) -> str:
    """Return `text` with one backslash more, or one less, on every line that needs one.

    The marks of code and comments that are closed again are not prose, so they are left alone.
    """
    lines = text.split("\n")
    prose = prose_flags(lines)
    last = len(lines) - 1
    for index, line in enumerate(lines):
        match = _match(line, is_prose=prose[index], is_last=index == last)
        if match and (added or match[2]):
            backslashes = match[2] + added if added else match[2][1:]
            lines[index] = f"{match[1]}{backslashes}{match[3]}"
    return "\n".join(lines)


def _match(line: str, *, is_prose: bool, is_last: bool) -> re.Match[str] | None:
    if conflict := _CONFLICT.fullmatch(line):
        return conflict
    if is_last and (rule := _RULE.fullmatch(line)):
        return rule
    mark = _MARK.fullmatch(line) or _COMMENT.fullmatch(line) if is_prose else None
    if mark is None or (mark[3].startswith("**") and (mark[1] or not is_known(mark[3]))):
        return None
    return mark


def escape_title(title: str) -> str:
    """Return `title` as the text of a heading, which reads back as `title`."""
    bracketed = f"\\{title}" if _TITLE_BRACKETS.fullmatch(title) else title
    return _TITLE_CLOSING.sub(r"\\", bracketed, count=1)


def unescape_title(heading: str) -> str:
    """Return the title in `heading`; the brackets of the original's template are not part of it."""
    if heading.startswith("[") and _TITLE_BRACKETS.fullmatch(heading):
        return heading[1:-1].strip() or heading
    return _TITLE_ESCAPED.sub("", heading) if "\\" in heading else heading


def free_of_marks(lines: Sequence[str]) -> bool:
    """Say whether `lines` can hold neither code nor comments, so that all of them are prose."""
    return not any("```" in line or "~~~" in line or "<!--" in line for line in lines)

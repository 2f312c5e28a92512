"""What a save makes of one file of a profile: the complete new text, computed in memory from one reading."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from commonplace.core.headings import bare, headings, prose_flags
from commonplace.core.ports import Problem
from commonplace.core.profile_save import (
    INDEX,
    AlreadyThere,
    CannotSave,
    Rewriting,
    Rewritten,
    SaveCode,
    SaveRequest,
    call_of,
)
from commonplace.core.values import dataclass
from commonplace.layouts.markdown import (
    BOM,
    decode,
    replace_text,
    section_end,
    split_lines,
    text_of,
    trim_blank,
)

_FIELD = re.compile(
    r"^([ \t]*(?:[-*+][ \t]+)?(?:\*\*)?)([^*：:\n]+?)((?:\*\*)?[ \t]*[：:](?:\*\*)?[ \t]*)(.*)$"
)
_MARKER = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+")


@dataclass(frozen=True, slots=True)
class FieldLines:
    """Where a field's value stands: lines `start` to `stop`, after `lead` on the first of them."""

    name: str
    value: str
    lead: str
    start: int
    stop: int


def same(one: str, other: str) -> bool:
    """Say whether two lines say the same: width, case, spacing, list and bold marks apart."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", _MARKER.sub("", text)).casefold()
    return " ".join(folded.replace("**", "").split())


def split_field(line: str) -> tuple[str, str] | None:
    """Return name and value when `line` reads like a field."""
    match = _FIELD.match(line)
    return (match[2].strip(), match[4].strip()) if match and match[4].strip() else None


def find_field(lines: Sequence[str], name: str) -> FieldLines | None:
    """Return the field called `name`: a line, else a section of that heading."""
    for index, (line, is_prose) in enumerate(zip(lines, prose_flags(lines), strict=True)):
        match = _FIELD.match(bare(line)) if is_prose else None
        if match and same(match[2], name):
            lead = match[1] + match[2] + match[3]
            return FieldLines(match[2].strip(), match[4].strip(), lead, index, index + 1)
    return _find_section(lines, name)


def _find_section(lines: Sequence[str], name: str) -> FieldLines | None:
    marks = headings(lines)
    for which, mark in enumerate(marks):
        if mark.level > 1 and same(mark.title, name):
            end = section_end(marks, which, len(lines))
            start, stop = trim_blank(lines, mark.line + 1, end)
            return FieldLines(mark.title, text_of(lines[start:stop]), "", start, stop)
    return None


def with_value(lines: Sequence[str], field: FieldLines, value: str) -> str:
    """Return the text with `field` saying `value`."""
    if field.start < field.stop:
        return "".join(replace_text(lines, field.start, field.stop, field.lead + value))
    # an empty section: its value stands one blank line below the heading
    heading = max(at for at in range(field.start) if lines[at].strip())
    follows = "\n" if field.start < len(lines) else ""
    return "".join(replace_text(lines, heading + 1, field.start, f"\n{value}{follows}"))


def said_by(lines: Sequence[str], line: str, heading: str) -> str:
    """Return the text with `line` at the end of the section `heading`, which is made when missing."""
    marks = headings(lines)
    title = heading.lstrip("# ")
    which = next((at for at, mark in enumerate(marks) if same(mark.title, title)), None)
    if which is None:
        gap = "\n" if lines and lines[-1].strip() else ""
        return "".join(replace_text(lines, len(lines), len(lines), f"{gap}{heading}\n\n{line}"))
    end = section_end(marks, which, len(lines))
    start, stop = trim_blank(lines, marks[which].line + 1, end)
    if start < stop:
        return "".join(replace_text(lines, stop, stop, line))
    follows = "\n" if end < len(lines) else ""
    below = marks[which].line + 1
    return "".join(replace_text(lines, below, end, f"\n{line}{follows}"))


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
    is_name = any(same(name, known) for known in _NAMES)
    if field.lead or is_name:
        value = " ".join(value.split())
    if field.value and is_name:
        return _renamed("".join(lines), field.value, value)
    return Rewritten(content=with_value(lines, field, value).encode())


def _renamed(text: str, old: str, new: str) -> Rewritten:
    # a word ends where a letter of the same kind does not follow: `XiaoPaw是` is a word and a verb
    before = r"(?<![A-Za-z0-9_])" if re.match(r"[A-Za-z0-9_]", old) else ""
    after = r"(?![A-Za-z0-9_])" if re.search(r"[A-Za-z0-9_]$", old) else ""
    pattern = before + re.escape(old) + after
    renamed, count = re.subn(pattern, lambda _: new, text)
    return Rewritten(content=renamed.encode(), replaced=count)


_TITLE = "# 用户档案"
_FIELDS = "## 偏好与习惯"
_FACTS = "## 重要记忆"


def rewrite_user(request: SaveRequest, lines: list[str]) -> Rewriting:
    """Return the user's page with the field or the fact in it; an empty page gets its title."""
    page = lines or [f"{_TITLE}\n"]
    if request.field.strip() and request.value.strip():
        return _with_field(page, request.field.strip(), " ".join(request.value.split()))
    return _with_each(page, request.content.replace("\r\n", "\n").strip().split("\n"))


def _with_each(page: list[str], said: Sequence[str]) -> Rewriting:
    """Return the page with each field that `said` has at its place, and all else as one fact."""
    fact: list[str] = []
    results: list[Rewriting] = []
    for line, is_prose in zip(said, prose_flags(said), strict=True):
        field = split_field(line) if is_prose and not line[:1].isspace() else None
        if field and ("**" in line or _is_line(page, field[0])):
            results.append(made := _with_field(page, *field))
            page = split_lines(made.content.decode()) if isinstance(made, Rewritten) else page
        else:
            fact.append(line)
    if any(line.strip() for line in fact):
        results.append(_with_fact(page, "\n".join(fact).strip("\n")))
    written = [each for each in results if isinstance(each, Rewritten)]
    return written[-1] if written else results[-1]


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
    new = _new_items(content.split("\n"), known)
    told = [line for line in new if line.strip()]
    fact = "\n".join(new).strip("\n")
    is_block = f"\n{fact}\n" in "\n" + "".join(lines).replace("\r\n", "\n") + "\n"
    if is_block or all(any(same(one, line) for one in known) for line in told):
        return AlreadyThere(reason="内容已存在")
    fact = fact if len(told) > 1 else "- " + _MARKER.sub("", fact).strip()
    return Rewritten(content=said_by(lines, fact, _FACTS).encode())


def _new_items(said: Sequence[str], known: Sequence[str]) -> Sequence[str]:
    """Return a list without the items that the page has; any other text stays in one piece."""
    own = [
        at
        for at, (line, is_prose) in enumerate(zip(said, prose_flags(said), strict=True))
        if is_prose and line.strip() and not line[:1].isspace()
    ]
    if not all(_MARKER.match(said[at]) for at in own):
        return said
    ends = zip(own, [*own[1:], len(said)], strict=True)
    gone = {at for at, end in ends if end == at + 1 and any(same(said[at], one) for one in known)}
    return [line for at, line in enumerate(said) if at not in gone]


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


_NEVER_MADE = ("soul", "agent")
"""Who the assistant is and what it obeys is never begun by a save: a missing file is a failure."""

_SUBJECTS = "## 主题"


def rewrite(request: SaveRequest, path: str, content: bytes | None) -> Rewriting:
    """Return the new content of `path`, or why there is none; the request has been checked."""
    text = "" if content is None else decode(path, content)
    if isinstance(text, Problem):
        return CannotSave(code=SaveCode.FAILED, reason=f"{path} 无法读取：{text.code}")
    if content is None and request.target in _NEVER_MADE:
        return CannotSave(code=SaveCode.FAILED, reason=f"{path} 不存在")
    mark = BOM if text.startswith(BOM) else ""
    result = _rewritten(request, path, split_lines(text[len(mark) :]))
    if isinstance(result, Rewritten) and mark:
        return Rewritten(content=mark.encode() + result.content, replaced=result.replaced)
    return result


def _rewritten(request: SaveRequest, path: str, lines: list[str]) -> Rewriting:
    if path == INDEX:
        return _with_index_line(request, lines)
    match request.target:
        case "soul":
            return rewrite_soul(request, lines)
        case "user":
            return rewrite_user(request, lines)
        case "agent":
            return rewrite_agent(request, lines)
        case _:
            return _topic(request, lines)


def _topic(request: SaveRequest, lines: list[str]) -> Rewriting:
    wanted = request.content.replace("\r\n", "\n").strip("\n") + "\n"
    if "".join(lines).replace("\r\n", "\n").strip("\n") + "\n" == wanted:
        return AlreadyThere(reason=f"memory_{request.name}.md 内容相同")
    return Rewritten(content=wanted.encode())


def _with_index_line(request: SaveRequest, lines: list[str]) -> Rewriting:
    file = f"memory_{request.name}.md"
    if any(file in line.replace("`", " ").split() for line in lines):
        return AlreadyThere(reason=f"索引中已有 {file}")
    marks = headings(split_lines(request.content))
    subject = marks[0].title if marks and marks[0].title else request.name
    return Rewritten(content=said_by(lines, f"- {subject} → {file}", _SUBJECTS).encode())

"""An entry: its lines, where each part of it stands in them, and the memory they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from commonplace.core.headings import bare, prose_flags
from commonplace.core.memory import Memory, MemoryId, Status, Validity
from commonplace.layouts.markdown import split_lines, text_of, trim_blank
from commonplace.layouts.mem_skill import fields as f
from commonplace.layouts.mem_skill.fields import Field, is_known
from commonplace.layouts.mem_skill.paths import EXPERIENCE

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


KNOWLEDGE_KIND = "knowledge"
QUARANTINED = "quarantined"

_ENTRIES_KEPT = 4096
"""A page is read again after each change to it, and all its entries but one are as they were."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One `## Title` and all lines up to the next, with the places of its parts."""

    title: str
    lines: tuple[str, ...]
    fields: Mapping[str, Field]
    body: tuple[int, ...]
    """The lines of the text: whatever is neither a field nor the label above the text."""
    text_start: int
    """Where the text begins, or would begin."""
    history: int
    """The line of the history's heading; where the entry ends when it has none."""
    end: int
    """Where the entry's own text ends; blank lines and a rule may follow."""

    def value(self, name: str) -> str:
        """Return the value of a field, empty when the entry has none."""
        found = self.fields.get(name)
        return found.value if found else ""

    @property
    def links(self) -> tuple[str, ...]:
        """The targets of the entry's `Related` line."""
        return f.read_links(self.value(f.RELATED))


def read_entry(title: str, lines: Sequence[str]) -> Entry:
    """Return the entry that `lines` are, the first of them its heading."""
    return _dissected(title, tuple(lines))


@lru_cache(maxsize=_ENTRIES_KEPT)
def _dissected(title: str, lines: tuple[str, ...]) -> Entry:
    end = _end(lines)
    prose = [True] * len(lines) if free_of_marks(lines) else prose_flags(lines)
    history = _history(lines, prose, end)
    fields = f.find_fields(lines, prose, history)
    taken = {index for field in fields.values() for index in range(field.start, field.stop)}
    free = [index for index in range(1, history) if index not in taken]
    body = _trimmed(lines, free)
    text_start = _text_start(lines, fields, history)
    if body and prose[body[0]] and f.is_label(lines[body[0]]):
        text_start = body[0] + 1
        body = _trimmed(lines, body[1:])
    return Entry(title, lines, fields, tuple(body), text_start, history, end)


def _end(lines: Sequence[str]) -> int:
    _, end = trim_blank(lines, 1, len(lines))
    if end > 1 and is_rule(bare(lines[end - 1])):
        _, end = trim_blank(lines, 1, end - 1)
    return end


def _history(lines: Sequence[str], prose: Sequence[bool], end: int) -> int:
    for index in range(1, end):
        is_mark = lines[index].startswith(HISTORY) and lines[index].rstrip() == HISTORY
        if is_mark and prose[index]:
            return index
    return end


def _trimmed(lines: Sequence[str], free: Sequence[int]) -> Sequence[int]:
    start, stop = trim_blank([lines[index] for index in free], 0, len(free))
    return free[start:stop]


def _text_start(lines: Sequence[str], fields: Mapping[str, Field], history: int) -> int:
    above = [fields[name].stop for name in f.ABOVE_THE_TEXT if name in fields]
    if above:
        return max(above)
    below = [fields[name].start for name in f.BELOW_THE_TEXT if name in fields]
    return min(below) if below else trim_blank(lines, 1, history)[1]


def read_memory(entry: Entry, name: MemoryId, kind: str, topic: str) -> Memory:
    """Return the memory that `entry` means, under the name it goes by."""
    trust = entry.value(f.TRUST).lower()
    skill = entry.value(f.SKILL)
    return Memory(
        id=name,
        title=entry.title,
        body=unescape("\n".join(bare(entry.lines[index]) for index in entry.body)),
        kind=entry.value(f.KIND) or kind,
        topic=topic,
        tags=f.read_list(entry.value(f.TAGS), f.LISTED),
        keywords=f.read_list(entry.value(f.KEYWORDS), f.LISTED),
        summary=entry.value(f.CONTEXT),
        when_to_load=f.read_list(entry.value(f.WHEN_TO_LOAD), f.SITUATIONS),
        source=entry.value(f.SOURCE),
        created=f.read_day(entry.value(f.DATE)),
        modified=f.read_day(entry.value(f.UPDATED)),
        links=entry.links,
        history=unescape(text_of(entry.lines[entry.history + 1 : entry.end])),
        status=Status.QUARANTINED if trust == QUARANTINED else Status.ACTIVE,
        supersedes=f.read_links(entry.value(f.SUPERSEDES)),
        validity=_validity(entry),
        extra={f.SKILL: skill} if skill and skill != topic else {},
    )


def _validity(entry: Entry) -> Validity:
    return Validity(
        valid_from=f.read_day(entry.value(f.VALID_FROM)),
        valid_to=f.read_day(entry.value(f.VALID_TO)),
        applies_when=entry.value(f.APPLIES_WHEN),
    )


def values_of(memory: Memory) -> dict[str, str]:
    """Return the value of every field as `memory` has it; empty where it has none."""
    is_skill = memory.kind == EXPERIENCE
    says_kind = memory.kind not in ("", KNOWLEDGE_KIND, EXPERIENCE)
    return {
        f.DATE: str(memory.created or ""),
        f.UPDATED: str(memory.modified or ""),
        f.SKILL: memory.extra.get(f.SKILL, memory.topic) if is_skill else "",
        f.SOURCE: f.one_line(memory.source),
        f.TRUST: QUARANTINED if memory.status is Status.QUARANTINED else "",
        f.KIND: f.one_line(memory.kind) if says_kind else "",
        f.TAGS: f.write_list(memory.tags, f.LISTED),
        f.APPLIES_WHEN: f.one_line(memory.validity.applies_when),
        f.VALID_FROM: str(memory.validity.valid_from or ""),
        f.VALID_TO: str(memory.validity.valid_to or ""),
        f.WHEN_TO_LOAD: f.write_list(memory.when_to_load, f.SITUATIONS),
        f.CONTEXT: f.one_line(memory.summary),
        f.SUPERSEDES: f.write_links(memory.supersedes),
        f.RELATED: f.write_links(memory.links),
        f.KEYWORDS: f.write_list(memory.keywords, f.LISTED),
    }


def new_entry(title: str, memory: Memory) -> Entry:
    """Return `memory` as an entry in the original's order; its lines end in plain newlines."""
    values = values_of(memory)
    body = plain(memory.body)
    lines = [f"## {escape_title(title)}"]
    lines += [f.field_line(name, values[name]) for name in f.ABOVE_THE_TEXT if values[name]]
    if body:
        label = f.LABELS[memory.kind == EXPERIENCE]
        lines += [] if f.is_label(body.split("\n")[0]) else [f.field_line(label, "")]
        lines += escape(body).split("\n")
    lines += [f.field_line(f.SUPERSEDES, values[f.SUPERSEDES])] if memory.supersedes else []
    lines += [f.field_line(name, values[name]) for name in (f.RELATED, f.KEYWORDS)]
    if memory.history:
        lines += ["", HISTORY, "", *escape(plain(memory.history)).split("\n")]
    return read_entry(title, [line + "\n" for line in lines])


def plain(text: str) -> str:
    """Return `text` with plain newlines and without blank lines around it."""
    return text_of(split_lines(text.replace("\r\n", "\n").replace("\r", "\n")))

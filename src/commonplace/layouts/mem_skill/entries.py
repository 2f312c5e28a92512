"""An entry: its lines, where each part of it stands in them, and the memory they mean.

The `**Name:** value` lines of an entry: which we know, and how a value is spelled on one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache

from commonplace.core.headings import bare, prose_flags
from commonplace.core.memory import Memory, MemoryId, Status, Validity
from commonplace.core.values import dataclass
from commonplace.layouts.markdown import split_lines, text_of, trim_blank
from commonplace.layouts.mem_skill.paths import EXPERIENCE

DATE = "Date"
UPDATED = "Updated"
SKILL = "Skill"
SOURCE = "Source"
COMES_FROM = "Comes from"
"""Ours, below a Source that has none of the original's three values for it."""
TRUST = "Trust"
KIND = "Kind"
TAGS = "Tags"
APPLIES_WHEN = "Applies when"
VALID_FROM = "Valid from"
VALID_TO = "Valid to"
WHEN_TO_LOAD = "When to load"
CONTEXT = "Context"
SUPERSEDES = "Supersedes"
RELATED = "Related"
KEYWORDS = "Keywords"

ABOVE_THE_TEXT = (
    DATE,
    UPDATED,
    SKILL,
    SOURCE,
    COMES_FROM,
    TRUST,
    KIND,
    TAGS,
    APPLIES_WHEN,
    VALID_FROM,
    VALID_TO,
    WHEN_TO_LOAD,
    CONTEXT,
)
"""The order in which a new entry has them; the original's own, with ours between Source and Context."""

BELOW_THE_TEXT = (SUPERSEDES, RELATED, KEYWORDS)
LABELS = ("Best Practice", "Solution")
"""What the original writes above the text of an entry; a label alone on its line is not the text."""

LISTED = ",，、"
"""What separates keywords and tags."""

SITUATIONS = ";；"
"""What separates situations, which may have commas inside."""

DEFAULT_SOURCE = "conversation"

_INGESTED = re.compile(r"(?:file|url):\s*\S")
_ADDRESS = re.compile(r"https?://\S")

_KNOWN = {name.lower(): name for name in (*ABOVE_THE_TEXT, *BELOW_THE_TEXT)}
_LINE = re.compile(r"\*\*([^*:\n]{1,40})(?::\*\*|\*\*:)[ \t]*(.*)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")
_ESCAPED = re.compile(r"\\([\\,，、;；])")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entry: its value, and the lines it takes."""

    value: str
    start: int
    stop: int
    """One more than its last line: links may stand as bullets below `**Related:**`."""


def find_fields(lines: Sequence[str], prose: Sequence[bool], stop: int) -> dict[str, Field]:
    """Return the known fields among `lines` up to `stop`, the first of each name."""
    found: dict[str, Field] = {}
    for index in range(1, stop):
        if not (lines[index].startswith("**") and prose[index]):
            continue
        match = _LINE.match(bare(lines[index]))
        name = _KNOWN.get(match[1].strip().lower()) if match else None
        if match and name and name not in found:
            value, end = match[2].strip(), index + 1
            if name == RELATED and not value:
                end = _bullets_end(lines, index + 1, stop)
                value = ", ".join(bare(line).strip() for line in lines[index + 1 : end])
            found[name] = Field(value, index, end)
    return found


def _bullets_end(lines: Sequence[str], start: int, stop: int) -> int:
    while start < stop and lines[start].lstrip()[:2] in ("- ", "* ") and "[[" in lines[start]:
        start += 1
    return start


def is_known(line: str) -> bool:
    """Say whether `line` would be read as a field if it stood in an entry."""
    match = _LINE.match(line)
    return match is not None and match[1].strip().lower() in _KNOWN


def is_label(line: str) -> bool:
    """Say whether `line` is nothing but the label of the text below it."""
    match = _LINE.match(bare(line))
    return match is not None and match[1].strip() in LABELS and not match[2].strip()


def field_line(name: str, value: str) -> str:
    """Return the line for a field, without its ending."""
    return f"**{name}:** {value}".rstrip()


def with_value(line: str, value: str) -> str:
    """Return `line` with another value; its spelling of the name and its ending stay."""
    text = bare(line)
    match = _LINE.match(text)
    assert match is not None
    return f"{text[: match.start(2)].rstrip()} {value}".rstrip() + line[len(text) :]


def one_line(text: str) -> str:
    """Return `text` as a value that fits on one line."""
    return " ".join(text.split("\n")).replace("\r", " ").strip()


def read_day(value: str) -> date | None:
    """Return the day that `value` begins with, None when it is not one."""
    match = _DAY.match(value)
    try:
        return date.fromisoformat(match[0]) if match else None
    except ValueError:
        return None


def read_list(value: str, separators: str) -> tuple[str, ...]:
    """Return the items of `value`, each once; a separator after a backslash is part of its item."""
    return tuple(dict.fromkeys(item for item in _split(value, separators) if item))


def _split(value: str, separators: str) -> list[str]:
    items, start, index = [], 0, 0
    while index < len(value):
        if value[index] == "\\":
            index += 1
        elif value[index] in separators:
            items.append(value[start:index])
            start = index + 1
        index += 1
    return [_ESCAPED.sub(r"\1", item.strip()) for item in [*items, value[start:]]]


def write_list(items: Iterable[str], separators: str) -> str:
    """Return `items` on one line, so that `read_list` gives them back."""
    special = re.compile(rf"([\\{separators}])")
    return f"{separators[0]} ".join(special.sub(r"\\\1", one_line(item)) for item in items)


def read_links(value: str) -> tuple[str, ...]:
    """Return the targets of `[[...]]` in `value`; a target may hold single brackets."""
    targets = (value[start:stop].strip() for start, stop in _link_spans(value))
    return tuple(dict.fromkeys(target for target in targets if target))


def beside_links(value: str) -> str:
    """Return a value with links that says more than where they lead; empty for links alone."""
    words, end = [], 0
    for start, stop in _link_spans(value):
        words.append(value[end : start - 2])
        end = stop + 2
    return value if "".join([*words, value[end:]]).strip(" ,;、，；") else ""


def _link_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the targets of links stand; a search, since a pattern would try every `[[` anew."""
    end = 0
    while (start := text.find("[[", end)) >= 0 and (end := text.find("]]", start)) >= 0:
        while text.startswith("]]]", end):
            end += 1
        yield start + 2, end


def write_links(targets: Iterable[str]) -> str:
    """Return `targets` as links on one line."""
    return ", ".join(f"[[{one_line(target)}]]" for target in targets)


def replace_links(line: str, names: Mapping[str, str]) -> str:
    """Return `line` with the targets of its links replaced as `names` says."""
    for start, stop in [*_link_spans(line)][::-1]:
        if new := names.get(line[start:stop].strip()):
            line = f"{line[:start]}{new}{line[stop:]}"
    return line


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
        return read_links(self.value(RELATED))


def read_entry(title: str, lines: Sequence[str]) -> Entry:
    """Return the entry that `lines` are, the first of them its heading."""
    return _dissected(title, tuple(lines))


@lru_cache(maxsize=_ENTRIES_KEPT)
def _dissected(title: str, lines: tuple[str, ...]) -> Entry:
    end = _end(lines)
    prose = [True] * len(lines) if free_of_marks(lines) else prose_flags(lines)
    history = _history(lines, prose, end)
    fields = find_fields(lines, prose, history)
    taken = {index for field in fields.values() for index in range(field.start, field.stop)}
    free = [index for index in range(1, history) if index not in taken]
    body = _trimmed(lines, free)
    text_start = _text_start(lines, fields, history)
    if body and prose[body[0]] and is_label(lines[body[0]]):
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
    above = [fields[name].stop for name in ABOVE_THE_TEXT if name in fields]
    if above:
        return max(above)
    below = [fields[name].start for name in BELOW_THE_TEXT if name in fields]
    return min(below) if below else trim_blank(lines, 1, history)[1]


def read_memory(entry: Entry, name: MemoryId, kind: str, topic: str) -> Memory:
    """Return the memory that `entry` means, under the name it goes by."""
    trust = entry.value(TRUST).lower()
    skill = entry.value(SKILL)
    return Memory(
        id=name,
        title=entry.title,
        body=unescape("\n".join(bare(entry.lines[index]) for index in entry.body)),
        kind=entry.value(KIND) or kind,
        topic=topic,
        tags=read_list(entry.value(TAGS), LISTED),
        keywords=read_list(entry.value(KEYWORDS), LISTED),
        summary=entry.value(CONTEXT),
        when_to_load=read_list(entry.value(WHEN_TO_LOAD), SITUATIONS),
        source=entry.value(COMES_FROM) or entry.value(SOURCE),
        created=read_day(entry.value(DATE)),
        modified=read_day(entry.value(UPDATED)),
        links=entry.links,
        history=unescape(text_of(entry.lines[entry.history + 1 : entry.end])),
        status=Status.QUARANTINED if trust == QUARANTINED else Status.ACTIVE,
        supersedes=read_links(entry.value(SUPERSEDES)),
        validity=_validity(entry),
        extra={SKILL: skill} if skill and skill != topic else {},
    )


def _validity(entry: Entry) -> Validity:
    return Validity(
        valid_from=read_day(entry.value(VALID_FROM)),
        valid_to=read_day(entry.value(VALID_TO)),
        applies_when=entry.value(APPLIES_WHEN),
    )


def values_of(memory: Memory) -> dict[str, str]:
    """Return the value of every field as `memory` has it; empty where it has none."""
    is_skill = memory.kind == EXPERIENCE
    says_kind = memory.kind not in ("", KNOWLEDGE_KIND, EXPERIENCE)
    source = one_line(memory.source)
    written = original_source(source) if source else ""
    return {
        DATE: str(memory.created or ""),
        UPDATED: str(memory.modified or ""),
        SKILL: memory.extra.get(SKILL, memory.topic) if is_skill else "",
        SOURCE: written,
        COMES_FROM: source if source != written else "",
        TRUST: QUARANTINED if memory.status is Status.QUARANTINED else "",
        KIND: one_line(memory.kind) if says_kind else "",
        TAGS: write_list(memory.tags, LISTED),
        APPLIES_WHEN: one_line(memory.validity.applies_when),
        VALID_FROM: str(memory.validity.valid_from or ""),
        VALID_TO: str(memory.validity.valid_to or ""),
        WHEN_TO_LOAD: write_list(memory.when_to_load, SITUATIONS),
        CONTEXT: one_line(memory.summary),
        SUPERSEDES: write_links(memory.supersedes),
        RELATED: write_links(memory.links),
        KEYWORDS: write_list(memory.keywords, LISTED),
    }


def original_source(told: str) -> str:
    """Return where it comes from as the original writes it: `conversation`, `file:<path>`, `url:<link>`."""
    if _INGESTED.match(told):
        return told
    return f"url:{told}" if _ADDRESS.match(told) else DEFAULT_SOURCE


def new_entry(title: str, memory: Memory) -> Entry:
    """Return `memory` as an entry in the original's order; its lines end in plain newlines."""
    values = values_of(memory)
    body = plain(memory.body)
    lines = [f"## {escape_title(title)}"]
    lines += [field_line(name, values[name]) for name in ABOVE_THE_TEXT if values[name]]
    if body:
        label = LABELS[memory.kind == EXPERIENCE]
        lines += [] if is_label(body.split("\n")[0]) else [field_line(label, "")]
        lines += escape(body).split("\n")
    lines += [field_line(SUPERSEDES, values[SUPERSEDES])] if memory.supersedes else []
    lines += [field_line(name, values[name]) for name in (RELATED, KEYWORDS)]
    if memory.history:
        lines += ["", HISTORY, "", *escape(plain(memory.history)).split("\n")]
    return read_entry(title, [line + "\n" for line in lines])


def plain(text: str) -> str:
    """Return `text` with plain newlines and without blank lines around it."""
    return text_of(split_lines(text.replace("\r\n", "\n").replace("\r", "\n")))

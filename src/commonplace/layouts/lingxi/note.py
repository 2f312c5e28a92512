"""The anatomy of one note: where its title, its known sections and its body stand.

What we know by name is read into fields; everything else is the body, exactly as found, in
whatever places it stands.

The `## Meta` bullets of a note: which key carries which field, and how values look in one line.

`meta_of` and `memory_with_meta` are each other's inverse for every value a bullet can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date

from commonplace.core.headings import Heading, bare, headings
from commonplace.core.memory import Memory, MemoryId, Status, Validity
from commonplace.core.values import dataclass, replace
from commonplace.layouts.markdown import BOM, Scattered, gather, section_end, split_lines, text_of

ORDER = (
    "Id",
    "Title",
    "Kind",
    "Status",
    "Strength",
    "Scope",
    "Supersedes",
    "Audience",
    "Portability",
    "Source",
    "Tags",
    "Topic",
    "Keywords",
    "Links",
    "Applies when",
    "Valid from",
    "Valid to",
    "CreatedAt",
    "UpdatedAt",
    "Session",
    "Trust",
)
"""The order of a new note's bullets: the original's own, then those a pack adds, then ours."""

EXTRA = {key.lower(): key for key in ("Strength", "Scope", "Audience", "Portability", "Session")}
"""Keys whose values we do not model: lower case in `Memory.extra`, as written in the note."""

DATES = ("CreatedAt", "UpdatedAt", "Valid from", "Valid to")
MOMENTS = ("CreatedAt", "UpdatedAt")
"""Days for us, with a time of day in `Memory.extra` where the note says one."""
QUARANTINED = "quarantined"

_MODELLED = frozenset(key.lower() for key in ORDER) - set(EXTRA)
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
_BETWEEN = re.compile(r"[,，、;；]")
_BREAK = re.compile(r"(?<!\s)\s*[\r\n]\s*")


def meta_of(memory: Memory) -> dict[str, str]:
    """Return the bullets that carry `memory`, in their order; what is empty has none."""
    validity = memory.validity
    known = {
        "Id": memory.id,
        "Title": in_cell(memory.title),
        "Kind": in_cell(memory.kind),
        "Status": memory.extra.get("status", "active"),
        "Supersedes": join_list(memory.supersedes),
        "Source": memory.source,
        "Tags": join_list(memory.tags),
        "Topic": memory.topic,
        "Keywords": join_list(memory.keywords),
        "Links": _join_links(memory.links),
        "Applies when": validity.applies_when,
        "Valid from": _day(validity.valid_from),
        "Valid to": _day(validity.valid_to),
        "CreatedAt": _moment(memory.created, memory.extra.get("CreatedAt", "")),
        "UpdatedAt": _moment(memory.modified, memory.extra.get("UpdatedAt", "")),
        "Trust": QUARANTINED if memory.status is Status.QUARANTINED else "",
    }
    known |= {
        EXTRA.get(key, key): text
        for key, text in memory.extra.items()
        if key.lower() not in _MODELLED  # another book's `Id` or `tags` is no bullet of ours
    }
    ordered = [key for key in ORDER if key in known] + [key for key in known if key not in ORDER]
    return {key: text for key in ordered if (text := one_line(known[key]))}


def memory_with_meta(memory: Memory, found: dict[str, str]) -> Memory:
    """Return `memory` with what the bullets `found` say; an unreadable date says nothing."""
    said = {key.lower(): text for key, text in reversed(found.items())}
    extra = {
        key.lower() if key.lower() in EXTRA else key: text
        for key, text in found.items()
        if key.lower() not in _MODELLED
    }
    if (status := said.get("status", "active")) != "active":
        extra["status"] = status
    extra |= {key: text for key in MOMENTS if _has_time(text := said.get(key.lower(), ""))}
    is_quarantined = said.get("trust", "").lower() == QUARANTINED
    return replace(
        memory,
        kind=said.get("kind", ""),
        topic=said.get("topic", ""),
        tags=split_list(said.get("tags", "")),
        keywords=split_list(said.get("keywords", "")),
        source=said.get("source", ""),
        created=day_of(said.get("createdat", "")),
        modified=day_of(said.get("updatedat", "")),
        links=_split_links(said.get("links", "")),
        status=Status.QUARANTINED if is_quarantined else Status.ACTIVE,
        supersedes=tuple(one.strip("`") for one in split_list(said.get("supersedes", ""))),
        validity=Validity(
            valid_from=day_of(said.get("valid from", "")),
            valid_to=day_of(said.get("valid to", "")),
            applies_when=said.get("applies when", ""),
        ),
        extra=extra,
    )


def one_line(text: str) -> str:
    """Return `text` on one line, without space around it."""
    return _BREAK.sub(" ", text).strip()


def in_cell(text: str) -> str:
    """Return `text` for one cell of the index: a bar in it would break the row without anybody noticing.

    A note says it with the same letter, because the original's own `--update` copies what notes say.
    """
    return one_line(text).replace("|", "｜")


def split_list(text: str) -> tuple[str, ...]:
    """Return the items of `a, b`, `[a, b]` or a JSON list."""
    if text.startswith("[") and text.endswith("]"):
        try:
            return tuple(str(item) for item in json.loads(text))
        except ValueError:
            text = text[1:-1]
    return tuple(item for part in _BETWEEN.split(text) if (item := part.strip().strip("'\"")))


def join_list(items: Sequence[str]) -> str:
    """Return `items` as `a, b`, or as a JSON list when that would not come back as the same items."""
    plain = ", ".join(items)
    return plain if split_list(plain) == tuple(items) else json.dumps(items, ensure_ascii=False)


def day_of(text: str) -> date | None:
    """Return the day of an ISO date or time."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""


def _has_time(text: str) -> bool:
    return day_of(text) is not None and len(text) > len("2026-01-02")


def _moment(day: date | None, said: str) -> str:
    """Return what was `said` of that day, as far as it is still of that day."""
    return said if day and _has_time(said) and said.startswith(_day(day)) else _day(day)


def _join_links(links: Sequence[str]) -> str:
    plain = ", ".join(f"[[{link}]]" for link in links)
    return plain if _split_links(plain) == tuple(links) else join_list(links)


def _split_links(text: str) -> tuple[str, ...]:
    if "[[" not in text:
        return split_list(text)
    return tuple(dict.fromkeys(link.strip() for link in _LINK.findall(text)))


def beside_links(text: str) -> str:
    """Return a value with links that says more than where they lead; empty for links alone."""
    words = _BETWEEN.sub("", _LINK.sub("", text)).strip(" []\"'`") if "[[" in text else ""
    return text if words else ""


META, WHEN, ONE_LINER, HISTORY = "meta", "when to load", "one-liner", "history"
SECTIONS = {
    META: "## Meta",
    WHEN: "## When to load",
    ONE_LINER: "## One-liner (for injection)",
    HISTORY: "## History",
}
"""The sections we read, in the order of a new note."""

CONTENT = "## Content"
"""Stands above a body that does not begin with a heading, else the section before would take it in."""

_BULLET = re.compile(
    r"^([-*+][ \t]+(?:\*\*(.+?)(?:\*\*[ \t]*[:：]|[:：]\*\*)|([^:：*]+?)[ \t]*[:：])[ \t]*)(.*)$"
)
_SUB_ITEM = re.compile(r"^[ \t]+[-*+][ \t]+(.*)$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(.*)$")
GARBAGE = re.compile(r"\\n\+(?=\s*(?:$|#)|[-*+]\s|\\n\+)")
"""A botched patch once left these three characters in published notes, where a line should end.

Only what a line could follow: somebody may well write of the expression `\\n+`.
"""

_STRUCTURE = r"(?=\\*(?:#{1,6}(?:[ \t]|$)|```|~~~|<!--))"
_ESCAPED = re.compile(rf"^\\{_STRUCTURE}")
_TO_ESCAPE = re.compile(rf"^{_STRUCTURE}")


@dataclass(frozen=True, slots=True)
class Bullet:
    """One `- **Key**: value` of the Meta section, sub-list included."""

    key: str
    value: str
    lead: str
    """All that stands before the value on its line."""
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class NoteSection:
    """A known section: its heading's line and the line after its last."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LingxiNote:
    """A note's lines, and what stands where."""

    mark: str
    """The byte order mark, if the file begins with one."""
    lines: tuple[str, ...]
    title: Heading | None
    sections: dict[str, NoteSection]
    bullets: tuple[Bullet, ...]
    body: Scattered
    """All lines that are neither title nor known section, the frame of a plain text included."""

    def content(self, name: str) -> Sequence[str]:
        """Return the lines below the heading of the section `name`."""
        section = self.sections.get(name)
        return self.lines[section.start + 1 : section.stop] if section else ()


def read_note(text: str) -> LingxiNote:
    """Return the anatomy of `text`; any text has one."""
    mark = BOM if text.startswith(BOM) else ""
    lines = tuple(split_lines(text[len(mark) :]))
    marks = headings(lines)
    sections = _sections(marks, len(lines))
    title = _title(marks, sections)
    free = [True] * len(lines)
    for section in sections.values():
        free[section.start : section.stop] = [False] * (section.stop - section.start)
    if title:
        free[title.line] = False
    return LingxiNote(
        mark=mark,
        lines=lines,
        title=title,
        sections=sections,
        bullets=_bullets(lines, sections.get(META)),
        body=gather(lines, free),
    )


def memory_of(note: LingxiNote, stem: str) -> Memory:
    """Return the memory that `note` holds; `stem` names it when its Meta does not."""
    found: dict[str, str] = {}
    for bullet in note.bullets:
        found.setdefault(bullet.key, bullet.value)
    memory_id = id_of(note, stem)
    heading = GARBAGE.split(note.title.title)[0].strip(f"{BOM} \t") if note.title else ""
    memory = Memory(
        id=memory_id,
        title=heading or _said(note, "title") or memory_id,
        body=_unframed(note.body).text,
        summary=_one_liner(note.content(ONE_LINER)),
        when_to_load=tuple(item for item, _ in items_of(note.content(WHEN)) if item),
        history=text_of(note.content(HISTORY)),
    )
    return memory_with_meta(memory, found)


def id_of(note: LingxiNote, stem: str) -> MemoryId:
    """Return the id that `note` gives itself, else the name of its file."""
    return _said(note, "id").strip("`") or stem


def _said(note: LingxiNote, key: str) -> str:
    return next((bullet.value for bullet in note.bullets if bullet.key.lower() == key), "")


def items_of(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the list items in `lines`, each with the text that carries it.

    What is no item, a comment say, stays with the item before it, or comes first with no item.
    """
    found: list[tuple[str, str]] = []
    for line in text_of(lines).split("\n"):
        clean = GARBAGE.sub(" ", line)
        text = clean.strip()
        if match := _ITEM.match(clean):
            found.append((match[1].strip(), line))
        elif not found and (not text or text.startswith("<!--")):
            found.append(("", line))
        elif not text or text.startswith("<!--"):
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{line}")
        elif line.startswith(("  ", "\t")) and found:
            found[-1] = (f"{found[-1][0]} {text}", f"{found[-1][1]}\n{line}")
        else:
            found.append((text, line))
    return found


def framed(body: str) -> str:
    """Return `body` as it stands below a section: under a heading, its own or `CONTENT`."""
    first = body.split("\n", 1)[0]
    marks = headings([first])
    if not body or (marks and marks[0].level <= 2 and first != CONTENT):
        return body
    return f"{CONTENT}\n\n{body}"


def _unframed(body: Scattered) -> Scattered:
    if not body.lines or body.lines[0] != CONTENT:
        return body
    start = next((at for at, line in enumerate(body.lines[1:], 1) if line.strip()), None)
    return Scattered(body.lines[start:], body.places[start:]) if start else Scattered((), ())


def one_liner_line(summary: str) -> str:
    """Return `summary` as a line that Markdown takes for plain text."""
    return _TO_ESCAPE.sub(r"\\", one_line(summary))


def _one_liner(lines: Sequence[str]) -> str:
    joined = " ".join(bare(line).strip() for line in lines if line.strip())
    return _ESCAPED.sub("", GARBAGE.sub(" ", joined).strip())


def _sections(marks: Sequence[Heading], line_count: int) -> dict[str, NoteSection]:
    found: dict[str, NoteSection] = {}
    for which, mark in enumerate(marks):
        name = _section_name(mark)
        if name and name not in found:
            found[name] = NoteSection(mark.line, section_end(marks, which, line_count))
    return found


def _section_name(mark: Heading) -> str | None:
    title = GARBAGE.split(mark.title)[0].strip().lower()
    if mark.level != 2:
        return None
    return ONE_LINER if title.startswith(ONE_LINER) else title if title in SECTIONS else None


def _title(marks: Sequence[Heading], sections: dict[str, NoteSection]) -> Heading | None:
    """Return the H1 that names the note: the first, unless a section we know comes before it."""
    first = next((mark for mark in marks if mark.level == 1), None)
    if first is None or any(section.start < first.line for section in sections.values()):
        return None
    return first


def _bullets(lines: Sequence[str], section: NoteSection | None) -> tuple[Bullet, ...]:
    found: list[Bullet] = []
    for index in range(section.start + 1, section.stop) if section else ():
        text = bare(lines[index])
        if match := _BULLET.match(text):
            value = GARBAGE.split(match[4])[0].strip()
            found.append(Bullet(match[2] or match[3], value, match[1], index, index + 1))
        elif found and found[-1].stop == index and (item := _SUB_ITEM.match(text)):
            last = found[-1]
            value = ", ".join(filter(None, (last.value, item[1].strip())))
            found[-1] = replace(last, value=value, stop=index + 1)
    return tuple(found)

"""Markdown as lines whose bytes are kept: headings outside code, sections, and edits by line.

Every layout reads and edits files through these few functions. A *line* keeps its own ending, so
joining the lines of a file gives the file back; only lines that an edit names are ever replaced.

Edits of Markdown files: each change on what those before it left, by lines that keep their bytes.

From bytes to text, or to the reason why a file is no note: listed, never rewritten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from commonplace.core.headings import Heading, bare, prose_flags
from commonplace.core.memory import Tombstone
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.errors import WriteRefused

if TYPE_CHECKING:
    from commonplace.core.changes import FileEdit, Files


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


_MARK = re.compile(rb"\n<!-- buried: (\{[^\n]*\}) -->\n\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grave:
    """A buried text: its own bytes, where they stood, and why they are gone."""

    content: bytes
    origin: str
    tombstone: Tombstone


def bury(grave: Grave) -> bytes:
    """Return the bytes that keep `grave`."""
    stone = grave.tombstone
    record = {"at": stone.at.isoformat(), "reason": stone.reason, "from": grave.origin}
    if stone.superseded_by:
        record["superseded_by"] = stone.superseded_by
    # a reason may say "-->": the comment must not end there
    line = json.dumps(record, ensure_ascii=False).replace(">", "\\u003e")
    return grave.content + f"\n<!-- buried: {line} -->\n".encode()


def exhume(content: bytes) -> Grave | None:
    """Return the grave in `content`, None when we did not dig it."""
    if not (mark := _MARK.search(content)):
        return None
    try:
        record = json.loads(mark[1])
        stone = Tombstone(
            at=date.fromisoformat(record["at"]),
            reason=str(record["reason"]),
            superseded_by=record.get("superseded_by"),
        )
        return Grave(content=content[: mark.start()], origin=str(record["from"]), tombstone=stone)
    except (ValueError, KeyError, TypeError):
        return None


BOM = "\ufeff"
_CLOSING_HASHES = re.compile(r"(?:^|[ \t])#+$")
_WIKILINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_REMARK = re.compile(r"<!--.*?-->")
_OTHER_BREAKS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What Python takes for the end of a line, and no editor does."""
_CLOSE_COMPARISON_LINES = 4000
"""Above this many differing lines a line diff costs more than it saves: they are replaced whole."""


def split_lines(text: str) -> list[str]:
    """Return the lines of `text` with their endings; a lone carriage return does not end a line."""
    is_plain = not any(map(text.__contains__, _OTHER_BREAKS))
    return text.splitlines(keepends=True) if is_plain else _split(text)


def _split(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def newline_of(lines: Sequence[str]) -> str:
    """Return the ending that most lines have."""
    windows = sum(line.endswith("\r\n") for line in lines)
    return "\r\n" if windows * 2 > len(lines) else "\n"


def heading_line(level: int, title: str) -> str:
    """Return the heading that reads back as `title`; hashes at its end are closed, else dropped."""
    line = f"{'#' * level} {title}"
    return f"{line} #" if _CLOSING_HASHES.search(title) else line


def section_end(marks: Sequence[Heading], which: int, line_count: int) -> int:
    """Return where the section of heading `which` ends: at the next of its level or higher."""
    level = marks[which].level
    return next((mark.line for mark in marks[which + 1 :] if mark.level <= level), line_count)


def trim_blank(lines: Sequence[str], start: int, stop: int) -> tuple[int, int]:
    """Return `start` and `stop` moved inward past blank lines."""
    while start < stop and not lines[start].strip():
        start += 1
    while stop > start and not lines[stop - 1].strip():
        stop -= 1
    return start, stop


def text_of(lines: Sequence[str]) -> str:
    """Return `lines` as a value: plain newlines, no blank lines around it."""
    start, stop = trim_blank(lines, 0, len(lines))
    whole = "".join(lines[start:stop])
    return (whole.replace("\r\n", "\n") if "\r" in whole else whole).removesuffix("\n")


def replace_text(lines: Sequence[str], start: int, stop: int, text: str) -> list[str]:
    """Return all of `lines` with those from `start` to `stop` saying `text` instead.

    Lines that stay the same keep their bytes, endings included; new ones get the file's own ending.
    """
    newline = newline_of(lines)
    wanted = text.split("\n") if text else []
    middle = _merge(lines[start:stop], wanted, newline)
    return with_endings([*lines[:start], *middle, *lines[stop:]], newline)


def _merge(old: Sequence[str], wanted: Sequence[str], newline: str) -> list[str]:
    merged: list[str] = []
    texts = [bare(line) for line in old]
    for what, old_from, old_to, new_from, new_to in line_changes(texts, wanted):
        if what == "equal":
            merged += old[old_from:old_to]
        else:
            merged += [line + newline for line in wanted[new_from:new_to]]
    return merged


def line_changes(
    old: Sequence[str], wanted: Sequence[str]
) -> Sequence[tuple[str, int, int, int, int]]:
    """Return what turns `old` into `wanted`, as `difflib` tells it: runs that stay, runs that change."""
    if len(old) + len(wanted) > _CLOSE_COMPARISON_LINES:
        return [("replace", 0, len(old), 0, len(wanted))]
    import difflib  # noqa: PLC0415 - for edits alone: a hook only reads

    return difflib.SequenceMatcher(None, old, wanted, autojunk=False).get_opcodes()


def with_endings(lines: Sequence[str], newline: str) -> list[str]:
    """Return `lines`, each but the last with an ending, since what was last may no longer be."""
    return [
        line if line.endswith("\n") or index == len(lines) - 1 else line + newline
        for index, line in enumerate(lines)
    ]


def wikilinks(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the targets of `[[...]]` in prose, in order, each once."""
    marked = [index for index, line in enumerate(lines) if "[[" in line]
    flags = prose_flags(lines) if marked else []
    found: dict[str, None] = {}
    for index in marked:
        if flags[index]:
            links = _WIKILINK.findall(_REMARK.sub("", lines[index]))
            found.update(dict.fromkeys(link.strip() for link in links))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Scattered:
    """A text made of several runs of lines, with a blank line between two runs."""

    lines: tuple[str, ...]
    places: tuple[int | None, ...]
    """Where each line stands in the file; None for the blank line between two runs."""

    @property
    def text(self) -> str:
        """The text as one value."""
        return "\n".join(self.lines)


NOTHING = Scattered((), ())


def gather(lines: Sequence[str], free: Sequence[bool]) -> Scattered:
    """Return the text of the `free` lines, each run of them without blank lines around it."""
    texts: list[str] = []
    places: list[int | None] = []
    for start, stop in _runs(free):
        first, last = trim_blank(lines, start, stop)
        if first == last:
            continue
        if texts:
            texts.append("")
            places.append(None)
        texts += [bare(line) for line in lines[first:last]]
        places += range(first, last)
    return Scattered(tuple(texts), tuple(places))


def _runs(free: Sequence[bool]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for index, is_free in enumerate([*free, False]):
        if not is_free:
            if start < index:
                found.append((start, index))
            start = index + 1
    return found


def replace_scattered(lines: Sequence[str], old: Scattered, text: str, empty_at: int) -> list[str]:
    """Return `lines` with `old` saying `text` instead; a text that was empty begins at `empty_at`.

    Lines that stay the same keep their bytes and their place. What is new follows the line it
    follows in the text.
    """
    wanted = text.split("\n") if text else []
    newline = newline_of(lines)
    if not old.lines:
        return with_endings(_with_paragraph(lines, wanted, empty_at), newline)
    removed: set[int] = set()
    added: dict[int, list[str]] = {}
    for what, old_from, old_to, new_from, new_to in line_changes(old.lines, wanted):
        if what == "equal":
            continue
        removed |= {place for place in old.places[old_from:old_to] if place is not None}
        added.setdefault(_anchor(old.places, old_from), []).extend(wanted[new_from:new_to])
    result: list[str] = []
    for index in range(len(lines) + 1):
        result += [line + newline for line in added.get(index, ())]
        if index < len(lines) and index not in removed:
            result.append(lines[index])
    return with_endings(result, newline)


def _anchor(places: Sequence[int | None], at: int) -> int:
    """Return the file line before which text goes that stands before line `at` of the old text."""
    if at < len(places) and (here := places[at]) is not None:
        return here
    before = next((place for place in reversed(places[:at]) if place is not None), None)
    if before is not None:
        return before + 1
    return next(place for place in places if place is not None)


def _with_paragraph(lines: Sequence[str], wanted: Sequence[str], at: int) -> list[str]:
    if not wanted:
        return [*lines]
    newline = newline_of(lines)
    before = [newline] if at and lines[at - 1].strip() else []
    after = [newline] if at < len(lines) and lines[at].strip() else []
    return [*lines[:at], *before, *(line + newline for line in wanted), *after, *lines[at:]]


Step = TypeVar("Step")
"""What is carried out at once: a change, or several that belong together."""
CarryOut = Callable[[Step, Mapping[str, bytes]], dict[str, bytes | None]]
"""Returns the new content of each file that one step touches; None removes a file."""


def rendered(
    steps: Sequence[Step], files: Files, carry_out: CarryOut[Step]
) -> tuple[FileEdit, ...]:
    """Return one edit for each file that differs once all `steps` are carried out."""
    from commonplace.core.changes import edit_of  # noqa: PLC0415 - for writers: a hook only reads

    work = dict(files)
    touched: dict[str, bytes | None] = {}
    for step in steps:
        for path, content in carry_out(step, work).items():
            touched[path] = content
            if content is None:
                work.pop(path, None)
            else:
                work[path] = content
    return still_readable(
        [
            edit_of(files, path, content)
            for path, content in sorted(touched.items())
            if files.get(path) != content
        ]
    )

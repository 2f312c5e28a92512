"""Edits of Markdown files: each change on what those before it left, by lines that keep their bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from commonplace.core.headings import bare
from commonplace.layouts.decoding import still_readable
from commonplace.layouts.markdown import line_changes, newline_of, trim_blank, with_endings

if TYPE_CHECKING:
    from commonplace.core.changes import FileEdit, Files


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

"""The words and rules of Anthropic's memory tool (`memory_20250818`), as pure functions on texts.

The sentences are part of the format: the model was trained on them, so they are in no language table.
What cannot be done is a `Refusal`, a value; its text goes to the model as an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ROOT = "/memories"
MOST_LINES = 999_999

OUTSIDE = "Path must start with /memories, got: {path}"
ESCAPES = "Path {path} would escape /memories directory"
MISSING = "The path {path} does not exist. Please provide a valid path."
GONE = "The path {path} does not exist"
"""Said by the commands that move and remove."""
NOT_A_FILE = "The path {path} is not a file."
NOT_TEXT = "The file {path} is not a valid UTF-8 text file."
EXISTS = "File {path} already exists"
TAKEN = "The destination {path} already exists"
NOT_DELETED = "Cannot delete the /memories directory itself"
NOT_RENAMED = "Cannot rename the /memories directory itself"
INTO_ITSELF = "Cannot rename {path} into itself"
NOT_PLAIN = "The path {path} is neither a plain file nor a folder; nothing was changed"
UNSAFE_NAME = "The path holds a secret; choose a name without it"

CREATED = "File created successfully at: {path}"
DELETED = "Successfully deleted {path}"
INSERTED = "The file {path} has been edited."
CLEARED = "All memory cleared"

_NUMBER_WIDTH = len(str(MOST_LINES))
_CONTEXT_LINES = 2
_UNITS = "BKMG"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was not carried out, in the words that the model knows."""

    text: str


@dataclass(frozen=True, slots=True)
class Edited:
    """The whole new text of a file, and the line at which it begins to differ, counted from 0."""

    text: str
    line: int


def inside(path: str) -> str | Refusal:
    """Return `path` below the root, as it was written; `/memoriesX` is not below it."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        return refused(OUTSIDE, path)
    return path.removeprefix(ROOT).lstrip("/")


def refused(words: str, path: str) -> Refusal:
    """Refuse with one of the sentences above."""
    return Refusal(words.format(path=path))


def text_of(content: bytes, path: str) -> str | Refusal:
    """Return a file as text, line endings as they are."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return refused(NOT_TEXT, path)


def listing(path: str, size: int, entries: Iterable[tuple[str, int, bool]]) -> str:
    """Show a folder: the size and path of everything two levels deep, folders with a slash."""
    lines = [
        f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:",
        f"{human_size(size)}\t{path}",
    ]
    lines += [
        f"{human_size(size)}\t{path}/{name}{'/' if is_folder else ''}"
        for name, size, is_folder in entries
    ]
    return "\n".join(lines)


def numbered(path: str, text: str, view_range: Sequence[int] | None = None) -> str | Refusal:
    """Show a file with line numbers, all of it or the lines of `view_range` (-1: to the end)."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        return Refusal(f"File {path} exceeds maximum line limit of {MOST_LINES:,} lines.")
    first, last = 1, len(lines)
    if view_range and len(view_range) == 2:
        first = max(1, view_range[0])
        last = len(lines) if view_range[1] == -1 else view_range[1]
    shown = _with_numbers(lines[first - 1 : last], first)
    return f"Here's the content of {path} with line numbers:\n" + shown


def replaced(path: str, text: str, old: str, new: str) -> Edited | Refusal:
    """Replace the only occurrence of `old`."""
    at = text.find(old) if old else -1
    if at < 0:
        return Refusal(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    if text.count(old) > 1:
        places = ", ".join(map(str, _lines_with(text, old)))
        return Refusal(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{places}. Please ensure it is unique"
        )
    return Edited(text[:at] + new + text[at + len(old) :], text.count("\n", 0, at))


def inserted(text: str, line: int, new: str) -> Edited | Refusal:
    """Insert `new` after that many lines; the file ends in a newline afterwards."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if not 0 <= line <= len(lines):
        return Refusal(
            f"Invalid `insert_line` parameter: {line}. "
            f"It should be within the range [0, {len(lines)}]."
        )
    lines.insert(line, new.rstrip("\n"))
    whole = "\n".join(lines)
    return Edited(whole if whole.endswith("\n") else whole + "\n", line)


def shown_replacement(edited: Edited) -> str:
    """Say that a text was replaced, and show the lines around it."""
    lines = edited.text.split("\n")
    first = max(0, edited.line - _CONTEXT_LINES)
    shown = lines[first : edited.line + _CONTEXT_LINES + 1]
    return (
        "The memory file has been edited. "
        "Here is the snippet showing the change (with line numbers):\n"
        + _with_numbers(shown, first + 1)
    )


def _lines_with(text: str, old: str) -> list[int]:
    """Return the number of the line in which each occurrence begins, overlapping ones included."""
    found: list[int] = []
    line, counted, at = 1, 0, text.find(old)
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        found.append(line)
        at = text.find(old, at + 1)
    return found


def _with_numbers(lines: Sequence[str], first: int) -> str:
    return "\n".join(
        f"{number:>{_NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, first)
    )


def human_size(size: int) -> str:
    """Return a size as the tool shows it: `0B`, `1.5K`, `4K`."""
    unit = min(max(size.bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    amount = size / 1024**unit
    return (
        f"{int(amount)}{_UNITS[unit]}" if amount == int(amount) else f"{amount:.1f}{_UNITS[unit]}"
    )

"""`log.md`: one line for each thing that was done, in the original's words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    Files,
    Occasion,
    Restore,
    is_linking,
    name_after,
)
from commonplace.core.memory import Memory
from commonplace.core.ports import Problem
from commonplace.layouts.decoding import decode
from commonplace.layouts.mem_skill.fields import one_line
from commonplace.layouts.mem_skill.paths import LOG, page_for, page_of

HEADER = (
    "# mem-skill Activity Log\n"
    "\n"
    "Chronological record of all mem-skill operations. "
    'Each entry is parseable with `grep "^## \\[" log.md`.\n'
    "\n"
)


def line(today: date, operation: str, message: str) -> str:
    """Return one line of the log, without its ending."""
    return f"## [{today}] {operation} | {one_line(message)}"


def lines_for(
    changes: Sequence[Change], files: Files, today: date, occasion: Occasion = NO_OCCASION
) -> list[str]:
    """Return the lines that tell what `changes` did, in their order, and then what they came of.

    The other end of a link to an entry that comes or goes here is told with that entry.
    """
    coming = {change.memory.id for change in changes if isinstance(change, Create | Erase)}
    telling = (change for change in changes if not _is_other_end(change, coming))
    lines = [line(today, *_told(change, files)) for change in telling]
    if message := _summed_up(changes, occasion):
        lines.append(line(today, occasion.action, message))
    return lines


def _is_other_end(change: Change, coming: set[str]) -> bool:
    """Say whether `change` only links an entry with those that are made or erased beside it."""
    if not isinstance(change, Edit) or not is_linking(change):
        return False
    return {*change.before.links} ^ {*change.after.links} <= coming


def _summed_up(changes: Sequence[Change], occasion: Occasion) -> str:
    """Return the original's message for a command that records several entries, empty for others."""
    written = (each for each in changes if isinstance(each, Create | Edit) and not is_linking(each))
    count = len({name_after(change) for change in written})
    match occasion.action:
        case "ingest":
            return f"Processed {occasion.source} → {count} entries created/updated"
        case "recordnow":
            return f"Manually recorded {count} entries"
        case _:
            return ""


def _told(change: Change, files: Files) -> tuple[str, str]:
    """Return operation and message; burials and returns are ours, in the style of the others."""
    match change:
        case Create(memory):
            return "write", f"Recorded to {_named(memory, files)}"
        case Edit(before, after):
            has_moved = (before.topic, before.kind) != (after.topic, after.kind)
            path = page_for(after.kind, after.topic, files) if has_moved else None
            return "update", f"Updated {_named(after, files, path)} (merged new info)"
        case Bury(memory, tombstone):
            reason = f" ({tombstone.reason})" if tombstone.reason else ""
            return "delete", f"Tombstoned {_named(memory, files)}{reason}"
        case Restore(memory):
            return "restore", f"Restored {_named(memory, files)}"
        case Erase(memory):
            return "delete", f"Erased {_named(memory, files)}"


def _named(memory: Memory, files: Files, path: str | None = None) -> str:
    return f'{path or page_of(memory.id, files)}: "{memory.title}"'


def with_lines(content: bytes | None, lines: Sequence[str]) -> bytes | None:
    """Return the log with `lines` below the last, begun if need be; None when it is no text."""
    old = HEADER.encode() if content is None else content
    if trouble(old):
        return None
    newline = b"\r\n" if old.endswith(b"\r\n") else b"\n"
    joint = newline if old and not old.endswith(b"\n") else b""
    return old + joint + b"".join(text.encode("utf-8") + newline for text in lines)


def trouble(content: bytes) -> Problem | None:
    """Return why nothing may be written on a log; it may grow larger than a note."""
    text = decode(LOG, content)
    return text if isinstance(text, Problem) and text.code != "too-large" else None

"""A new workspace, one that is set up once more, and one of version 1.0 that is brought to 1.2.

`log.md`: one line for each thing that was done, in the original's words.
"""

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
    FileEdit,
    Files,
    Occasion,
    Restore,
    edit_of,
    is_linking,
    name_after,
)
from commonplace.core.memory import Memory
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.errors import NoBook, WriteRefused
from commonplace.layouts.markdown import decode
from commonplace.layouts.mem_skill import entries as f
from commonplace.layouts.mem_skill.edits import with_new_field
from commonplace.layouts.mem_skill.entries import Entry, one_line
from commonplace.layouts.mem_skill.indices import INDICES, Row, category_row, new_index
from commonplace.layouts.mem_skill.pages import OpenPage, read_shelf
from commonplace.layouts.mem_skill.paths import (
    CONFIG,
    EXPERIENCE_INDEX,
    KNOWLEDGE_INDEX,
    LOG,
    page_for,
    page_of,
)
from commonplace.layouts.mem_skill.settings import (
    VERSION,
    Qmd,
    engine_of,
    merged_config,
    upgraded_config,
    version_of,
)

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


INITIALIZED = "mem-skill initialized. Knowledge base, experience, and log created."
WITH_QMD = (
    "mem-skill initialized with QMD memory engine. Collections created and embeddings generated."
)
WITHOUT_VECTORS = "mem-skill initialized with QMD memory engine. Collections created."

STARTERS: tuple[tuple[str, str, str], ...] = (
    (
        "frontend-dev",
        "Frontend Development",
        "React Vue CSS HTML JavaScript TypeScript component webpage UI frontend Next.js Svelte",
    ),
    (
        "backend-dev",
        "Backend Development",
        "API database server Node.js Python Express REST GraphQL middleware authentication",
    ),
    (
        "writing",
        "Writing & Content",
        "article copywriting translation language writing editing proofreading content documentation blog",
    ),
    (
        "design-layout",
        "Design & Layout",
        "UI UX color font typography layout design visual branding Figma",
    ),
    (
        "workflow",
        "Workflow & Automation",
        "efficiency management tool automation process project CI/CD DevOps pipeline script",
    ),
)
"""The categories that the original ships with its package."""


@dataclass(frozen=True, slots=True)
class Founding:
    """What an init writes, and what it tells."""

    edits: tuple[FileEdit, ...]
    notices: tuple[str, ...]

    @property
    def folders(self) -> tuple[FileEdit, ...]:
        """What must be there before an engine is set up: all but what tells of it afterwards."""
        return tuple(edit for edit in self.edits if edit.path not in (CONFIG, LOG))

    @property
    def records(self) -> tuple[FileEdit, ...]:
        """What tells that an engine was set up: configuration and log."""
        return tuple(edit for edit in self.edits if edit.path in (CONFIG, LOG))


def found(
    files: Files, today: date, *, starter: bool = False, engine: str = "", qmd: Qmd | None = None
) -> Founding:
    """Return what init does to a workspace as it stands, an empty folder included."""
    config = merged_config(files.get(CONFIG), engine, qmd)
    if config is None:
        raise WriteRefused("unreadable-file", path=CONFIG)
    after: dict[str, bytes] = {}
    notices: list[str] = []
    for index in INDICES:
        if index.path in files:
            notices.append(f"{index.path} already exists, skipping.")
        else:
            rows = starter_rows() if starter and index.path == KNOWLEDGE_INDEX else []
            after[index.path] = new_index(index, today, rows)
    log = with_lines(files.get(LOG), [_log_line(files, today, engine_of(config), qmd)])
    if log is not None:
        after[LOG] = log
    after[CONFIG] = config
    changed = {path: content for path, content in after.items() if files.get(path) != content}
    edits = tuple(edit_of(files, path, content) for path, content in changed.items())
    return Founding(edits, (*notices, INITIALIZED))


def starter_rows() -> list[Row]:
    """Return the rows of the categories that the original ships, without entries."""
    return [category_row(name, title, words.split()) for name, title, words in STARTERS]


def _log_line(files: Files, today: date, engine: str, qmd: Qmd | None) -> str:
    is_again = any(path in files for path in (CONFIG, *(index.path for index in INDICES)))
    done = "re-initialized" if is_again else "initialized"
    if qmd and not is_again:
        engine += f", scope: {qmd.scope}, collections: {qmd.knowledge}, {qmd.experience}"
    return line(today, "init", f"mem-skill {done} (engine: {engine})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """What an upgrade writes, and what it has to say for itself."""

    edits: tuple[FileEdit, ...]
    old: str
    sources: int
    related: int
    made_log: bool

    @property
    def report(self) -> tuple[str, ...]:
        """The lines of the original's report."""
        log = "Created log.md ✓" if self.made_log else "log.md already existed"
        return (
            f"Backfilled Source field on {self.sources} entries.",
            f"Added Related field placeholder to {self.related} entries.",
            f"Upgrade complete (v{self.old} → v{VERSION}):",
            f"- {log}",
            f"- Backfilled Source on {self.sources} entries ✓",
            f"- Added Related placeholder to {self.related} entries ✓",
            "- Updated config version ✓",
            "",
            "Run /mem-skill lint to discover cross-reference opportunities between your existing entries.",
        )


def upgrade(files: Files, today: date) -> Upgrade:
    """Return what brings a workspace up to date; nothing when it is already."""
    if KNOWLEDGE_INDEX not in files or EXPERIENCE_INDEX not in files:
        raise NoBook("no-workspace")
    config = upgraded_config(files.get(CONFIG))
    if config is None:
        raise WriteRefused("unreadable-file", path=CONFIG)
    pages, sources, related = _backfilled(files)
    after = dict(pages)
    old = version_of(files.get(CONFIG))
    if pages or files.get(CONFIG) != config or LOG not in files:
        told = line(today, "upgrade", f"Migrated from v{old} to v{VERSION}")
        after[LOG] = with_lines(files.get(LOG), [told]) or files[LOG]
    after[CONFIG] = config
    return Upgrade(
        edits=tuple(
            edit_of(files, path, content)
            for path, content in after.items()
            if files.get(path) != content
        ),
        old=old,
        sources=sources,
        related=related,
        made_log=LOG not in files,
    )


def _backfilled(files: Files) -> tuple[dict[str, bytes], int, int]:
    """Return the pages that lacked lines, and how many of each kind of line were added."""
    shelf = read_shelf(files)
    after: dict[str, bytes] = {}
    sources = related = 0
    for path, page in shelf.pages.items():
        lacking_source = [entry for entry in page.entries if f.SOURCE not in entry.fields]
        lacking_related = [entry for entry in page.entries if f.RELATED not in entry.fields]
        if lacking_source or lacking_related:
            open_page = OpenPage(path, page, shelf.ids[path])
            open_page.entries = [_complete(entry) for entry in page.entries]
            after[path] = open_page.content()
        sources += len(lacking_source)
        related += len(lacking_related)
    return after, sources, related


def _complete(entry: Entry) -> Entry:
    """Return `entry` with the lines it lacks; no line that is there is touched."""
    if f.SOURCE not in entry.fields:
        entry = with_new_field(entry, f.SOURCE, f.DEFAULT_SOURCE)
    if f.RELATED not in entry.fields:
        entry = with_new_field(entry, f.RELATED, "")
    return entry

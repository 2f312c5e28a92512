"""A new workspace, or one that is set up once more: what is there is never overwritten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from commonplace.core.changes import FileEdit, Files, edit_of
from commonplace.errors import WriteRefused
from commonplace.layouts.mem_skill import journal
from commonplace.layouts.mem_skill.indices import INDICES, Row, category_row, new_index
from commonplace.layouts.mem_skill.paths import CONFIG, KNOWLEDGE_INDEX, LOG
from commonplace.layouts.mem_skill.settings import Qmd, engine_of, merged_config

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
    log = journal.with_lines(files.get(LOG), [_log_line(files, today, engine_of(config), qmd)])
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
    return journal.line(today, "init", f"mem-skill {done} (engine: {engine})")

"""From 1.0 to 1.2: each entry gets the lines it lacks, and the version is raised last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from commonplace.core.changes import FileEdit, Files, edit_of
from commonplace.errors import NoBook, WriteRefused
from commonplace.layouts.mem_skill import fields as f
from commonplace.layouts.mem_skill import journal
from commonplace.layouts.mem_skill.entries import Entry
from commonplace.layouts.mem_skill.pages import OpenPage
from commonplace.layouts.mem_skill.paths import CONFIG, EXPERIENCE_INDEX, KNOWLEDGE_INDEX, LOG
from commonplace.layouts.mem_skill.revising import with_new_field
from commonplace.layouts.mem_skill.settings import VERSION, upgraded_config, version_of
from commonplace.layouts.mem_skill.shelf import read_shelf


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
        told = journal.line(today, "upgrade", f"Migrated from v{old} to v{VERSION}")
        after[LOG] = journal.with_lines(files.get(LOG), [told]) or files[LOG]
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

"""The mem-skill layout as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from commonplace.core.changes import NO_OCCASION, Change, FileEdit, Files, Occasion, edit_of
from commonplace.core.memory import Candidate, Memory
from commonplace.core.ports import Problem, Reading
from commonplace.layouts.mem_skill import checks, drafts, edits, work_log
from commonplace.layouts.mem_skill.indices import (
    INDICES,
    keywords_by_page,
    refreshed,
    with_categories,
)
from commonplace.layouts.mem_skill.pages import read_all, read_shelf
from commonplace.layouts.mem_skill.paths import (
    CONFIG,
    EXPERIENCE,
    EXPERIENCE_INDEX,
    GRAVES,
    KNOWLEDGE,
    KNOWLEDGE_INDEX,
    LOG,
    is_grave,
    is_page,
)
from commonplace.layouts.mem_skill.skeleton import found

if TYPE_CHECKING:
    from commonplace.core.traits import Traits

_SINGLE_FILES = (CONFIG, EXPERIENCE_INDEX, KNOWLEDGE_INDEX, LOG)


class MemSkillLayout:
    """Reads and writes a workspace the way mem-skill describes it."""

    name = "mem-skill"
    home = ""
    folders = (KNOWLEDGE, EXPERIENCE, GRAVES.partition("/")[0])
    holds = frozenset(
        [
            "id",
            "title",
            "body",
            "kind",
            "topic",
            "tags",
            "keywords",
            "summary",
            "when_to_load",
            "source",
            "created",
            "modified",
            "links",
            "history",
            "status",
            "tombstone",
            "supersedes",
            "validity",
        ]
    )

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        from commonplace.layouts.mem_skill.traits import TRAITS  # noqa: PLC0415 - the hook needs none of it

        return TRAITS

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is a workspace: it has the configuration, or an index."""
        return exists(CONFIG) or exists(KNOWLEDGE_INDEX) or exists(EXPERIENCE_INDEX)

    def reads(self, path: str) -> bool:
        """Say whether `path` is a file of a workspace."""
        return path in _SINGLE_FILES or is_page(path) or is_grave(path)

    def derives(self, path: str) -> bool:
        """Say whether `path` is one of the two indices or the log."""
        return path in (KNOWLEDGE_INDEX, EXPERIENCE_INDEX, LOG)

    def skeleton(self, today: date) -> Files:
        """Return the four files of a fresh default init."""
        return {e.path: e.after for e in found({}, today).edits if e.after is not None}

    def parse(self, files: Files) -> Reading:
        """Return every entry, page by page, the buried ones last."""
        return replace(read_all(read_shelf(files)), keywords=keywords_by_page(files))

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        return drafts.drafts(candidates, files, today)

    def render(
        self,
        changes: Sequence[Change],
        files: Files,
        today: date,  # noqa: ARG002 - the dates are in the memories
    ) -> tuple[FileEdit, ...]:
        """Return the edits that carry `changes` out, links in both directions included."""
        return edits.render(changes, files)

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),
        occasion: Occasion = NO_OCCASION,
    ) -> tuple[FileEdit, ...]:
        """Return the edits for counts and dates in both indices, and a log line for each change."""
        if not files:
            return ()  # An index holds a person's keywords: it is not made from nothing.
        shelf = read_shelf(files)
        named = with_categories(files, occasion.categories)
        after = {index.path: refreshed(index, named, shelf, today) for index in INDICES}
        if done:
            lines = work_log.lines_for(done, files, today, occasion)
            after[LOG] = work_log.with_lines(files.get(LOG), lines)
        return tuple(
            edit_of(files, path, content)
            for path, content in after.items()
            if content is not None and content != files.get(path)
        )

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Return what is wrong with indices, links and values."""
        return checks.check(files, today)

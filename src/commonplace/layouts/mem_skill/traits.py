"""What is particular to a mem-skill workspace."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Category, Files
from commonplace.core.traits import BookLog, CutOffs, Entry, Traits, Verb
from commonplace.layouts.mem_skill import work_log
from commonplace.layouts.mem_skill.indices import INDICES, keywords_of, rows_of
from commonplace.layouts.mem_skill.links import mended_links
from commonplace.layouts.mem_skill.paths import CONFIG, EXPERIENCE, KNOWLEDGE, LOG
from commonplace.layouts.mem_skill.skeleton import upgrade


def _categories(files: Files) -> tuple[Category, ...]:
    return tuple(
        Category(id=name, name=str(row.get("name", name)), keywords=keywords_of(row))
        for row in rows_of(INDICES[0], files)
        if isinstance(name := row.get("id"), str)
    )


def _logged(content: bytes | None, entries: Sequence[Entry]) -> bytes | None:
    return work_log.with_lines(content, [work_log.line(*entry) for entry in entries])


TRAITS = Traits(
    notes_folder=KNOWLEDGE,
    experience_folder=EXPERIENCE,
    settings_file=CONFIG,
    cut_offs=CutOffs(
        seed="mem-skill A2 step 5: a related entry is updated, or a separate one is made and linked",
        extend_from=0.50,
        refining=Verb.EXTEND,
        offers=(Verb.EXTEND, Verb.CREATE, Verb.SKIP),
    ),
    finding_form="points",
    question="ask.related",
    lint_title="mem-skill",
    categories=_categories,
    mended_links=mended_links,
    upgrade=upgrade,
    book_log=BookLog(path=LOG, appended=_logged),
)

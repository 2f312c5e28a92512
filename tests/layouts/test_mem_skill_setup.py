"""mem-skill's init, in all its variants, and the upgrade from 1.0 to 1.2."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.errors import BadInput, NoBook, WriteRefused
from commonplace.layouts.mem_skill.settings import (
    EngineFlags,
    Qmd,
    choose_engine,
    collection_prefix,
)
from commonplace.layouts.mem_skill.skeleton import STARTERS, found, upgrade
from layouts.mem_skill_books import (
    CONFIG,
    EXPERIENCE_INDEX,
    KNOWLEDGE_INDEX,
    LAYOUT,
    LOG,
    SKILL,
    TODAY,
    WORKFLOW,
    written,
)
from requirements import requirement

FRESH = dict(LAYOUT.skeleton(TODAY))
OLD_CONFIG = b'{\n  "engine": "qmd",\n  "version": "1.0.0",\n  "scope": "project"\n}\n'
OLD_PAGE = """# Old

## [First]
**Date:** 2025-01-01
**Keywords:** a

## Second
**Date:** 2025-01-02
**Source:** file:x.md
```md
## Not an entry
**Date:** 2025-01-03
```
**Related:**
**Keywords:** b

## Third
text only"""
OLD_SKILL = """## Below the skill
**Date:** 2025-01-01
**Skill:** pdf
**Keywords:** a

## Below the date
**Date:** 2025-01-01
**Context:** c
**Skill:** pdf
**Keywords:** a
"""
OLD = FRESH | {WORKFLOW: OLD_PAGE.encode(), SKILL: OLD_SKILL.encode(), CONFIG: OLD_CONFIG}


@requirement("A1.files", "A1.config", "A5.2", "A5.5")
def test_a_fresh_init_makes_exactly_four_files() -> None:
    assert set(FRESH) == {KNOWLEDGE_INDEX, EXPERIENCE_INDEX, LOG, CONFIG}
    assert FRESH[CONFIG] == b'{\n  "engine": "default",\n  "version": "1.2.0"\n}\n'
    assert json.loads(FRESH[KNOWLEDGE_INDEX]) == {
        "lastUpdated": "2026-04-08",
        "version": "1.0.0",
        "totalEntries": 0,
        "categories": [],
    }
    assert json.loads(FRESH[EXPERIENCE_INDEX]) == {
        "lastUpdated": "2026-04-08",
        "version": "1.0.0",
        "skills": [],
    }


@requirement("A2.init")
def test_init_replies_in_the_original_s_words() -> None:
    assert found({}, TODAY).notices == (
        "mem-skill initialized. Knowledge base, experience, and log created.",
    )


@requirement("A1.starter")
def test_the_starter_categories_can_be_asked_for() -> None:
    files = written({}, found({}, TODAY, starter=True).edits)

    rows = json.loads(files[KNOWLEDGE_INDEX])["categories"]

    assert [row["id"] for row in rows] == [name for name, _, _ in STARTERS]
    assert rows[4] == {
        "id": "workflow",
        "name": "Workflow & Automation",
        "keywords": [
            "efficiency",
            "management",
            "tool",
            "automation",
            "process",
            "project",
            "CI/CD",
            "DevOps",
            "pipeline",
            "script",
        ],
        "file": "workflow.md",
        "count": 0,
    }
    assert LAYOUT.check(files, TODAY) == ()


@requirement("A2.init.again", "A5.2")
def test_another_init_keeps_indices_version_and_keys_and_says_so_in_the_log() -> None:
    result = found(OLD, TODAY)

    files = written(OLD, result.edits)

    assert files == OLD | {
        LOG: OLD[LOG] + b"## [2026-04-08] init | mem-skill re-initialized (engine: qmd)\n"
    }
    assert result.notices == (
        "knowledge-base/_index.json already exists, skipping.",
        "experience/_index.json already exists, skipping.",
        "mem-skill initialized. Knowledge base, experience, and log created.",
    )


@requirement("A2.init.again")
def test_another_init_adds_what_is_missing_and_changes_the_engine_that_is_named() -> None:
    old = {CONFIG: OLD_CONFIG}

    files = written(old, found(old, TODAY, engine="default").edits)

    assert set(files) == set(FRESH)
    assert json.loads(files[CONFIG]) == {
        "engine": "default",
        "version": "1.0.0",
        "scope": "project",
    }


def test_a_config_nobody_can_read_stops_init_and_upgrade() -> None:
    broken = FRESH | {CONFIG: b"{"}

    for command in (found, upgrade):
        with pytest.raises(WriteRefused):
            command(broken, TODAY)


@requirement("A2.init.engine")
def test_an_unknown_engine_is_refused_in_the_original_s_words() -> None:
    with pytest.raises(BadInput) as caught:
        choose_engine(EngineFlags(engine="x"))

    assert str(caught.value) == "Unknown engine: x\nAvailable engines: default, qmd"


@requirement("A2.init.qmd", "A2.init.engine")
def test_the_flags_of_qmd_are_read_and_checked() -> None:
    whole = EngineFlags(
        engine="qmd", scope="global", knowledge="my-kb", experience="my-exp", mask="**/*.txt"
    )

    assert choose_engine(whole) == Qmd(
        scope="global", knowledge="my-kb", experience="my-exp", mask="**/*.txt"
    )
    assert choose_engine(EngineFlags(engine="qmd")) == Qmd(mask="**/*.md")
    assert choose_engine(EngineFlags()) is None
    for wrong in (EngineFlags(engine="qmd", scope="x"), EngineFlags(knowledge="x")):
        with pytest.raises(BadInput):
            choose_engine(wrong)


@requirement("A2.init.qmd")
@pytest.mark.parametrize(
    ("scope", "folder", "prefix"),
    [
        ("project", "my-app", "my-app"),
        ("project", "My  App_2!", "my-app-2"),
        ("project", "--", "mem"),
        ("project", "项目", "mem"),
        ("global", "my-app", "mem"),
    ],
)
def test_collections_are_named_after_the_folder(scope: str, folder: str, prefix: str) -> None:
    assert collection_prefix(scope, folder) == prefix


@requirement("A2.upgrade", "A5.3", "A5.4")
def test_an_upgrade_adds_to_each_entry_what_it_lacks_and_nothing_else() -> None:
    files = written(OLD, upgrade(OLD, TODAY).edits)

    assert files[WORKFLOW].decode() == OLD_PAGE.replace(
        "**Date:** 2025-01-01\n**Key",
        "**Date:** 2025-01-01\n**Source:** conversation\n**Related:**\n**Key",
    ).replace("text only", "**Source:** conversation\ntext only\n**Related:**")
    assert files[SKILL].decode() == OLD_SKILL.replace(
        "**Skill:** pdf\n**Keywords", "**Skill:** pdf\n**Source:** conversation\n**Keywords", 1
    ).replace(
        "**Date:** 2025-01-01\n**Context",
        "**Date:** 2025-01-01\n**Source:** conversation\n**Context",
    ).replace("**Keywords", "**Related:**\n**Keywords")


@requirement("A2.upgrade.again", "A5.2")
def test_the_version_is_raised_last_and_a_second_upgrade_does_nothing() -> None:
    edits = upgrade(OLD, TODAY).edits

    files = written(OLD, edits)

    assert edits[-1].path == CONFIG
    assert json.loads(files[CONFIG]) == {"engine": "qmd", "version": "1.2.0", "scope": "project"}
    assert files[LOG] == OLD[LOG] + b"## [2026-04-08] upgrade | Migrated from v1.0.0 to v1.2.0\n"
    assert upgrade(files, TODAY).edits == ()


@requirement("A5.2")
def test_a_version_above_ours_is_not_lowered() -> None:
    newer = FRESH | {CONFIG: b'{"version": "1.10.0"}'}

    assert upgrade(newer, TODAY).edits == ()


@requirement("A2.upgrade.report")
def test_an_upgrade_reports_in_the_original_s_words() -> None:
    files = {path: content for path, content in OLD.items() if path not in (LOG, CONFIG)}

    result = upgrade(files, TODAY)

    assert result.report == (
        "Backfilled Source field on 4 entries.",
        "Added Related field placeholder to 4 entries.",
        "Upgrade complete (vunknown → v1.2.0):",
        "- Created log.md ✓",
        "- Backfilled Source on 4 entries ✓",
        "- Added Related placeholder to 4 entries ✓",
        "- Updated config version ✓",
        "",
        "Run /mem-skill lint to discover cross-reference opportunities between your existing entries.",
    )
    assert written(files, result.edits)[LOG].endswith(
        b"\n\n## [2026-04-08] upgrade | Migrated from vunknown to v1.2.0\n"
    )


@requirement("A2.upgrade.requires")
@pytest.mark.parametrize("missing", [KNOWLEDGE_INDEX, EXPERIENCE_INDEX])
def test_an_upgrade_needs_both_indices(missing: str) -> None:
    files = {path: content for path, content in OLD.items() if path != missing}

    with pytest.raises(
        NoBook, match=r"No existing workspace found\. Run '/mem-skill init' first\."
    ):
        upgrade(files, TODAY)


@given(
    st.lists(
        st.sampled_from(
            ["## A", "**Date:** 2025-01-01", "**Skill:** x", "**Keywords:** k", "", "```", "text"]
        ),
        max_size=14,
    ),
    st.sampled_from(["\n", "\r\n"]),
)
def test_an_upgrade_only_ever_adds_lines_and_only_once(lines: list[str], newline: str) -> None:
    old = FRESH | {WORKFLOW: newline.join(lines).encode()}

    new = written(old, upgrade(old, TODAY).edits)

    added = (b"**Source:** conversation", b"**Related:**")
    kept = [line for line in new[WORKFLOW].splitlines() if line not in added]
    assert kept == old[WORKFLOW].splitlines()
    assert upgrade(new, TODAY).edits == ()

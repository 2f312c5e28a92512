"""Workspaces of mem-skill for its tests, and the two verbs that every one of them needs."""

from collections.abc import Sequence
from datetime import date

from commonplace.core.changes import Change, FileEdit, Files, fingerprint
from commonplace.core.memory import Memory
from commonplace.layouts.mem_skill import MemSkillLayout

LAYOUT = MemSkillLayout()
TODAY = date(2026, 4, 8)
WORKFLOW = "knowledge-base/workflow.md"
SKILL = "experience/skill-pdf.md"
KNOWLEDGE_INDEX = "knowledge-base/_index.json"
EXPERIENCE_INDEX = "experience/_index.json"
LOG = "log.md"
CONFIG = ".mem-skill.config.json"

TWO_ENTRIES = """# Workflow

Notes of the team.

## Retry with backoff
**Date:** 2026-01-05
**Source:** conversation
**Context:** A flaky service
**Best Practice:**
- Wait longer each time
  - with **jitter**
**Related:** [[skill-pdf#Fonts]]
**Keywords:** retry, backoff

---

## Release `v2`: cut (twice) → ship — done

**Date:** 2026-02-01
**Related:**
**Situation:** the tag was wrong
**Lesson:** tag last
**Keywords:** release
"""
FONTS = """## Fonts
**Date:** 2026-03-01
**Skill:** pdf
**Source:** file:docs/pdf.md
**Solution:**
- embed them
**Key Files/Paths:**
- fonts/
**Related:** [[workflow#Retry with backoff]]
**Keywords:** pdf, fonts
"""


def book(**pages: str) -> dict[str, bytes]:
    """Return a fresh workspace with `workflow` and `skill_pdf` as given and its indices in order."""
    files = dict(LAYOUT.skeleton(TODAY))
    names = {"workflow": WORKFLOW, "skill_pdf": SKILL}
    files |= {names[name]: text.encode() for name, text in pages.items()}
    return written(files, LAYOUT.derive(files, TODAY))


def written(files: Files, edits: Sequence[FileEdit]) -> dict[str, bytes]:
    """Return `files` after `edits`, each of which must expect what is there."""
    after = dict(files)
    for edit in edits:
        assert edit.before == fingerprint(after.get(edit.path))
        if edit.after is None:
            del after[edit.path]
        else:
            after[edit.path] = edit.after
    return after


def after(files: Files, *changes: Change) -> dict[str, bytes]:
    """Return `files` after `changes`, derived files left alone."""
    return written(files, LAYOUT.render(changes, files, TODAY))


def memory(files: Files, name: str) -> Memory:
    """Return the memory `name`."""
    return {found.id: found for found in LAYOUT.parse(files).memories}[name]

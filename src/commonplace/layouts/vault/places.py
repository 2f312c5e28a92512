"""Where things stand in a vault, and the files of a new one that are written once and then belong to the user."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from commonplace.core.memory import MemoryId
from commonplace.core.names import is_conflict_copy

if TYPE_CHECKING:
    from commonplace.core.changes import Files

HOME = ".memory"
NOTES = "10-Memories/"
LISTING = "10-Memories/README.md"
NAVIGATION = "20-Indices/index.md"
MACHINE_INDEX = "memory-index.json"
DERIVED = (LISTING, NAVIGATION, MACHINE_INDEX)
TEMPLATE = "30-Templates/memory-template.md"
LOG = "distill-log.json"
README = "README.md"
INBOX = "00-Inbox/README.md"
_FIRST = len(NOTES)
_LAST_SLASH = _FIRST - 1
_OTHERS = frozenset({*DERIVED, LOG, README, INBOX, TEMPLATE})


def belongs(path: str) -> bool:
    """Say whether `path` is a file of the vault: a note, a copy of one, or one of the few others."""
    return _is_in_notes(path) or path in _OTHERS


def is_note(path: str) -> bool:
    """Say whether `path` is a memory: any Markdown file of the folder, with or without `MEM-`."""
    return _is_in_notes(path) and not is_conflict_copy(path)


def is_copy_of_note(path: str) -> bool:
    """Say whether `path` keeps the other side of a conflict about a memory."""
    return _is_in_notes(path) and is_conflict_copy(path)


def _is_in_notes(path: str) -> bool:
    return (
        path.startswith(NOTES)
        and path.endswith(".md")
        and path.rfind("/") == _LAST_SLASH
        and path[_FIRST] != "."
        and path[_FIRST:].casefold() != "readme.md"
    )


def id_of(path: str) -> MemoryId:
    """Return the id of the memory in `path`: its file name without the extension."""
    return path.removeprefix(NOTES).removesuffix(".md")


def path_of(memory: MemoryId) -> str:
    """Return the file of a memory."""
    return f"{NOTES}{memory}.md"


_README = """\
# Memory Vault

Long-term memory for AI agents, kept as Markdown files.

## Contents

- [00-Inbox](00-Inbox/README.md): quick capture
- [10-Memories](10-Memories/README.md): the memories, one file each
- [20-Indices](20-Indices/index.md): navigation, generated from the memories
- [30-Templates](30-Templates/memory-template.md): the form of a memory

`memory-index.json` is generated from the memories; `distill-log.json` records upkeep.
"""

_INBOX = """\
# Inbox

Quick capture: notes that are not memories yet.

## Navigation

- [Parent Directory](../README.md)
"""

_TEMPLATE = """\
---
title: ""
created: YYYY-MM-DD
tags: []
topic: ""
source: ""
modified: YYYY-MM-DD
retrieval_count: 0
last_retrieved: null
keywords: []
summary: ""
token_count: 0
---

# Title

Content.

## Connections
<!-- Add links to related memories using [[filename]] syntax -->
"""

_COUNTERS = (
    "total_operations",
    "total_purged",
    "total_merged",
    "total_compressed",
    "total_refined",
    "total_gc_deleted",
)


def static_files() -> Files:
    """Return the static pages, the template and the empty maintenance log."""
    summary: dict[str, int | None] = {**dict.fromkeys(_COUNTERS, 0), "last_operation": None}
    log = {"version": "1.0.0", "operations": [], "summary": summary}
    return {
        README: _README.encode(),
        INBOX: _INBOX.encode(),
        TEMPLATE: _TEMPLATE.encode(),
        LOG: (json.dumps(log, indent=2) + "\n").encode(),
    }

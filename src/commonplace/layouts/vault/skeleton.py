"""The files of a new vault that are written once and then belong to the user."""

from __future__ import annotations

import json

from commonplace.core.changes import Files
from commonplace.layouts.vault.paths import INBOX, LOG, README, TEMPLATE

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

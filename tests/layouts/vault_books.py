"""Vault notes as they are found in the wild, and the few steps every test of them takes."""

from datetime import date

from commonplace.core.changes import Change, Files
from commonplace.core.memory import Memory
from commonplace.layouts.vault import VaultLayout

TODAY = date(2026, 3, 1)
VAULT = VaultLayout()

TEMPLATE_FORM = """\
---
title: "Z3 timing variance"
created: 2026-01-10
tags: [INSIGHT]
topic: "modelchecker/testing/solver-timing"
source: "file: notes.md"
modified: 2026-01-11
retrieval_count: 2
last_retrieved: null
keywords: ["z3", "timing"]
summary: "Z3 is slow at random"
token_count: 0
---

# Z3 timing variance

Run it three times.

## Connections
<!-- Add links to related memories using [[filename]] syntax -->
"""
SEED_FORM = """\
---
title: "Retry pattern"
created: 2026-01-05
tags: [PATTERN, http]
topic: "python/libs/requests"
source: "user input"
modified: 2026-02-02
keywords: [retry, backoff]
summary: "Retry pattern"
retrieval_count: 0
last_retrieved:
---

# Retry pattern

Back off.

## Extension (2026-02-02)

**Source**: more.md

Twice.

## History

### Previous Version (2026-01-05)

Old words here.

## Connections
<!-- Add links to related memories using [[filename]] syntax -->
- [[z3-timing]]
"""
HARVEST_FORM = """\
---
title: Plan delegation required
created: 2025-11-30
tags:
  - enforcement
topic: ""
source: "Task 12: plans/plan.md"
modified: 2025-12-01
keywords:
  - delegation
  - plan
summary: "Delegate the plan"
category: WORKFLOW
retrieval_count: 39
last_retrieved: 2025-12-24
---

# Plan delegation required

## Rule

Delegate.

## Why

It is cheaper.
"""


def book(**notes: str) -> Files:
    """Return a vault with these notes; `_` in a name stands for `-`."""
    return {
        f"10-Memories/{name.replace('_', '-')}.md": text.encode() for name, text in notes.items()
    }


def path(name: str) -> str:
    return f"10-Memories/{name}.md"


def only(files: Files) -> Memory:
    (memory,) = VAULT.parse(files).memories
    return memory


def after(files: Files, *changes: Change) -> Files:
    """Return the book after `changes`, derived files not yet touched."""
    now = dict(files)
    for edit in VAULT.render(changes, files, TODAY):
        if edit.after is None:
            del now[edit.path]
        else:
            now[edit.path] = edit.after
    return now


def refreshed(files: Files, today: date = TODAY) -> Files:
    """Return the book with its derived files brought up to date."""
    edits = VAULT.derive(files, today)
    return {**files, **{edit.path: edit.after for edit in edits if edit.after is not None}}

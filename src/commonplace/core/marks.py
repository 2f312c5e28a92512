"""By what a book is recognised from outside, for the hook: it cannot afford to load the layouts.

A row is a layout's name, where its root stands in a project, and groups of paths: a folder in which
every path of one group exists is such a book. A test holds this to what the layouts say themselves.
"""

from __future__ import annotations

MARKS: tuple[tuple[str, str, tuple[tuple[str, ...], ...]], ...] = (
    ("vault", ".memory", (("10-Memories",), ("30-Templates/memory-template.md",))),
    (
        "lingxi",
        ".cursor/.lingxi",
        (("memory/INDEX.md",), ("memory/notes",), ("memory/references/memory-note-template.md",)),
    ),
    (
        "mem-skill",
        "",
        (
            (".mem-skill.config.json",),
            ("knowledge-base/_index.json",),
            ("experience/_index.json",),
        ),
    ),
    ("profile", "", (("soul.md",), ("agent.md",), ("user.md", "memory.md"))),
)

"""Which layouts there are: the one table, from which every door knows them.

A row names a layout, the class that reads it, where its root stands in a project, and the groups of
paths by which such a folder is recognised: one in which every path of one group exists. No layout is
loaded before a book of it is opened, because the hook asks in a fresh process; so a row says in plain
text what the class says, too, and a test compares the two.
"""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.core.ports import Layout, Reader

Row = tuple[str, str, str, tuple[tuple[str, ...], ...]]
"""Name, `module:class`, home, groups of marks."""

ROWS: tuple[Row, ...] = (
    (
        "vault",
        "commonplace.layouts.vault:VaultLayout",
        ".memory",
        (("10-Memories",), ("30-Templates/memory-template.md",)),
    ),
    (
        "lingxi",
        "commonplace.layouts.lingxi:LingxiLayout",
        ".cursor/.lingxi",
        (("memory/INDEX.md",), ("memory/notes",), ("memory/references/memory-note-template.md",)),
    ),
    (
        "mem-skill",
        "commonplace.layouts.mem_skill:MemSkillLayout",
        "",
        (
            (".mem-skill.config.json",),
            ("knowledge-base/_index.json",),
            ("experience/_index.json",),
        ),
    ),
    (
        "profile",
        "commonplace.layouts.profile:ProfileLayout",
        "",
        (("soul.md",), ("agent.md",), ("user.md", "memory.md")),
    ),
)
NAMES = tuple(row[0] for row in ROWS)
MARKS = tuple((name, home, groups) for name, _, home, groups in ROWS)
"""By what each kind of book is recognised, for whoever looks for one."""
WITH_TURNS = frozenset({"mem-skill"})
"""Layouts whose books are asked at every turn of a conversation: the hook must know it at once."""


READERS = {"vault": "commonplace.layouts.vault.reader:VaultReader"}
"""The half that reads, where a layout has it apart: loading the whole costs a hook twice as much."""


@cache
def reader_of(name: str) -> Reader:
    """Load what reads the files of that layout; `KeyError` when there is none."""
    if name not in READERS:
        return layout_of(name)
    from importlib import import_module  # noqa: PLC0415 - as below

    module, _, kind = READERS[name].partition(":")
    reader: Reader = getattr(import_module(module), kind)()
    return reader


@cache
def layout_of(name: str) -> Layout:
    """Load the layout of that name; `KeyError` when there is none."""
    from importlib import import_module  # noqa: PLC0415 - the hook loads a layout when one has changed

    module, _, kind = {row[0]: row[1] for row in ROWS}[name].partition(":")
    layout: Layout = getattr(import_module(module), kind)()
    return layout

"""What `init` does more in a mem-skill workspace: its flags, its words, and a second run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from commonplace.app.books import Book, EngineFlags, set_up_workspace
from commonplace.config import Settings
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import option
from commonplace.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])

LAYOUT = "mem-skill"
_FLAGS = {
    "mem_engine": ("--mem-engine", "NAME"),
    "qmd_scope": ("--qmd-scope", "SCOPE"),
    "qmd_knowledge": ("--qmd-knowledge", "NAME"),
    "qmd_experience": ("--qmd-experience", "NAME"),
    "qmd_mask": ("--qmd-mask", "GLOB"),
}


def workspace_options(function: F) -> F:
    """Add the flags of the original's `init`."""
    for name, (flag, shown) in reversed(_FLAGS.items()):
        function = option(flag, name, metavar=shown, default="")(function)
    return option("--starter", is_flag=True)(function)


def is_workspace(layout: str, wishes: Mapping[str, str | bool]) -> bool:
    """Say whether `init` is about a workspace; its flags are refused for every other layout."""
    given = [name for name, value in wishes.items() if value]
    if given and layout != LAYOUT:
        flag = "--" + given[0].replace("_", "-")
        raise BadInput("flag-of-layout", flag=flag, layout=LAYOUT)
    return layout == LAYOUT


def set_up(desk: Desk, where: Path, settings: Settings, wishes: Mapping[str, str | bool]) -> Book:
    """Make a workspace, or set it up once more, and say so in the original's words."""
    flags = EngineFlags(
        engine=str(wishes["mem_engine"]),
        scope=str(wishes["qmd_scope"]),
        knowledge=str(wishes["qmd_knowledge"]),
        experience=str(wishes["qmd_experience"]),
        mask=str(wishes["qmd_mask"]),
    )
    book, notices = set_up_workspace(
        where, settings, desk.clock(), flags, starter=bool(wishes["starter"])
    )
    desk.show(
        "\n".join(notices),
        {
            "result": "committed",
            "layout": LAYOUT,
            "root": str(book.root),
            "git_ignored": False,
            "notices": list(notices),
        },
    )
    return book

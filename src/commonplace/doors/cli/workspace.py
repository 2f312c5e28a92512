"""What `init` does more in a mem-skill workspace: its flags, its words, and a second run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from commonplace.app.books import WORKSPACE, Book, EngineFlags, set_up_workspace
from commonplace.app.qmd_setup import Qmd, leave_qmd, set_up_qmd, set_up_workspace_with_qmd
from commonplace.config import Settings
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import option
from commonplace.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])

_FLAGS = {
    "mem_engine": ("--mem-engine", "NAME"),
    "qmd_scope": ("--qmd-scope", "SCOPE"),
    "qmd_knowledge": ("--qmd-knowledge", "NAME"),
    "qmd_experience": ("--qmd-experience", "NAME"),
    "qmd_mask": ("--qmd-mask", "GLOB"),
}
_OF_WORKSPACES = ("starter", "qmd_experience")


def workspace_options(function: F) -> F:
    """Add the flags of the original's `init`."""
    for name, (flag, shown) in reversed(_FLAGS.items()):
        function = option(flag, name, metavar=shown, default="")(function)
    return option("--starter", is_flag=True)(function)


def is_workspace(layout: str, wishes: Mapping[str, str | bool]) -> bool:
    """Say whether `init` is about a workspace; what only a workspace has is refused for any other."""
    given = [name for name in _OF_WORKSPACES if wishes[name]]
    if given and layout != WORKSPACE:
        flag = "--" + given[0].replace("_", "-")
        raise BadInput("flag-of-layout", flag=flag, layout=WORKSPACE)
    return layout == WORKSPACE


def engine_flags(wishes: Mapping[str, str | bool]) -> EngineFlags:
    """Return what the flags say about the engine."""
    return EngineFlags(
        engine=str(wishes["mem_engine"]),
        scope=str(wishes["qmd_scope"]),
        knowledge=str(wishes["qmd_knowledge"]),
        experience=str(wishes["qmd_experience"]),
        mask=str(wishes["qmd_mask"]),
    )


def set_up(
    desk: Desk, where: Path, settings: Settings, wishes: Mapping[str, str | bool], qmd: Qmd | None
) -> Book:
    """Make a workspace, or set it up once more, and say so in the original's words."""
    starter = bool(wishes["starter"])
    if qmd is None:
        flags = engine_flags(wishes)
        book, notices = set_up_workspace(where, settings, desk.clock(), flags, starter=starter)
    else:
        _tell_of_wait(desk)
        book, notices, embeds = set_up_workspace_with_qmd(
            where, settings, desk.clock(), qmd, starter=starter
        )
        if not embeds:
            desk.notice("notice.qmd-no-model")
    desk.show(
        "\n".join(notices),
        {
            "result": "committed",
            "layout": WORKSPACE,
            "root": str(book.root),
            "git_ignored": False,
            "notices": list(notices),
        },
    )
    return book


def choose_search(desk: Desk, book: Book, qmd: Qmd | None, engine: str) -> None:
    """Let QMD search a book of another layout, or leave it again, and say so."""
    if qmd is not None:
        _tell_of_wait(desk)
        if not set_up_qmd(book, qmd):
            desk.notice("notice.qmd-no-model")
        desk.notice("done.qmd", scope=qmd.scope, names=qmd.knowledge)
    elif engine:
        leave_qmd(book)


def _tell_of_wait(desk: Desk) -> None:
    """Say that QMD has begun: the vectors of a large book take minutes."""
    if desk.is_terminal:
        desk.notice("notice.qmd-embedding")

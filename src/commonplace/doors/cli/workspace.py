"""What `init` does more in a mem-skill workspace: its flags, its words, and a second run."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from commonplace.app.books import WORKSPACE, Book
from commonplace.app.engines import (
    EngineFlags,
    Qmd,
    check_collections,
    choose_engine,
    collection_prefix,
    install_qmd,
    leave_qmd,
    qmd_health,
    set_up_qmd,
    set_up_workspace,
    set_up_workspace_with_qmd,
)
from commonplace.config import Settings
from commonplace.core.ports import Layout, Question
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import option
from commonplace.doors.cli.questions import YES, terminal_of
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


MISSING, NO_MODEL = "qmd-missing", "qmd-no-model"
SCOPES = {"1": "project", "2": "global"}


def chosen_qmd(desk: Desk, flags: EngineFlags, where: Path, layout: Layout) -> Qmd | None:
    """Return all that QMD must be told, None when another engine is wanted; ask for what is missing.

    What cannot be made is refused here, before anything is: a name that is taken, a Node too old.
    """
    said = choose_engine(flags)
    if said is None:
        return None
    _require_program(desk)
    said = replace(said, scope=said.scope or _scope(desk))
    if said.scope == "global":
        desk.require_person()
    said = _named(desk, said, collection_prefix(said.scope, where.name), layout)
    check_collections(layout, where / layout.home, said)
    return said


def _require_program(desk: Desk) -> None:
    """Offer to install a QMD that is missing; one that cannot run is told before anything is made."""
    health = qmd_health(os.environ)
    if health.why == MISSING:
        _offer_to_install(desk)
        health = qmd_health(os.environ)
    if health.why not in ("", NO_MODEL):
        raise BadInput(health.why)


def _offer_to_install(desk: Desk) -> None:
    if not _is_asked(desk):
        raise BadInput(MISSING)
    question = Question(text=desk.text("ask.qmd-install"))
    if terminal_of(desk).ask(question) != YES:
        raise BadInput("qmd-declined")
    desk.notice("notice.qmd-installing")
    install_qmd()


def _scope(desk: Desk) -> str:
    question = Question(
        text=desk.text("ask.qmd-scope-number"), details=desk.text("ask.qmd-scope"), is_open=True
    )
    while True:
        answer = _answer(desk, question, "--qmd-scope")
        if scope := SCOPES.get(answer, answer if answer in SCOPES.values() else ""):
            return scope


def _named(desk: Desk, said: Qmd, prefix: str, layout: Layout) -> Qmd:
    """Return `said` with a name for each collection; only a workspace keeps experience apart."""
    said = replace(said, knowledge=said.knowledge or _name(desk, "knowledge", prefix))
    if not layout.traits.keeps_experience:
        return said
    return replace(said, experience=said.experience or _name(desk, "experience", prefix))


def _name(desk: Desk, kind: str, prefix: str) -> str:
    default = f"{prefix}-{kind}"
    question = Question(text=desk.text(f"ask.qmd-{kind}", default=default), is_open=True)
    return _answer(desk, question, f"--qmd-{kind}") or default


def _answer(desk: Desk, question: Question, flag: str) -> str:
    if not _is_asked(desk):
        raise BadInput("qmd-not-said", flag=flag)
    return terminal_of(desk).ask(question) or ""


def _is_asked(desk: Desk) -> bool:
    return desk.is_terminal and not desk.agent

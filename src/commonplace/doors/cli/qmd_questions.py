"""What `init --mem-engine=qmd` asks: whatever no flag says, and nothing else.

Nothing is made here. QMD's collections may be shared by all workspaces, so no name is ever chosen
silently: who gives no name and is not there to be asked is refused.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from commonplace.app.books import EngineFlags
from commonplace.app.qmd_setup import (
    Qmd,
    check_collections,
    choose_engine,
    collection_prefix,
    install_qmd,
    qmd_health,
)
from commonplace.core.ports import Layout, Question
from commonplace.doors.cli.asking import YES, Terminal
from commonplace.doors.cli.desk import Desk
from commonplace.errors import BadInput

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
    if Terminal(colour=desk.colour).ask(question) != YES:
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
    return Terminal(colour=desk.colour).ask(question) or ""


def _is_asked(desk: Desk) -> bool:
    return desk.is_terminal and not desk.agent

"""`commonplace check`: what is wrong with a book, and mending what needs no decision."""

from __future__ import annotations

import os
from dataclasses import replace

import click

from commonplace.app.books import Book, propose_lost_rejections, propose_mending
from commonplace.app.govern import settle
from commonplace.app.upkeep import examined_for_a_team
from commonplace.core.changes import Proposal, name_after
from commonplace.core.memory import Origin
from commonplace.core.ports import Problem, Question, Stamp
from commonplace.core.rejections import PAGE
from commonplace.doors.cli.consent import tell_ending, tell_kept_beside
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import problem_as_json, problem_as_text
from commonplace.doors.render.lint import examined_as_json, examined_as_text
from commonplace.flows.check import check, fix
from commonplace.flows.view import View


@command("check", "commonplace check --fix")
@option("--fix", "wants_fix", is_flag=True)
@option("--ci", "wants_ci", is_flag=True)
@click.pass_obj
def command_line(desk: Desk, *, wants_fix: bool, wants_ci: bool) -> int:
    """Check the book; exit with 1 while an error remains."""
    if wants_ci:
        return _for_a_team(desk)
    book = desk.open()
    now = desk.clock()
    with desk.progress("progress.checking"):
        fixed = fix(book.layout, book.store, now.date()) if wants_fix else 0
        view = book.view(now)
    if wants_fix and not view.reading.memories:
        book.store.accept_emptiness()
    if wants_fix and not desk.agent:
        _accept_lost(desk, book, view)
    for mending in (propose_lost_rejections, propose_mending) if wants_fix else ():
        if proposal := mending(book, view):
            _mend(desk, book, proposal)
            view = book.view(now)
    desk.tell_mended(book)
    if wants_fix:
        tell_kept_beside(desk, book)
    lost = Problem(path=PAGE, code="rejections-gone", can_fix=True)
    with desk.progress("progress.checking"):
        problems = (*([lost] if book.lost_rejections() else ()), *check(view))
    errors = sum(problem.is_error for problem in problems)
    lines = [problem_as_text(problem, desk.language) for problem in problems]
    counted = desk.text(
        "check.counted",
        memories=len(view.reading.memories),
        errors=errors,
        warnings=len(problems) - errors,
        fixed=fixed,
    )
    desk.show_long(
        "\n".join([*lines, counted]),
        {
            "memories": len(view.reading.memories),
            "errors": errors,
            "fixed": fixed,
            "problems": [problem_as_json(problem) for problem in problems],
        },
    )
    return 1 if errors else 0


def _accept_lost(desk: Desk, book: Book, view: View) -> None:
    """Miss a page of refused claims no longer that nobody can put back."""
    if book.lost_rejections() and propose_lost_rejections(book, view) is None:
        book.accept_lost_rejections(desk.who, desk.clock())
        desk.notice("notice.rejections-accepted", path=PAGE)


def _mend(desk: Desk, book: Book, proposal: Proposal) -> None:
    """Write what a person asked for with `--fix`; what an agent asks for waits."""
    now = desk.clock()
    asker = asker_for(desk, yes=True)
    names = ", ".join(map(name_after, proposal.changes)) or PAGE
    if asker.ask(Question(text=desk.text(f"ask.{proposal.action}", ids=names))) != YES:
        waits = book.proposals.save(replace(proposal, origin=Origin.AGENT), now)
        desk.notice("notice.links-wait", id=waits)
        return
    done = settle(book, proposal, Stamp(who=desk.who, channel=asker.channel), now, desk.settings)
    desk.notice(f"done.{proposal.action}", ids=names, receipt=done.receipt.id)
    tell_ending(desk, done)


def _for_a_team(desk: Desk) -> int:
    """Say what a build should stop for; nothing is mended, since a build has nobody to ask."""
    book = desk.open()
    with desk.progress("progress.checking"):
        problems = examined_for_a_team(book, book.view(desk.clock()))
    root = os.path.relpath(book.root, desk.folder).replace(os.sep, "/")
    is_workflow = desk.environ.get("GITHUB_ACTIONS") == "true"
    text = examined_as_text(problems, root, desk.language, is_workflow=is_workflow)
    desk.show(text, examined_as_json(problems, root))
    return 1 if any(problem.is_error for problem in problems) else 0

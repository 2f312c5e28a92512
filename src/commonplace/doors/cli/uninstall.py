"""`commonplace uninstall`: take out of an agent program exactly what `install` put in."""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.core.ports import Question
from commonplace.doors.cli.consent import consent_options
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.install import changes_as_json, show_changes, summary
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import Json, visible
from commonplace.errors import LeftPending
from commonplace.installation.own_files import own_files, remove
from commonplace.installation.wiring import (
    HOSTS,
    PROJECT,
    USER,
    Plan,
    Surroundings,
    plan_uninstall,
    row_named,
    take_back,
    wired_anywhere,
)
from commonplace.installation.wiring import wired as wired_rows


@command("uninstall", "commonplace uninstall claude-code --scope user")
@click.argument("host", metavar="HOST", required=False, type=click.Choice(HOSTS))
@option("--all", "wired", is_flag=True)
@option("--scope", type=click.Choice((USER, PROJECT)), default=None)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk, *, host: str | None, wired: bool, scope: str | None, yes: bool, dry_run: bool
) -> int:
    """Take our entries out of HOST's files; a file nobody edited becomes what it was."""
    where = Surroundings(environ=desk.environ, project=desk.folder)
    if bool(host) == wired:
        raise click.UsageError(desk.text("usage.install", hosts=", ".join(HOSTS)))
    settled = [
        _settled(desk, name, place_scope, there, yes=yes, dry_run=dry_run)
        for name, place_scope, there in _wanted(host, scope, where)
    ]
    told = [told for told, _ in settled]
    texts = [text for _, text in settled] or [desk.text("uninstall.none-here")]
    if not wired:
        desk.show("\n".join(texts), told[0])
        return 0
    value: dict[str, Json] = {"result": "completed", "uninstalled": [*told]}
    if scope is None:
        own, lines = _own_files(desk, where, yes=yes, dry_run=dry_run)
        value.update(own)
        texts += lines
    desk.show("\n".join(texts), value)
    return 0


def _wanted(
    host: str | None, scope: str | None, where: Surroundings
) -> Sequence[tuple[str, str, Surroundings]]:
    """Return what is to be taken back: one host, those of a scope here, or all of this user's."""
    if host:
        return ((host, scope or USER, where),)
    if scope:
        return tuple((row.name, scope, where) for row in wired_rows(scope, where))
    return wired_anywhere(where)


def _own_files(
    desk: Desk, where: Surroundings, *, yes: bool, dry_run: bool
) -> tuple[dict[str, Json], list[str]]:
    """Take away what else is ours on this machine, and tell programs and people what is left, and why."""
    own = own_files(desk.environ)
    removed = [f"  {visible(str(path))}" for path in own.removed]
    is_gone = False
    if dry_run:
        lines = [desk.text("uninstall.would-remove"), *removed] if removed else []
    elif wired_anywhere(where):
        lines = [desk.text("uninstall.still-wired")]
    elif removed:
        is_gone = _is_removal_agreed(desk, "\n".join(removed), yes=yes)
        if is_gone:
            remove(own)
        lines = [desk.text("done.own-removed" if is_gone else "uninstall.own-kept")]
    else:
        lines = []
    lines += [
        desk.text(f"uninstall.left-{each.why}", path=visible(str(each.path))) for each in own.kept
    ]
    lines.append(desk.text("uninstall.left-books"))
    value: dict[str, Json] = {
        "removed": [str(path) for path in own.removed] if is_gone or dry_run else [],
        "left": [{"path": str(each.path), "why": each.why} for each in own.kept],
    }
    return value, lines


def _is_removal_agreed(desk: Desk, details: str, *, yes: bool) -> bool:
    desk.require_person()
    question = Question(text=desk.text("ask.remove-own"), details=details)
    answer = asker_for(desk, yes=yes, must_ask=not yes).ask(question)
    if answer is None:
        raise LeftPending("own-files-unapproved")
    return answer == YES


def _settled(
    desk: Desk, name: str, scope: str, where: Surroundings, *, yes: bool, dry_run: bool
) -> tuple[dict[str, Json], str]:
    """Bring one host to its end, and return what programs and what people are told of it."""
    row = row_named(name)
    plan = plan_uninstall(row, scope, where)
    told: dict[str, Json] = {"host": row.name, "files": changes_as_json(plan)}
    nothing = desk.text("uninstall.nothing", host=row.title)
    if dry_run:
        return {"result": "dry_run", **told}, show_changes(plan) or nothing
    desk.require_person()
    if plan.is_empty:
        take_back(plan)
        return {"result": "unchanged", **told}, nothing
    if not _is_agreed(desk, plan, yes=yes):
        return {"result": "declined"}, desk.text("install.declined", host=row.title)
    plan = plan_uninstall(row, scope, where)  # of the files as they are by now
    take_back(plan)
    count = sum(each.before != each.after for each in plan.changes)
    done = desk.text("done.uninstall", host=row.title, count=count)
    return {"result": "committed", **told}, done


def _is_agreed(desk: Desk, plan: Plan, *, yes: bool) -> bool:
    question = Question(
        text=desk.text("ask.uninstall", host=plan.row.title),
        details=summary(desk, plan),
        default=YES,
    )
    answer = asker_for(desk, yes=yes, must_ask=not yes).ask(question)
    if answer is None:
        raise LeftPending("install-unapproved", host=plan.row.title)
    return answer == YES

"""`commonplace uninstall`: take out of an agent program exactly what `install` put in."""

from __future__ import annotations

import click

from commonplace.core.ports import Question
from commonplace.doors.cli.consent import consent_options
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.install import changes_as_json, show_changes, summary
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import Json
from commonplace.errors import LeftPending
from commonplace.installation.wiring import (
    HOSTS,
    PROJECT,
    USER,
    Plan,
    Surroundings,
    plan_uninstall,
    row_named,
    take_back,
)
from commonplace.installation.wiring import wired as wired_rows


@command("uninstall", "commonplace uninstall claude-code --scope user")
@click.argument("host", metavar="HOST", required=False, type=click.Choice(HOSTS))
@option("--all", "wired", is_flag=True)
@option("--scope", type=click.Choice((USER, PROJECT)), default=USER)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk, *, host: str | None, wired: bool, scope: str, yes: bool, dry_run: bool
) -> int:
    """Take our entries out of HOST's files; a file nobody edited becomes what it was."""
    where = Surroundings(environ=desk.environ, project=desk.folder)
    if bool(host) == wired:
        raise click.UsageError(desk.text("usage.install", hosts=", ".join(HOSTS)))
    names = [row.name for row in wired_rows(scope, where)] if wired else [host or ""]
    settled = [_settled(desk, name, scope, where, yes=yes, dry_run=dry_run) for name in names]
    told = [told for told, _ in settled]
    text = "\n".join(text for _, text in settled) or desk.text("uninstall.none-here")
    desk.show(text, {"result": "completed", "uninstalled": told} if wired else told[0])
    return 0


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

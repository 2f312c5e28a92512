"""`commonplace uninstall`: take out of an agent program exactly what `install` put in."""

from __future__ import annotations

import click

from commonplace.app.installing import (
    HOSTS,
    PROJECT,
    USER,
    Surroundings,
    plan_uninstall,
    row_named,
    take_back,
)
from commonplace.core.ports import Question
from commonplace.doors.cli.asking import YES, asker_for
from commonplace.doors.cli.consent import consent_options
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.install import changes_as_json, show_changes
from commonplace.doors.cli.spoken import command, option
from commonplace.errors import LeftPending


@command("uninstall", "commonplace uninstall claude-code --scope user")
@click.argument("host", metavar="HOST", type=click.Choice(HOSTS))
@option("--scope", type=click.Choice((USER, PROJECT)), default=USER)
@consent_options
@click.pass_obj
def command_line(desk: Desk, *, host: str, scope: str, yes: bool, dry_run: bool) -> int:
    """Take our entries out of HOST's files; a file nobody edited becomes what it was."""
    where = Surroundings(environ=desk.environ, project=desk.folder)
    plan = plan_uninstall(row_named(host), scope, where)
    told = {"host": plan.row.name, "files": changes_as_json(plan)}
    if dry_run:
        text = show_changes(plan) or desk.text("uninstall.nothing", host=plan.row.title)
        desk.show(text, {"result": "dry_run", **told})
        return 0
    desk.require_person()
    if not plan.is_empty:
        question = Question(
            text=desk.text("ask.uninstall", host=plan.row.title),
            details=show_changes(plan),
            default=YES,
        )
        answer = asker_for(desk, yes=yes, must_ask=not yes).ask(question)
        if answer is None:
            raise LeftPending("install-unapproved", host=plan.row.title)
        if answer != YES:
            desk.show(desk.text("install.declined", host=plan.row.title), {"result": "declined"})
            return 0
        plan = plan_uninstall(plan.row, scope, where)  # of the files as they are by now
    take_back(plan)
    key = "uninstall.nothing" if plan.is_empty else "done.uninstall"
    count = sum(each.before != each.after for each in plan.changes)
    text = desk.text(key, host=plan.row.title, count=count)
    desk.show(text, {"result": "unchanged" if plan.is_empty else "committed", **told})
    return 0

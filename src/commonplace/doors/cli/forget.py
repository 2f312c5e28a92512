"""`commonplace forget`: bury memories, which stay on disk; or let go of what is kept about sessions."""

from __future__ import annotations

import click

from commonplace.app.recall import count_kept, forget_sessions
from commonplace.core.ports import Question
from commonplace.doors.cli.consent import Wish, consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.errors import LeftPending
from commonplace.flows.change import forget


@command("forget", "commonplace forget MEM-deploys-need-the --reason 'the VPN is gone'")
@click.argument("memory_ids", metavar="ID...", nargs=-1)
@option("--reason", metavar="TEXT", default="forgotten")
@option("--many", is_flag=True)
@option("--sessions", "sessions", is_flag=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    memory_ids: tuple[str, ...],
    reason: str,
    many: bool,
    sessions: bool,
    yes: bool,
    dry_run: bool,
) -> int:
    """Bury each memory ID: kept on disk, recalled no more."""
    if sessions is bool(memory_ids):
        raise click.UsageError(desk.text("usage.forget"))
    how = wish(yes=yes, dry_run=dry_run)
    if sessions:
        return _forget_sessions(desk, how)
    book = desk.open()
    view = book.view(desk.clock())
    return settle(desk, book, forget(memory_ids, reason, view, many=many, who=desk.who), how)


def _forget_sessions(desk: Desk, how: Wish) -> int:
    """Let go of what is kept about the sessions of every book, once somebody agrees; no undo."""
    count = count_kept()
    if how.dry_run:
        desk.show(
            desk.text("ask.forget-sessions", count=count), {"result": "dry-run", "files": count}
        )
        return 0
    question = Question(text=desk.text("ask.forget-sessions", count=count))
    answer = asker_for(desk, yes=how.yes).ask(question)
    if answer is None:
        raise LeftPending("sessions-unapproved")
    if answer != YES:
        desk.show(desk.text("notice.declined"), {"result": "declined"})
        return 0
    forget_sessions()
    desk.show(desk.text("done.forget-sessions"), {"result": "committed", "files": count})
    return 0

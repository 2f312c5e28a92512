"""`commonplace review`: decide about the proposals that wait."""

from __future__ import annotations

import click

from commonplace.app.books import Book
from commonplace.core.changes import Proposal
from commonplace.core.ports import Stamp
from commonplace.doors.cli.consent import settle, tell_dropped, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, group, option
from commonplace.doors.render import Json, difference, proposal_as_json, proposal_as_text
from commonplace.flows.capture import line
from commonplace.flows.rejecting import refuse


@group("review", "commonplace review accept 20261115T093000-1a2b3c")
@click.pass_context
def command_line(context: click.Context) -> None:
    """List the proposals that wait."""
    if context.invoked_subcommand is None:
        _list(context.obj)


@command("show", "commonplace review show 20261115T093000-1a2b3c")
@click.argument("proposal_id", metavar="PROPOSAL")
@click.pass_obj
def show(desk: Desk, proposal_id: str) -> None:
    """Show what PROPOSAL would change."""
    book = desk.open()
    proposal = book.proposal(proposal_id, desk.clock())
    lines = [proposal_as_text(proposal), *_differences(book, proposal)]
    desk.show("\n".join(lines), proposal_as_json(proposal, lines[1:]))


@command("accept", "commonplace review accept 20261115T093000-1a2b3c")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def accept(desk: Desk, proposal_id: str, yes: bool) -> int:
    """Write PROPOSAL, after asking."""
    book = desk.open()
    return settle(desk, book, book.proposal(proposal_id, desk.clock()), wish(yes=yes))


@command("reject", "commonplace review reject 20261115T093000-1a2b3c --reason 'not true'")
@click.argument("proposal_id", metavar="PROPOSAL")
@option("--reason", metavar="TEXT", default="rejected in review")
@click.pass_obj
def reject(desk: Desk, proposal_id: str, reason: str) -> None:
    """Drop PROPOSAL, and refuse from now on what it would have brought in."""
    began = wish(yes=True)
    book = desk.open()
    proposal = book.proposal(proposal_id, desk.clock())
    if refusal := refuse(proposal, line(reason), desk.who, book.view(desk.clock())):
        stamp = Stamp(who=desk.who, channel="flag", seconds=began.seconds)
        book.commit(refusal, stamp, desk.clock())
    book.proposals.drop(proposal.id)
    desk.show(
        desk.text("done.review-refused" if refusal else "done.review-reject", id=proposal.id),
        {"result": "rejected", "proposal": proposal.id, "refused": refusal is not None},
    )


for below in (show, accept, reject):
    command_line.add_command(below)


def _list(desk: Desk) -> None:
    book = desk.open()
    proposals = book.proposals
    waiting = proposals.list(desk.clock())
    tell_dropped(desk, proposals.dropped)
    rows: list[Json] = [proposal_as_json(each, _differences(book, each)) for each in waiting]
    text = "\n".join(map(proposal_as_text, waiting))
    desk.show(text or desk.text("review.empty"), rows)


def _differences(book: Book, proposal: Proposal) -> list[str]:
    return [difference(edit, book.store.read_one(edit.path)) for edit in proposal.edits]

"""`commonplace move`: one memory from this book to another."""

from __future__ import annotations

import click

from commonplace.app.books import Book, book_in, open_personal_book
from commonplace.app.govern import settle
from commonplace.core.ports import Question, Stamp
from commonplace.doors.cli.consent import consent_options, tell_ending, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import Json, differences_as_json, differences_as_text
from commonplace.errors import LeftPending, NoBook
from commonplace.flows.convert import Move, move

PERSONAL = "personal"


@command("move", "commonplace move MEM-deploys-need-the --to personal")
@click.argument("memory_id", metavar="ID")
@option("--to", "to_book", metavar="personal|PATH", required=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, *, memory_id: str, to_book: str, yes: bool, dry_run: bool) -> int:
    """Let the memory ID live in another book instead; here it leaves a tombstone."""
    how = wish(yes=yes, dry_run=dry_run)
    here = desk.open()
    there = _target(desk, to_book)
    desk.decide_for(here.layout, there.layout)
    view = desk.look(here)
    planned = move(view.memory(memory_id), view, there.view(desk.clock()))
    details = differences_as_text(planned.differences, desk.language)
    if how.dry_run:
        told = f"{details}\n{desk.text('notice.dry-run')}".strip()
        desk.show(told, {"result": "dry-run", **_report(planned)})
        return 0
    asker = asker_for(desk, yes=yes)
    text = desk.text("ask.move", id=memory_id, path=there.root)
    match asker.ask(Question(text=text, details=details)):
        case None:
            raise LeftPending("nobody-to-ask")
        case answer if answer != YES:
            desk.show(desk.text("notice.declined"), {"result": "declined", **_report(planned)})
            return 0
    _carry_out(desk, here, there, planned, asker.channel)
    return 0


def _target(desk: Desk, name: str) -> Book:
    if name == PERSONAL:
        return open_personal_book(desk.settings)
    where = (desk.folder / name).expanduser().resolve()
    book = book_in(where, desk.settings)
    if book is None:
        raise NoBook("no-book-there", path=where)
    return book


def _carry_out(desk: Desk, here: Book, there: Book, planned: Move, channel: str) -> None:
    stamp = Stamp(who=desk.who, channel=channel)
    arrived = settle(there, planned.arrival, stamp, desk.clock(), desk.settings)
    left = settle(here, planned.departure, stamp, desk.clock(), desk.settings)
    text = desk.text("done.move", id=planned.new_id, path=there.root, receipt=left.receipt.id)
    details = differences_as_text(planned.differences, desk.language)
    receipts: dict[str, Json] = {"there": arrived.receipt.id, "here": left.receipt.id}
    value: dict[str, Json] = {"result": left.receipt.outcome.value, "receipts": receipts}
    desk.show(f"{details}\n{text}".strip(), {**value, **_report(planned)})
    for done in (arrived, left):
        tell_ending(desk, done)


def _report(planned: Move) -> dict[str, Json]:
    return {"id": planned.new_id, "differences": differences_as_json(planned.differences)}

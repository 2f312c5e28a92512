"""`commonplace convert`: the whole book again, in another layout and another folder.

`commonplace move`: one memory from this book to another.

`commonplace upgrade`: bring the files of an older book up to date.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.app.books import (
    Book,
    book_in,
    exact_memories,
    found_book,
    layout_named,
    open_personal_book,
    propose_upgrade,
)
from commonplace.app.govern import settle
from commonplace.app.recall import resynced
from commonplace.core.memory import Memory
from commonplace.core.ports import Layout, Question, Stamp
from commonplace.core.rejections import PAGE
from commonplace.core.values import replace
from commonplace.doors.cli import consent
from commonplace.doors.cli.consent import Wish, consent_options, tell_ending, tell_kept_beside, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import (
    Json,
    differences_as_json,
    differences_as_text,
    problem_as_text,
)
from commonplace.errors import BadInput, LeftPending, NoBook
from commonplace.flows.convert import Conversion, Move, convert, left_behind, move
from commonplace.flows.decisions import pairs_moved
from commonplace.flows.proposals import propose
from commonplace.flows.refusals import page_with, rejections_in
from commonplace.flows.view import View


@command("convert", "commonplace convert --to lingxi ../notes --dry-run")
@click.argument("folder", metavar="PATH")
@option("--to", "to_layout", metavar="LAYOUT", required=True)
@consent_options
@click.pass_obj
def command_line(desk: Desk, *, folder: str, to_layout: str, yes: bool, dry_run: bool) -> int:
    """Write every memory of the book into a new book at PATH, and name each value that changes."""
    how = wish(yes=yes, dry_run=dry_run)
    target = layout_named(to_layout)
    book = desk.open()
    view = desk.look(book)
    where = (desk.folder / folder).expanduser().resolve()
    desk.decide_for(book.layout, target)
    settings = replace(desk.settings, layout=target.name)
    if standing := book_in(where, settings):
        raise BadInput("book-in-the-way", path=standing.root)
    conversion = convert(
        exact_memories(book, view), target, target.skeleton(view.today), view.today
    )
    named = (*conversion.differences, *left_behind(view))
    conversion = replace(conversion, differences=named)
    _tell_left_out(desk, view)
    if not _agreed(desk, conversion, how, str(where)):
        return 0
    made = found_book(where, settings, desk.clock())
    tell_kept_beside(desk, made, tuple(target.skeleton(view.today)))
    there = made.view(desk.clock())
    pages = (
        *page_with(rejections_in(view.files.get(PAGE)), there.files),
        *pairs_moved(view, conversion.ids, _arrived(conversion, target)),
    )
    proposal = propose("convert", conversion.changes, there, edits=conversion.edits, beside=pages)
    stamp = Stamp(who=desk.who, channel=asker_for(desk, yes=yes).channel)
    done = settle(made, proposal, stamp, desk.clock(), desk.settings)
    report = _report(conversion)
    text = desk.text("done.convert", count=len(conversion.ids), path=made.root, layout=target.name)
    told = f"{differences_as_text(conversion.differences, desk.language)}\n{text}".strip()
    desk.show(told, {"result": done.receipt.outcome.value, "root": str(made.root), **report})
    tell_ending(desk, done)
    if not book.is_trusted:  # other words for a stranger's text are no look at it
        made.distrust()
        desk.notice("notice.not-adopted")
    return 0


def _arrived(conversion: Conversion, target: Layout) -> Sequence[Memory]:
    """Return the memories as they will read in the new book."""
    files = {edit.path: edit.after for edit in conversion.edits if edit.after is not None}
    return target.parse(files).memories


def _tell_left_out(desk: Desk, view: View) -> None:
    """Name the files whose memories cannot come along, because nobody can read them."""
    for problem in (*view.unread, *view.reading.problems):
        if problem.is_error:
            desk.notice("notice.left-out", problem=problem_as_text(problem, desk.language))


def _agreed(desk: Desk, conversion: Conversion, how: Wish, where: str) -> bool:
    details = differences_as_text(conversion.differences, desk.language)
    if how.dry_run:
        told = f"{details}\n{desk.text('notice.dry-run')}".strip()
        desk.show(told, {"result": "dry-run", **_report(conversion)})
        return False
    text = desk.text("ask.convert", count=len(conversion.ids), path=where)
    match asker_for(desk, yes=how.yes).ask(Question(text=text, details=details)):
        case None:
            raise LeftPending("nobody-to-ask")
        case answer if answer != YES:
            desk.show(desk.text("notice.declined"), {"result": "declined", **_report(conversion)})
            return False
    return True


def _report(conversion: Conversion) -> dict[str, Json]:
    return {
        "ids": dict(conversion.ids),
        "differences": differences_as_json(conversion.differences),
    }


PERSONAL = "personal"


@command("move", "commonplace move MEM-deploys-need-the --to personal")
@click.argument("memory_id", metavar="ID")
@option("--to", "to_book", metavar="personal|PATH", required=True)
@consent_options
@click.pass_obj
def move_line(desk: Desk, *, memory_id: str, to_book: str, yes: bool, dry_run: bool) -> int:
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
        desk.show(told, {"result": "dry-run", **_report_move(planned)})
        return 0
    asker = asker_for(desk, yes=yes)
    text = desk.text("ask.move", id=memory_id, path=there.root)
    match asker.ask(Question(text=text, details=details)):
        case None:
            raise LeftPending("nobody-to-ask")
        case answer if answer != YES:
            desk.show(desk.text("notice.declined"), {"result": "declined", **_report_move(planned)})
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
    desk.show(f"{details}\n{text}".strip(), {**value, **_report_move(planned)})
    for done in (arrived, left):
        tell_ending(desk, done)


def _report_move(planned: Move) -> dict[str, Json]:
    return {"id": planned.new_id, "differences": differences_as_json(planned.differences)}


@command("upgrade", "commonplace upgrade --yes")
@consent_options
@click.pass_obj
def upgrade_line(desk: Desk, *, yes: bool, dry_run: bool) -> int:
    """Propose what an older book lacks, or say that it lacks nothing."""
    how = wish(yes=yes, dry_run=dry_run)
    book = _book(desk)
    proposal = propose_upgrade(book, desk.view(book))
    if proposal is None:
        told = desk.text("done.nothing-to-upgrade", layout=book.layout.name, path=book.root)
        desk.show(told, {"result": "unchanged", "layout": book.layout.name})
        code = 0
    else:
        code = consent.settle(desk, book, proposal, how)
    if not code and not how.dry_run:
        _resync(desk, book)
    return code


def _resync(desk: Desk, book: Book) -> None:
    """Bring QMD up to date where it searches the book; the upgrade itself is done whatever it says."""
    if why := resynced(book):
        desk.notice("notice.qmd-not-synced", why=why, hint=desk.text(f"hint.{why}"))


def _book(desk: Desk) -> Book:
    """Return the book, or say in the words of the only tool that ever had an `upgrade` that none is."""
    try:
        return desk.open()
    except NoBook as cause:
        raise NoBook("no-workspace") from cause

"""`commonplace convert`: the whole book again, in another layout and another folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from commonplace.app.books import book_in, exact_memories, found_book, layout_named
from commonplace.app.govern import settle
from commonplace.core.memory import Memory
from commonplace.core.ports import Layout, Question, Stamp
from commonplace.core.rejections import PAGE
from commonplace.doors.cli.consent import Wish, consent_options, tell_ending, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import (
    Json,
    differences_as_json,
    differences_as_text,
    problem_as_text,
)
from commonplace.errors import BadInput, LeftPending
from commonplace.flows.convert import Conversion, convert, left_behind
from commonplace.flows.decisions import pairs_moved
from commonplace.flows.proposing import propose
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

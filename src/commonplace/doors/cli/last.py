"""`commonplace last`: what an agent was told last, why, and what to do when it was wrong."""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.app.books import Book
from commonplace.app.recall import LastInjection, ToldLine, cleaned, last_injection, searched
from commonplace.core.changes import Proposal
from commonplace.core.injection import essence
from commonplace.core.search import Query, Reason
from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk, asked_books
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.recall import told_as_json, told_as_text
from commonplace.errors import BadInput
from commonplace.flows.change import correct, forget, narrow
from commonplace.flows.recall import recall
from commonplace.flows.view import View

_LOOKED_AT = 50


@command("last", "commonplace last --wrong 1 --only-when 'in staging'")
@option("--wrong", type=click.IntRange(1), metavar="N", default=None)
@option("--forget", "wants_forget", is_flag=True)
@option("--correct", "correction", metavar="TEXT", default="")
@option("--only-when", "condition", metavar="TEXT", default="")
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    wrong: int | None,
    wants_forget: bool,
    correction: str,
    condition: str,
    yes: bool,
    dry_run: bool,
) -> int:
    """Show what was injected last and why, or set right what was wrong in it."""
    how = wish(yes=yes, dry_run=dry_run)
    books = asked_books(desk)
    last = last_injection(books)
    chosen = [wants_forget, bool(correction), bool(condition)]
    if sum(chosen) > 1 or (any(chosen) and wrong is None):
        raise BadInput("one-remedy")
    if last is None:
        desk.show(desk.text("last.empty"), None)
        return 0
    if wrong is None:
        _show(desk, last, books)
        return 0
    told = _line(last, wrong)
    if not any(chosen):
        _offer(desk, _line(cleaned(last), wrong), wrong)
        return 0
    book = _book_of(told, books)
    view = desk.view(book)
    return settle(desk, book, _remedy(told, correction, condition, last, view), how)


def _remedy(
    told: ToldLine, correction: str, condition: str, last: LastInjection, view: View
) -> Proposal:
    if correction:
        return correct(told.memory, told.line, correction, view)
    if condition:
        return narrow(told.memory, condition, view)
    return forget([told.memory], f"wrong when told for: {last.prompt[:80]}", view)


def _line(last: LastInjection, number: int) -> ToldLine:
    if number > len(last.lines):
        raise BadInput("no-such-line", number=number, count=len(last.lines))
    return last.lines[number - 1]


def _book_of(told: ToldLine, books: Sequence[Book]) -> Book:
    wanted = told.book == "personal"
    return next((book for book in books if book.is_personal is wanted), books[0])


def _show(desk: Desk, last: LastInjection, books: Sequence[Book]) -> None:
    whys = _whys(last, books)
    shown = cleaned(last)
    desk.show(told_as_text(shown, whys, desk.language), told_as_json(shown, whys))


def _whys(last: LastInjection, books: Sequence[Book]) -> dict[str, tuple[Reason, ...]]:
    """Return why each memory would come today; the index may know more than it did then."""
    query = Query(text=essence(last.prompt), most=_LOOKED_AT)
    answer = recall(query, [searched(book) for book in books])
    return {each.hit.memory: each.hit.reasons for each in answer.found}


def _offer(desk: Desk, told: ToldLine, number: int) -> None:
    choices = ["--forget", "--correct TEXT", "--only-when TEXT"]
    text = desk.text("last.choices", id=told.memory, line=told.line, number=number)
    desk.show(text, {"id": told.memory, "line": told.line, "choices": list(choices)})

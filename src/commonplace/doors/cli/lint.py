"""`commonplace lint`: what is wrong with what a book says, and mending it issue by issue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import click

from commonplace.app.books import Book
from commonplace.app.upkeep import linted, log_lint, mending
from commonplace.core.answers import chosen
from commonplace.core.lint import Issue
from commonplace.core.memory import Memory
from commonplace.core.ports import Question
from commonplace.doors.cli.consent import Wish, consent_options, settle, tell_kept_beside, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import is_asked, terminal_of
from commonplace.doors.render.common import Json
from commonplace.doors.render.lint import issue_as_line, linted_as_json, linted_as_text
from commonplace.errors import BadInput
from commonplace.flows.check import fix
from commonplace.flows.lint import (
    ARCHIVE,
    DELETE,
    KEEP,
    UPDATE,
    Fix,
    Linted,
    Mending,
    can_keep,
    count_fixed,
    fixes_of,
    is_regenerated,
)
from commonplace.flows.view import View

SKIP = "skip"


@command("lint", "commonplace lint --fix")
@option("--fix", "asks_fixes", is_flag=True)
@option("--select", "issue_numbers", metavar="NUMBERS", default="")
@option("--keep", "kept_pairs", metavar="NUMBERS", default="")
@option("--stale", "stale_choice", type=click.Choice([UPDATE, ARCHIVE, DELETE]), default=None)
@option("--many", is_flag=True)
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    asks_fixes: bool,
    issue_numbers: str,
    kept_pairs: str,
    stale_choice: str | None,
    many: bool,
    yes: bool,
    dry_run: bool,
) -> int:
    """Check what the book says; exit with 1 while something critical is wrong."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    with desk.progress("progress.checking"):
        view = book.view(desk.clock())
        found = linted(book, view)
    is_mending = asks_fixes or bool(issue_numbers or kept_pairs)
    if not (desk.wants_json and is_mending):
        shown = linted_as_text(found, _places(view), desk.language)
        desk.show_long(shown, linted_as_json(found, _places(view)))
    desk.tell_unread(view)
    wanted: tuple[Fix, ...] = ()
    if is_mending or (is_asked(desk, yes=yes) and not desk.wants_json):
        asks = is_asked(desk, yes=yes)
        wanted = _kept(found, kept_pairs)
        if not kept_pairs or asks_fixes or issue_numbers:
            more = _wanted(desk, view, found, issue_numbers, stale=stale_choice, asks=asks)
            wanted += tuple(fix for fix in more if Fix(fix.issue, KEEP) not in wanted)
    code = _mend(desk, book, view, wanted, how, many=many) if is_mending or wanted else 0
    if dry_run:
        return code or int(found.critical > 0)
    after = linted(book, book.view(desk.clock())) if wanted else found
    desk.warn("notice.lint-unlogged", log_lint(book, found, count_fixed(wanted, after.issues)))
    tell_kept_beside(desk, book)
    return code or int(after.critical > 0)


def _places(view: View) -> Callable[[Memory], str]:
    """Return how to tell where a memory of `view` stands."""
    return lambda memory: view.path(memory.id)


def _kept(found: Linted, numbers: str) -> tuple[Fix, ...]:
    """Return the pairs that somebody decided to keep; an issue that is about none is refused."""
    if not numbers:
        return ()
    meant = [found.issues[place] for place in chosen(numbers, [i.name for i in found.issues])]
    for issue in meant:
        if not can_keep(issue):
            raise BadInput("no-pair", number=found.issues.index(issue) + 1, check=issue.name)
    return tuple(Fix(issue, KEEP) for issue in meant)


def _wanted(
    desk: Desk, view: View, found: Linted, numbers: str, *, stale: str | None, asks: bool
) -> tuple[Fix, ...]:
    """Return what should be fixed, and how: told in advance, or asked issue by issue."""
    mendable = [issue for issue in found.issues if fixes_of(issue)]
    if not mendable:
        return ()
    if numbers:
        meant = [found.issues[place] for place in chosen(numbers, [i.name for i in found.issues])]
        mendable = [issue for issue in meant if fixes_of(issue)]
    elif asks:
        mendable = _asked(desk, view, mendable)
    fixes = (_chosen(desk, view, issue, stale, asks=asks) for issue in mendable)
    return tuple(each for each in fixes if each is not None)


def _asked(desk: Desk, view: View, mendable: Sequence[Issue]) -> list[Issue]:
    lines = [issue_as_line(issue, _places(view), desk.language) for issue in mendable]
    for number, line in enumerate(lines, 1):
        desk.echo(f"{number}. {line}", err=True)
    question = Question(text=desk.text("lint.which"), is_open=True)
    said = terminal_of(desk).ask(question) or "none"
    return [mendable[place] for place in chosen(said, lines)]


def _chosen(desk: Desk, view: View, issue: Issue, stale: str | None, *, asks: bool) -> Fix | None:
    """Return the fix for `issue`; where there are several, the one that was told or is asked for."""
    choices = fixes_of(issue)
    if len(choices) == 1:
        return Fix(issue, choices[0])
    if stale:
        return Fix(issue, stale)
    if not asks:
        return None
    line = issue_as_line(issue, _places(view), desk.language)
    question = Question(
        text=f"{line}\n{desk.text('lint.how')}", choices=(*choices, SKIP), default=SKIP
    )
    answer = terminal_of(desk).ask(question)
    return None if answer in (None, SKIP) else Fix(issue, str(answer))


def _mend(
    desk: Desk, book: Book, view: View, wanted: Sequence[Fix], how: Wish, *, many: bool
) -> int:
    """Regenerate what is derived, and bring the rest to its end as one proposal."""
    if any(map(is_regenerated, wanted)) and not how.dry_run:
        count = fix(book.layout, book.store, view.today)
        desk.echo(desk.text("lint.regenerated", count=count), err=True)
    changing = [each for each in wanted if not is_regenerated(each)]
    if not changing:
        desk.show(desk.text("lint.nothing-fixed") if not wanted else "", {"result": "nothing"})
        return 0
    found = mending(changing, view, who=desk.who, many=many)
    for pair in found.left:
        ids = f"{pair.one.id} + {pair.other.id}"
        desk.notice("notice.disputed", ids=ids, question=pair.question)
    if not (found.proposal.changes or found.proposal.kept_pairs):
        desk.show(desk.text("lint.nothing-fixed"), {"result": "nothing", "left": _left(found)})
        return 0
    # Whatever agents may save by themselves: that two memories both hold is a person's word.
    must_ask = bool(desk.agent and found.proposal.kept_pairs)
    how = replace(how, must_ask=must_ask, beside=lambda _: {"left": _left(found)})
    return settle(desk, book, found.proposal, how)


def _left(found: Mending) -> list[Json]:
    return [{"ids": [pair.one.id, pair.other.id], "question": pair.question} for pair in found.left]

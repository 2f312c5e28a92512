"""`commonplace recall`, or `search`: what the books know about a text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import click

from commonplace.app.books import Book, layout_named
from commonplace.app.recall import count_found, injection, searched, unmatched_filters, why_nothing
from commonplace.core.memory import Status
from commonplace.core.names import check_topic
from commonplace.core.presets import PRESETS
from commonplace.core.search import APPROVED, HELD, LIVING, MOST_HITS, Query
from commonplace.doors.cli.context import Desk, asked_books
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import visible
from commonplace.doors.render.recall import injection_as_json, recalled_as_json, recalled_as_text
from commonplace.errors import BadInput
from commonplace.flows.recall import NOTHING_RELEVANT, Searched, recall

KNOWN_SHOWN = 20


@command("recall", "commonplace recall which port does staging use -k 3 --explain")
@click.argument("words", metavar="TEXT", nargs=-1)
@option("--most", "-k", type=click.IntRange(1, 100), default=MOST_HITS)
@option("--topic", "only_topic", metavar="PATH", default="")
@option("--kind", "only_kind", metavar="NAME", default="")
@option("--tag", metavar="NAME", default="")
@option("--layout", "only_layout", metavar="NAME", default="")
@option("--trust", "only_trust", type=click.Choice(["approved", "quarantined"]), default=None)
@option("--since", metavar="DATE", default="")
@option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", default=None)
@option("--all", "wants_unapproved", is_flag=True)
@option("--explain", "explains", is_flag=True)
@option("--inject", "wants_block", is_flag=True)
@option("--preset", type=click.Choice(list(PRESETS)), default=None)
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    words: tuple[str, ...],
    most: int,
    only_topic: str,
    only_kind: str,
    tag: str,
    only_layout: str,
    only_trust: str | None,
    since: str,
    budget_tokens: int | None,
    wants_unapproved: bool,
    explains: bool,
    wants_block: bool,
    preset: str | None,
) -> None:
    """Show what is known about TEXT, best first, each marked by what a hook would do with it."""
    text = " ".join(words)
    if not text.strip():
        raise BadInput("no-question")
    if wants_block or preset:
        _inject(desk, text, preset)
        return
    query = Query(
        text=text,
        most=most,
        topic=check_topic(only_topic) if only_topic else "",
        kind=only_kind,
        tag=tag,
        since=_day(since),
        statuses=_statuses(only_trust, wants_unapproved=wants_unapproved),
    )
    if only_layout:
        layout_named(only_layout)
    books = [book for book in asked_books(desk) if only_layout in ("", book.layout.name)]
    with desk.progress("progress.searching"):
        sources = [searched(book, desk.settings) for book in books]
        answer = recall(query, sources, speak=desk.settings.speak, budget_tokens=budget_tokens)
    desk.show_long(
        recalled_as_text(answer, desk.language, explains=explains), recalled_as_json(answer)
    )
    if not desk.is_terminal:  # a person at a terminal looks a memory over, which is no use of it
        count_found(answer.found, books, desk.session, desk.clock())
    if answer.outcome == NOTHING_RELEVANT:
        _tell_next(desk, query, books, sources)


def _tell_next(
    desk: Desk, query: Query, books: Sequence[Book], sources: Sequence[Searched]
) -> None:
    """Say why nothing was found, as far as that can be known, and what to do next."""
    unknown = list(unmatched_filters(query, books))
    for name, value, known in unknown:
        names = ", ".join(known[:KNOWN_SHOWN]) or desk.text("recall.unmet-none")
        desk.notice(f"recall.unmet-{name}", value=visible(value), known=visible(names))
    if not unknown and not desk.wants_json:
        desk.notice(f"recall.nothing-{why_nothing(query, sources)}")


def _statuses(only_trust: str | None, *, wants_unapproved: bool) -> frozenset[Status]:
    """Return how a memory may stand that answers: as was asked for, or with `--all` however it stands."""
    match only_trust:
        case "approved":
            return APPROVED
        case "quarantined":
            return HELD
        case _:
            return LIVING if wants_unapproved else APPROVED


def _inject(desk: Desk, text: str, preset: str | None) -> None:
    """Print what an agent would be handed, and count nothing."""
    books = asked_books(desk)
    given = injection(text, books, preset or desk.settings.injection, desk.settings)
    desk.show(given.text, injection_as_json(given), is_fenced=True)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as cause:
        raise BadInput("not-a-date", text=text) from cause

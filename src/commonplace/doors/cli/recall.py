"""`commonplace recall`: what the books know about a text, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import click

from commonplace.app.books import Book, layout_named
from commonplace.app.indexing import searched
from commonplace.app.injecting import injection
from commonplace.app.unmet import unmet
from commonplace.core.memory import Status
from commonplace.core.names import check_topic
from commonplace.core.presets import PRESETS
from commonplace.core.search import APPROVED, HELD, LIVING, MOST_HITS, Query
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.doors.cli.asked_books import asked_books
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, option
from commonplace.doors.recalled import injection_as_json, recalled_as_json, recalled_as_text
from commonplace.doors.render import visible
from commonplace.errors import BadInput
from commonplace.flows.recall import recall

KNOWN_SHOWN = 20


@command("recall", "commonplace recall 'which port does staging use' -k 3 --explain")
@click.argument("text", metavar="TEXT")
@option("--most", "-k", type=click.IntRange(1, 100), default=MOST_HITS)
@option("--topic", "only_topic", metavar="PATH", default="")
@option("--kind", "only_kind", metavar="NAME", default="")
@option("--tag", metavar="NAME", default="")
@option("--layout", "only_layout", metavar="NAME", default="")
@option("--trust", "only_trust", type=click.Choice(["approved", "quarantined"]), default=None)
@option("--since", metavar="DATE", default="")
@option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", default=None)
@option("--all", "lowers_bar", is_flag=True)
@option("--explain", "explains", is_flag=True)
@option("--inject", "wants_block", is_flag=True)
@option("--preset", type=click.Choice(list(PRESETS)), default=None)
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    text: str,
    most: int,
    only_topic: str,
    only_kind: str,
    tag: str,
    only_layout: str,
    only_trust: str | None,
    since: str,
    budget_tokens: int | None,
    lowers_bar: bool,
    explains: bool,
    wants_block: bool,
    preset: str | None,
) -> None:
    """Show the memories that answer TEXT, best first; nothing when nothing is relevant."""
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
        statuses=_statuses(only_trust, lowers_bar=lowers_bar),
    )
    if only_layout:
        layout_named(only_layout)
    books = [book for book in asked_books(desk) if only_layout in ("", book.layout.name)]
    threshold = 0.0 if lowers_bar else GATE_THRESHOLD
    answer = recall(
        query,
        [searched(book, desk.settings) for book in books],
        threshold=threshold,
        budget_tokens=budget_tokens,
    )
    if not answer.found:
        _tell_unmet(desk, query, books)
    text = recalled_as_text(answer, desk.language, explains=explains)
    desk.show(text, recalled_as_json(answer))
    if answer.has_unsure and not (lowers_bar or desk.wants_json):
        desk.notice("recall.unsure")


def _statuses(only_trust: str | None, *, lowers_bar: bool) -> frozenset[Status]:
    """Return how a memory may stand that answers: as was asked for, or with `--all` however it stands."""
    match only_trust:
        case "approved":
            return APPROVED
        case "quarantined":
            return HELD
        case _:
            return LIVING if lowers_bar else APPROVED


def _tell_unmet(desk: Desk, query: Query, books: Sequence[Book]) -> None:
    for name, value, known in unmet(query, books):
        names = ", ".join(known[:KNOWN_SHOWN]) or desk.text("recall.unmet-none")
        desk.notice(f"recall.unmet-{name}", value=visible(value), known=visible(names))


def _inject(desk: Desk, text: str, preset: str | None) -> None:
    """Print what an agent would be handed, and count nothing."""
    books = asked_books(desk)
    given = injection(text, books, preset or desk.settings.injection, desk.settings)
    desk.show(given.text, injection_as_json(given))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as cause:
        raise BadInput("not-a-date", text=text) from cause

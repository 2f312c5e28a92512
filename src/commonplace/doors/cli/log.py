"""`commonplace log`: what was written, by whom, and through which channel."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from heapq import merge
from itertools import islice

import click

from commonplace.app.books import Book
from commonplace.app.provenance import arrivals_told
from commonplace.doors.cli.context import VIA, Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import (
    Json,
    arrived_as_json,
    arrived_as_text,
    file_difference,
    receipt_as_json,
    receipt_as_text,
)
from commonplace.drawers.drawer import Drawer, drawer_named
from commonplace.flows.undo import standing

MOST_SHOWN = 20


@command("log", "commonplace log --who ada -n 5")
@click.argument("receipt_id", metavar="[RECEIPT]", required=False, default="")
@option("--who", metavar="[NAME]", is_flag=False, flag_value="", default="")
@option("--number", "-n", "most", type=click.IntRange(min=1), default=MOST_SHOWN)
@option("--drawer", metavar="NAME", default="")
@click.pass_obj
def command_line(desk: Desk, receipt_id: str, who: str, most: int, drawer: str) -> None:
    """List receipts and arrivals, newest first, or show what RECEIPT changed."""
    written = drawer_named(drawer) if drawer else desk.open()
    if receipt_id:
        _show_one(desk, written, receipt_id)
    else:
        _show_all(desk, written, who, most)


def _show_all(desk: Desk, book: Book | Drawer, who: str, most: int) -> None:
    shown = list(islice(_entries(desk, book, who), most))
    rows: list[Json] = [row for _, row, _ in shown]
    lines = [line for _, _, line in shown]
    nothing = desk.text("log.nothing-by", who=who) if who else desk.text("log.empty")
    desk.show_long("\n".join(lines) or nothing, rows)


def _entries(
    desk: Desk, book: Book | Drawer, who: str
) -> Iterator[tuple[datetime, dict[str, Json], str]]:
    """Yield what was written and what arrived without us, the newest first."""
    written = (
        (r.at, receipt_as_json(r, stands=stands), receipt_as_text(r, desk.language, stands=stands))
        for r, stands in standing(book.store.receipts())
        if _is_by(r.who, who)
    )
    arrived = (
        (each.at, arrived_as_json(each), arrived_as_text(each, desk.language))
        for each in (arrivals_told(book) if isinstance(book, Book) else ())
        if _is_by(each.who, who)
    )
    return merge(written, arrived, key=lambda entry: entry[0], reverse=True)


def _is_by(name: str, who: str) -> bool:
    """Say whether `who` is the name on a receipt: the person's, or that of the agent that acted for them."""
    return who in ("", name, *name.split(VIA))


def _show_one(desk: Desk, book: Book | Drawer, receipt_id: str) -> None:
    receipt = book.receipt(receipt_id)
    stands = next(stands for r, stands in standing(book.store.receipts()) if r.id == receipt.id)
    differences = [file_difference(i.path, i.before, i.after) for i in receipt.images]
    rows: list[Json] = list(differences)
    desk.show_long(
        "\n".join([receipt_as_text(receipt, desk.language, stands=stands), *differences]),
        {**receipt_as_json(receipt, stands=stands), "diffs": rows},
    )

"""`commonplace log`: what was written, by whom, and through which channel."""

from __future__ import annotations

from itertools import islice

import click

from commonplace.app.books import Book
from commonplace.app.drawers import Drawer, drawer_named
from commonplace.doors.cli.desk import VIA, Desk
from commonplace.doors.cli.spoken import command, option
from commonplace.doors.render import Json, file_difference, receipt_as_json, receipt_as_text
from commonplace.flows.undo import standing

MOST_SHOWN = 20


@command("log", "commonplace log --who ada -n 5")
@click.argument("receipt_id", metavar="[RECEIPT]", required=False, default="")
@option("--who", metavar="[NAME]", is_flag=False, flag_value="", default="")
@option("--number", "-n", "most", type=click.IntRange(min=1), default=MOST_SHOWN)
@option("--drawer", metavar="NAME", default="")
@click.pass_obj
def command_line(desk: Desk, receipt_id: str, who: str, most: int, drawer: str) -> None:
    """List receipts, newest first, or show what RECEIPT changed."""
    written = drawer_named(drawer) if drawer else desk.open()
    if receipt_id:
        _show_one(desk, written, receipt_id)
    else:
        _show_all(desk, written, who, most)


def _show_all(desk: Desk, book: Book | Drawer, who: str, most: int) -> None:
    written = ((r, stands) for r, stands in standing(book.store.receipts()) if _is_by(r.who, who))
    shown = list(islice(written, most))
    rows: list[Json] = [receipt_as_json(r, stands=stands) for r, stands in shown]
    lines = [receipt_as_text(r, desk.language, stands=stands) for r, stands in shown]
    nothing = desk.text("log.nothing-by", who=who) if who else desk.text("log.empty")
    desk.show("\n".join(lines) or nothing, rows)


def _is_by(name: str, who: str) -> bool:
    """Say whether `who` is the name on a receipt: the person's, or that of the agent that acted for them."""
    return who in ("", name, *name.split(VIA))


def _show_one(desk: Desk, book: Book | Drawer, receipt_id: str) -> None:
    receipt = book.receipt(receipt_id)
    stands = next(stands for r, stands in standing(book.store.receipts()) if r.id == receipt.id)
    differences = [file_difference(i.path, i.before, i.after) for i in receipt.images]
    rows: list[Json] = list(differences)
    desk.show(
        "\n".join([receipt_as_text(receipt, desk.language, stands=stands), *differences]),
        {**receipt_as_json(receipt, stands=stands), "diffs": rows},
    )

"""`commonplace undo`: bring back the bytes from before a commit.

It does not ask. The text it brings back was approved when it was written, and an undo can be undone.
"""

from __future__ import annotations

from dataclasses import replace

import click

from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, file_difference, receipt_as_json
from commonplace.drawers.drawer import drawer_named
from commonplace.flows.undo import last_undoable, undo


@command("undo", "commonplace undo")
@click.argument("receipt_id", metavar="[RECEIPT]", required=False, default="")
@option("--drawer", metavar="NAME", default="")
@consent_options
@click.pass_obj
def command_line(desk: Desk, receipt_id: str, drawer: str, yes: bool, dry_run: bool) -> int:  # noqa: ARG001 - `--yes` is taken everywhere
    """Undo the commit RECEIPT, the newest that still holds when none is named."""
    if drawer:
        return _undo_in_drawer(desk, drawer, receipt_id, dry_run=dry_run)
    how = wish(yes=True, dry_run=dry_run)
    book = desk.open()
    receipt = book.receipt(receipt_id) if receipt_id else last_undoable(book.store.receipts())
    proposal = undo(receipt, book.view(desk.clock()), book.store)
    return settle(desk, book, proposal, replace(how, what=receipt.action))


def _undo_in_drawer(desk: Desk, name: str, receipt_id: str, *, dry_run: bool) -> int:
    drawer = drawer_named(name)
    if dry_run:
        receipt = drawer.receipt(receipt_id) if receipt_id else last_undoable(drawer.receipts())
        differences = [file_difference(i.path, i.after, i.before) for i in receipt.images]
        diffs: list[Json] = list(differences)
        told = "\n".join([*differences, desk.text("notice.dry-run")])
        desk.show(told, {"result": "dry-run", "diffs": diffs})
        return 0
    done = drawer.undo(receipt_id)
    ids = ", ".join(image.path for image in done.images)
    value: dict[str, Json] = {"result": done.outcome.value, "receipt": receipt_as_json(done)}
    desk.show(desk.text("done.undo", ids=ids, receipt=done.id), value)
    return 0

"""`commonplace undo`: bring back the bytes from before a commit.

It does not ask. The text it brings back was approved when it was written, and an undo can be undone.
"""

from __future__ import annotations

import click

from commonplace.doors.cli.consent import consent_options, settle, wish
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command
from commonplace.flows.undo import last_undoable, undo


@command("undo", "commonplace undo")
@click.argument("receipt_id", metavar="[RECEIPT]", required=False, default="")
@consent_options
@click.pass_obj
def command_line(desk: Desk, receipt_id: str, yes: bool, dry_run: bool) -> int:  # noqa: ARG001 - `--yes` is taken everywhere
    """Undo the commit RECEIPT, the newest that still holds when none is named."""
    how = wish(yes=True, dry_run=dry_run)
    book = desk.open()
    receipt = book.receipt(receipt_id) if receipt_id else last_undoable(book.store.receipts())
    return settle(desk, book, undo(receipt, book.view(desk.clock()), book.store), how)

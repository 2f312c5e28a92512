"""`commonplace forget`: bury memories, which stay on disk; or let go of old receipts, or of what is kept about sessions.

`commonplace restore`: let a buried memory live again.

`commonplace undo`: bring back the bytes from before a commit.

It does not ask. The text it brings back was approved when it was written, and an undo can be undone.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.app.recall import count_kept, forget_sessions
from commonplace.core.changes import KeptReceipt
from commonplace.core.health import size_as_text
from commonplace.core.ports import Question
from commonplace.core.values import replace
from commonplace.doors.cli.consent import Wish, consent_options, settle, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.cli.questions import YES, asker_for
from commonplace.doors.render.common import Json, file_difference, receipt_as_json
from commonplace.drawers.drawer import drawer_named
from commonplace.errors import LeftPending
from commonplace.flows.change import forget, restore
from commonplace.flows.undo import last_undoable, past_undo, undo


@command("forget", "commonplace forget MEM-deploys-need-the --reason 'the VPN is gone'")
@click.argument("memory_ids", metavar="ID...", nargs=-1)
@option("--reason", metavar="TEXT", default="forgotten")
@option("--many", is_flag=True)
@option("--sessions", "sessions", is_flag=True)
@option("--receipts", "receipts", is_flag=True)
@option("--drawer", metavar="NAME", default="")
@consent_options
@click.pass_obj
def command_line(
    desk: Desk,
    *,
    memory_ids: tuple[str, ...],
    reason: str,
    many: bool,
    sessions: bool,
    receipts: bool,
    drawer: str,
    yes: bool,
    dry_run: bool,
) -> int:
    """Bury each memory ID: kept on disk, recalled no more."""
    if sum((bool(memory_ids), sessions, receipts)) != 1 or (drawer and not receipts):
        raise click.UsageError(desk.text("usage.forget"))
    how = wish(yes=yes, dry_run=dry_run)
    if sessions:
        return _forget_sessions(desk, how)
    if receipts:
        return _forget_receipts(desk, drawer, how)
    book = desk.open()
    view = desk.view(book)
    return settle(desk, book, forget(memory_ids, reason, view, many=many, who=desk.who), how)


def _forget_sessions(desk: Desk, how: Wish) -> int:
    """Let go of what is kept about the sessions of every book, once somebody agrees; no undo."""
    count = count_kept()
    value: dict[str, Json] = {"files": count}
    if _is_agreed(desk, desk.text("ask.forget-sessions", count=count), value, how, "sessions"):
        forget_sessions()
        desk.show(desk.text("done.forget-sessions"), {"result": "committed", **value})
    return 0


def _forget_receipts(desk: Desk, drawer: str, how: Wish) -> int:
    """Let go of the receipts that are older than `undo_days`, once somebody agrees; no undo."""
    store = drawer_named(drawer).store if drawer else desk.open().store
    days = desk.settings.undo_days
    old = past_undo(store.kept_receipts(), store.receipts(), desk.clock(), days)
    if not old:
        desk.show(desk.text("notice.no-old-receipts", days=days), {"result": "nothing"})
        return 0
    question = desk.text(
        "ask.forget-receipts",
        count=len(old),
        size=size_as_text(_size(old)),
        first=old[-1].at.date(),
        last=old[0].at.date(),
    )
    value: dict[str, Json] = {"receipts": [each.id for each in old], "bytes": _size(old)}
    if _is_agreed(desk, question, value, how, "receipts"):
        with store.locked():
            gone = store.drop_receipts([each.id for each in old])
        told = [each for each in old if each.id in gone]
        desk.show(
            desk.text("done.forget-receipts", count=len(told), days=days),
            {"result": "committed", "receipts": list(gone), "bytes": _size(told)},
        )
    return 0


def _size(kept: Sequence[KeptReceipt]) -> int:
    return sum(each.size for each in kept)


def _is_agreed(desk: Desk, question: str, value: dict[str, Json], how: Wish, what: str) -> bool:
    """Ask before something is removed that no receipt brings back; say so when it stays."""
    if how.dry_run:
        desk.show(f"{question}\n{desk.text('notice.dry-run')}", {"result": "dry-run", **value})
        return False
    answer = asker_for(desk, yes=how.yes).ask(Question(text=question))
    if answer is None:
        raise LeftPending(f"{what}-unapproved")
    if answer != YES:
        desk.show(desk.text("notice.declined"), {"result": "declined"})
    return answer == YES


@command("restore", "commonplace restore MEM-deploys-need-the")
@click.argument("memory_id", metavar="ID")
@consent_options
@click.pass_obj
def restore_line(desk: Desk, memory_id: str, yes: bool, dry_run: bool) -> int:
    """Restore the buried memory ID."""
    how = wish(yes=yes, dry_run=dry_run)
    book = desk.open()
    return settle(desk, book, restore(memory_id, desk.view(book)), how)


@command("undo", "commonplace undo")
@click.argument("receipt_id", metavar="[RECEIPT]", required=False, default="")
@option("--drawer", metavar="NAME", default="")
@consent_options
@click.pass_obj
def undo_line(desk: Desk, receipt_id: str, drawer: str, yes: bool, dry_run: bool) -> int:  # noqa: ARG001 - `--yes` is taken everywhere
    """Undo the commit RECEIPT, the newest that still holds when none is named."""
    if drawer:
        return _undo_in_drawer(desk, drawer, receipt_id, dry_run=dry_run)
    how = wish(yes=True, dry_run=dry_run)
    book = desk.open()
    receipt = book.receipt(receipt_id) if receipt_id else last_undoable(book.store.receipts())
    proposal = undo(receipt, desk.view(book), book.store)
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

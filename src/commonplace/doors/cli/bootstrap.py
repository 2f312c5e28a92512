"""`commonplace bootstrap`: the profile as an agent reads it before its first turn."""

from __future__ import annotations

import click

from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command
from commonplace.errors import NoBook
from commonplace.flows.session_block import INDEX_LINES, Bootstrap, bootstrap


@command("bootstrap", "commonplace bootstrap")
@click.pass_obj
def command_line(desk: Desk) -> None:
    """Print soul, user, rules and index; what is missing is named on standard error."""
    block = _block(desk)
    for path in block.skipped:
        desk.notice("notice.bootstrap-skipped", path=path)
    for path in block.cut:
        desk.notice("notice.bootstrap-cut", path=path, lines=INDEX_LINES)
    desk.show(
        block.text,
        {"text": block.text, "skipped": list(block.skipped), "cut": list(block.cut)},
        is_fenced=True,
    )


def _block(desk: Desk) -> Bootstrap:
    """Return the block of the profile here; where there is no book it is empty, as an agent expects."""
    try:
        book = desk.open()
    except NoBook:
        if desk.book_named or desk.wants_personal:
            raise
        desk.notice("notice.bootstrap-none")
        return Bootstrap(text="")
    book.check_profile()
    return bootstrap(book.layout, book.store)

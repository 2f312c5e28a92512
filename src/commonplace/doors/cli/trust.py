"""`commonplace trust`: let a book that came from elsewhere be injected.

A book that came with a clone is somebody else's text in your agent's context: it can be searched and
read, but no hook hands it over before you have said so once.
"""

from __future__ import annotations

import click

from commonplace.app.arrivals import accept_author
from commonplace.app.books import Book
from commonplace.app.recall import refresh
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.init import tell_holdings
from commonplace.doors.cli.localized_click import command, option


@command("trust", "commonplace trust")
@option("--revoke", "revokes", is_flag=True)
@option("--strict/--no-strict", "strict", default=None)
@option("--author", metavar="ADDRESS", default="")
@click.pass_obj
def command_line(desk: Desk, *, revokes: bool, strict: bool | None, author: str) -> None:
    """Trust the book found here, or trust it no longer."""
    book = desk.open()
    if author:
        _accept_author(desk, book, author, wanted=not revokes)
        return
    if strict is not None:
        _be_strict(desk, book, strict=strict)
        return
    if not revokes:
        desk.require_person()
        if not book.is_trusted:
            tell_holdings(desk, book, book.reading().memories)
    is_new = book.distrust() if revokes else book.trust(desk.who, desk.clock())
    key = ("done.distrust" if is_new else "done.not-trusted") if revokes else "done.trust"
    desk.show(
        desk.text(key, path=book.root),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )


def _accept_author(desk: Desk, book: Book, author: str, *, wanted: bool) -> None:
    """Accept the commits of an author from now on, or no longer; an address is easily forged, and that is told."""
    if wanted:
        desk.require_person()
    is_new = accept_author(str(book.root), author, wanted=wanted)
    desk.show(
        desk.text("done.author" if wanted else "done.no-author", author=author),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )


def _be_strict(desk: Desk, book: Book, *, strict: bool) -> None:
    """Hold what arrives from now on, or nothing any more; either way the index is read anew."""
    desk.require_person()
    is_new = book.be_strict(desk.who, desk.clock(), strict=strict)
    refresh(book, list(book.snapshot().files))
    desk.show(
        desk.text("done.strict" if strict else "done.not-strict", path=book.root),
        {"result": "committed" if is_new else "unchanged", "root": str(book.root)},
    )

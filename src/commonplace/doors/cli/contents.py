"""`commonplace contents`: what an agent is told of the books here when a session begins."""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.app.recall import SessionBlock, joined, room_for, session_blocks
from commonplace.core.injection import count_tokens
from commonplace.doors.cli.context import Desk, asked_books
from commonplace.doors.cli.localized_click import command
from commonplace.doors.render.common import Json


@command("contents", "commonplace contents")
@click.pass_obj
def command_line(desk: Desk) -> None:
    """Print the session block as an agent reads it, and on standard error what it costs."""
    books = asked_books(desk)
    chosen = desk.settings
    blocks = session_blocks(books, chosen.injection, room_for(chosen), desk.clock().date())
    text = joined(blocks)
    for book in books:
        if not book.is_trusted:
            desk.notice("notice.contents-untrusted", path=book.root)
    if text and any(each.memories for each in blocks):
        _tell_cost(desk, blocks, count_tokens(text))
    desk.show(text or desk.text("contents.empty"), _as_json(desk, blocks, text), is_fenced=True)


def _tell_cost(desk: Desk, blocks: Sequence[SessionBlock], tokens: int) -> None:
    desk.notice(
        "notice.contents-cost",
        listed=sum(each.listed for each in blocks),
        memories=sum(each.memories for each in blocks),
        whole=sum(len(each.whole) for each in blocks),
        tokens=tokens,
        budget=desk.settings.contents_tokens,
    )


def _as_json(desk: Desk, blocks: Sequence[SessionBlock], text: str) -> Json:
    return {
        "text": text,
        "tokens": count_tokens(text) if text else 0,
        "contents_tokens": desk.settings.contents_tokens,
        "injection": desk.settings.injection,
        "books": [
            {
                "book": "personal" if each.book.is_personal else "project",
                "memories": each.memories,
                "listed": each.listed,
                "whole": [entry.id for entry in each.whole],
            }
            for each in blocks
        ],
    }

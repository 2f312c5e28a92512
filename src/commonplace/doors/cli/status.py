"""`commonplace status`: how things are, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

import click

from commonplace import __version__
from commonplace.app.books import open_personal_book
from commonplace.doctor.summary import (
    BookSummary,
    HostSummary,
    IndexSummary,
    hosts_here,
    summary_of,
)
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command
from commonplace.doors.render.common import Json, columns_of, padded, visible
from commonplace.errors import NoBook
from commonplace.installation.wires import Surroundings
from commonplace.messages import say

Row = tuple[str, str]
"""The name of a line, as the table of messages has it, and its text."""


@command("status", "commonplace status")
@click.pass_obj
def command_line(desk: Desk) -> None:
    """Show the book at hand, its index, what waits, what is wired, and the last session."""
    with desk.progress("progress.reading"):
        book = _project(desk)
        personal = None if desk.wants_personal or desk.book_named else _personal(desk)
        hosts = hosts_here(Surroundings(environ=desk.environ, project=desk.folder))
    at_hand = book or personal
    rows = [
        ("book", _told_book(desk, book)),
        ("personal", _told_personal(desk, personal)),
        *(_rows(desk, at_hand) if at_hand else ()),
        ("hosts", _told_hosts(desk, hosts)),
    ]
    value: dict[str, Json] = {
        "version": __version__,
        "book": _as_json(book),
        "personal": _as_json(personal),
        "hosts": [
            {"name": each.name, "title": each.title, "wired": list(each.scopes)} for each in hosts
        ],
    }
    shown = [row for row in rows if row[0] != "personal" or not desk.wants_personal]
    desk.show(_table(shown, desk.language), value)


def _project(desk: Desk) -> BookSummary | None:
    """Return the book that was named or is at hand; one that was asked for and is not there is an error."""
    try:
        return summary_of(desk.open(), desk.settings, desk.clock())
    except NoBook:
        if desk.book_named or desk.wants_personal:
            raise
        return None


def _personal(desk: Desk) -> BookSummary | None:
    with suppress(NoBook):
        return summary_of(open_personal_book(desk.settings), desk.settings, desk.clock())
    return None


def _told_book(desk: Desk, found: BookSummary | None) -> str:
    if found is None:
        return desk.text("status.no-book", path=visible(str(desk.folder)))
    return _book_line(desk, found)


def _told_personal(desk: Desk, found: BookSummary | None) -> str:
    return desk.text("status.no-personal") if found is None else _book_line(desk, found)


def _book_line(desk: Desk, found: BookSummary) -> str:
    book = found.book
    trusted = "trusted" if book.is_trusted else "untrusted"
    return desk.text(
        f"status.{trusted}",
        layout=book.layout.name,
        path=visible(str(book.root)),
        memories=found.memories,
    )


def _rows(desk: Desk, found: BookSummary) -> Iterator[Row]:
    """Yield the lines about the book at hand: the project's, or else the personal one."""
    yield "engine", _told_index(desk, found.index)
    waits = found.proposals or found.quarantined
    yield (
        "waiting",
        desk.text(
            "status.waiting" if waits else "status.nothing-waits",
            proposals=found.proposals,
            quarantined=found.quarantined,
            arrivals=found.arrivals,
        ),
    )
    if last := found.last_receipt:
        when = _local(last.at.isoformat())
        what = f"{last.action} {', '.join(last.memories)}".strip()
        yield "written", visible(f"{when}  {last.who}: {what}")
    yield "session", _told_session(desk, found)


def _told_index(desk: Desk, index: IndexSummary) -> str:
    if index.stale_files is None:
        return desk.text("status.no-index", name=index.engine)
    state = "refreshing" if index.is_refreshing else "stale" if index.stale_files else "fresh"
    at = _local(index.compared_at)
    return desk.text(f"status.{state}", name=index.engine, count=index.stale_files, at=at)


def _local(moment: str) -> str:
    """Return a moment as a person reads it; what is none, as it was kept."""
    with suppress(ValueError):
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    return visible(moment)


def _told_session(desk: Desk, found: BookSummary) -> str:
    told = found.last_told
    if not found.last_session and told is None:
        return desk.text("status.no-session")
    at = found.last_session or (told.at if told else "")
    count, pointed = (len(told.lines), len(told.pointed)) if told else (0, 0)
    key = "status.session-pointed" if pointed else "status.session"
    return desk.text(key, at=_local(at), count=count, pointed=pointed)


def _told_hosts(desk: Desk, hosts: Sequence[HostSummary]) -> str:
    wired = [f"{each.title} ({', '.join(each.scopes)})" for each in hosts if each.scopes]
    idle = [each.title for each in hosts if not each.scopes]
    if not hosts:
        return desk.text("status.no-hosts")
    parts = [desk.text("status.wired", names=", ".join(wired))] if wired else []
    if idle:
        parts.append(desk.text("status.not-wired", names=", ".join(idle)))
    return "; ".join(parts)


def _table(rows: Sequence[Row], language: str) -> str:
    heads = [say(f"status.row-{name}", language) for name, _ in rows]
    width = max(map(columns_of, heads)) + 2
    return "\n".join(
        f"{padded(head, width)}{text}" for head, (_, text) in zip(heads, rows, strict=True)
    )


def _as_json(found: BookSummary | None) -> Json:
    if found is None:
        return None
    index, last, told = found.index, found.last_receipt, found.last_told
    return {
        "root": str(found.book.root),
        "layout": found.book.layout.name,
        "trusted": found.book.is_trusted,
        "memories": found.memories,
        "engine": {
            "name": index.engine,
            "ready": index.is_ready,
            "trouble": index.trouble,
            "stale_files": index.stale_files,
            "compared_at": index.compared_at,
            "refreshing": index.is_refreshing,
        },
        "waiting": {
            "proposals": found.proposals,
            "arrivals": found.arrivals,
            "quarantined": found.quarantined,
        },
        "last_receipt": None
        if last is None
        else {"id": last.id, "at": last.at.isoformat(), "who": last.who, "action": last.action},
        "last_session": {
            "at": found.last_session,
            "told": [] if told is None else [each.memory for each in told.lines],
            "pointed": [] if told is None else list(told.pointed),
        },
    }

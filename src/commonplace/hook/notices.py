"""What a person should know when a session begins, in one line and at most once a day.

What waits for them comes first, then what does not work, and last what would be well to do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile

from commonplace.app.arrivals import waiting_lines
from commonplace.app.books import Book
from commonplace.app.recall import index_of
from commonplace.core.arrivals import BY_AGENT
from commonplace.core.quarantine import QUOTED
from commonplace.engines.local.troubles import Trouble
from commonplace.errors import CommonplaceError
from commonplace.hook.log import LOG
from commonplace.messages import choose_language, say
from commonplace.storage import usage
from commonplace.storage.places import state_home, state_of, write_private
from commonplace.storage.small_state import sessions_in_vain
from commonplace.storage.upkeep_state import LONG_AGO_DAYS, days_since_upkeep, suggestion

TOLD = "notice.json"
IN_VAIN = 5
"""So many sessions in a row that left nothing to review are worth a word."""
UPKEEP_EVERY_DAYS = 7
"""A large book is no trouble: who leaves it as it is hears of upkeep once a week."""
"""The layout of which every session is told everything: nothing there is ever unused."""


def notice(books: Sequence[Book], now: datetime, environ: Mapping[str, str]) -> str:
    """Return the notice of today, empty when there is none or it was given; it counts as given."""
    today, last = now.date().isoformat(), _last_told()
    if last.get("day") == today:
        return ""
    language = _language(environ)
    since = last.get("at", "")
    in_order: tuple[Callable[[], str], ...] = (
        # Together: who always has something to review would never hear of hooks that fail.
        lambda: " ".join(
            filter(
                None,
                (
                    _failed(since, language),
                    _quoted(books, since, language),
                    _arrived(books, language),
                    _pending(books, now, language),
                ),
            )
        ),
        lambda: _in_vain(books, language),
        lambda: _upkeep_due(books, today, language),
    )
    if found := next(filter(None, (notice() for notice in in_order)), ""):
        _keep({"day": today, "at": now.strftime("%Y-%m-%dT%H:%M:%S%z")})
        return f"commonplace: {found}"
    return ""


def _pending(books: Sequence[Book], now: datetime, language: str) -> str:
    try:
        count = sum(len(book.proposals.list(now)) for book in books)
    except CommonplaceError:
        return ""
    return say("notice.pending", language, count=str(count)) if count else ""


def _quoted(books: Sequence[Book], since: str, language: str) -> str:
    """Name what agents wrote as the user's own words since the last notice: who reads it may object."""
    try:
        told = datetime.fromisoformat(since) if since else datetime.min.replace(tzinfo=UTC)
        recent = [
            receipt
            for book in books
            for receipt in takewhile(lambda each: each.at > told, book.store.receipts())
        ]
    except (CommonplaceError, ValueError):  # what cannot be read is no reason to fail a session
        return ""
    names = [name for each in recent if each.channel == QUOTED for name in each.memories]
    return say("notice.quoted", language, ids=", ".join(names)) if names else ""


def _arrived(books: Sequence[Book], language: str) -> str:
    """Say how much arrived that agents are not handed yet, and who left it there, as far as that is known."""
    try:
        lines = [line for book in books for line in waiting_lines(book)]
    except CommonplaceError:
        return ""
    if not lines:
        return ""
    agents = ", ".join(
        sorted({line.who for line in lines if line.channel in BY_AGENT and line.who})
    )
    key = "notice.arrived-by" if agents else "notice.arrived"
    return say(key, language, count=str(len(lines)), who=agents)


def _failed(since: str, language: str) -> str:
    path = os.path.join(state_home(), LOG)
    count = sum(at > since for at in _failures(path))
    return say("notice.hooks-failed", language, count=str(count), path=path) if count else ""


def _failures(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return [line.partition('"at": "')[2].partition('"')[0] for line in file if line.strip()]
    except OSError:
        return []


def _in_vain(books: Sequence[Book], language: str) -> str:
    count = max((sessions_in_vain(state_of(str(book.root))) for book in books), default=0)
    return say("notice.in-vain", language, count=str(count)) if count >= IN_VAIN else ""


def _upkeep_due(books: Sequence[Book], today: str, language: str) -> str:
    for book in books:
        if why := _why_upkeep(book, today):
            return say("notice.distill-due", language, why=say(f"notice.due-{why}", language))
    return ""


def _why_upkeep(book: Book, today: str) -> str:
    """Return why a book that nobody has looked after lately should be, told from its index alone."""
    state = state_of(str(book.root))
    if book.layout.traits.reads_whole or days_since_upkeep(state, today) <= LONG_AGO_DAYS:
        return ""
    try:
        names = [memory.id for memory in index_of(book).engine.outline() if memory.is_active]
    except (OSError, Trouble):
        return ""
    used = usage.counts(state)
    never = sum(name not in used for name in names)
    return suggestion(state, today, len(names), never, UPKEEP_EVERY_DAYS)


def _language(environ: Mapping[str, str]) -> str:
    locale = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return choose_language(environ.get("COMMONPLACE_LANG", ""), locale)


def _last_told() -> dict[str, str]:
    try:
        with open(os.path.join(state_home(), TOLD), encoding="utf-8") as file:
            value = json.load(file)
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {}


def _keep(value: Mapping[str, str]) -> None:
    try:
        write_private(os.path.join(state_home(), TOLD), json.dumps(dict(value)))
    except OSError:
        return  # told again tomorrow, or today

"""The hook at the beginning of a session after something has changed: what the agent is told once, and a fresh index.

That is seldom and is waited for anyway, so the whole house may be loaded here. A session that begins as
the last one did is begun by `hook.contents`.

What a person should know when a session begins, in one line and at most once a day.

What waits for them comes first, then what does not work, and last what would be well to do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from pathlib import Path

from commonplace.app.books import Book, book_in
from commonplace.app.guard import asking_no_git
from commonplace.app.provenance import awaits_git, waiting_lines
from commonplace.app.recall import AT_ONCE, SessionBlock, index_of, joined, session_blocks
from commonplace.config import Settings, read_settings
from commonplace.core.approvals import BY_AGENT, Way
from commonplace.core.changes import QUOTED
from commonplace.core.contents import Room
from commonplace.core.hygiene import neutral, plain_name
from commonplace.core.values import replace
from commonplace.engines.local.records import Trouble
from commonplace.errors import CommonplaceError
from commonplace.hook import clock, refresher
from commonplace.hook.capture import start_child
from commonplace.hook.contents import forget_cleared, keep_told
from commonplace.hook.index import BUSY
from commonplace.hook.log import LOG
from commonplace.hook.prompt_answer import books_at
from commonplace.hook_settings import contents_tokens, injection
from commonplace.hosts.dialects import GENERIC, Dialect
from commonplace.hosts.payloads import counted_by
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


def notice_line(books: Sequence[Book], now: datetime, environ: Mapping[str, str]) -> str:
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
        return neutral(f"commonplace: {found}")
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
    quoted = [name for each in recent if each.channel == QUOTED for name in each.memories]
    names = [plain_name(name, "…") for name in quoted]
    return say("notice.quoted", language, ids=", ".join(names)) if names else ""


def _arrived(books: Sequence[Book], language: str) -> str:
    """Say how much arrived that agents are not handed yet, and who left it there, as far as that is known."""
    try:
        found = (line for book in books for line in waiting_lines(book))
        lines = [line for line in found if line.channel != Way.UNDECIDED]  # git is being asked
    except CommonplaceError:
        return ""
    if not lines:
        return ""
    names = {line.who for line in lines if line.channel in BY_AGENT and line.who}
    agents = ", ".join(sorted(plain_name(name, "…") for name in names))
    key = "notice.arrived-by" if agents else "notice.arrived"
    return say(key, language, count=str(len(lines)), who=agents)


def _failed(since: str, language: str) -> str:
    path = os.path.join(state_home(), LOG)
    count = sum(at > since for at in _failures(path))
    return say("notice.hooks-failed", language, count=str(count), path=path) if count else ""


def _failures(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            failed = (line for line in file if line.strip() and f'"trouble": "{BUSY}' not in line)
            return [line.partition('"at": "')[2].partition('"')[0] for line in failed]
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
    """Return why a book that nobody has looked after lately should be, told from its index alone.

    What is younger than a month says nothing about it: nobody is nagged about a book of yesterday.
    """
    state = state_of(str(book.root))
    if book.layout.traits.reads_whole or days_since_upkeep(state, today) <= LONG_AGO_DAYS:
        return ""
    try:
        outline = index_of(book).engine.outline()
    except (OSError, Trouble):
        return ""
    used = usage.counts(state)
    young = date.fromisoformat(today) - timedelta(days=LONG_AGO_DAYS)
    stood = (one for one in outline if one.is_active and (one.modified or date.min) < young)
    names = [one.id for one in stood]
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


TAKEN_IN_S = 1.0
"""What a session start spends on taking in changes; the refresher takes in the rest."""


def begin(folder: str, session: str, source: str, dialect: Dialect) -> str:
    """Return the block of every book at hand; after a cleared context all may be told again."""
    books = _books(folder)
    for book in books:
        with suppress(CommonplaceError, OSError):  # what is not decided yet is not handed over
            book.watch(datetime.now().astimezone())
    forget_cleared([str(book.root) for book in books], session, source, dialect)
    blocks = _blocks(books, dialect)
    for each in blocks:
        listed = {entry.id: entry.sha256 for entry in each.whole}
        keep_told(str(each.book.root), session, listed, each.text)
    for book in books:
        if awaits_git(book):
            refresher.want(str(book.root))  # which asks
    return joined(blocks)


def is_told_by_contents(folder: str) -> bool:
    """Say whether no book here is one that is told whole instead."""
    return not any(book.layout.traits.reads_whole for book in _books(folder))


def contents(folder: str, dialect: Dialect = GENERIC) -> str:
    """Return what a child agent is told, and whoever tries it: the same, and nothing is kept of it."""
    return joined(_blocks(_books(folder), dialect))


def notice(folder: str) -> str:
    """Return the one line that the user is shown today, empty when there is none or it was shown."""
    return notice_line(_books(folder), datetime.now().astimezone(), os.environ)


def _blocks(books: Sequence[Book], dialect: Dialect) -> tuple[SessionBlock, ...]:
    project = next((str(book.project) for book in books if not book.is_personal), "")
    room = Room(contents_tokens(project), dialect.most, counted_by(dialect))
    today = datetime.now().astimezone().date()
    return session_blocks(books, injection(project), room, today, freshen_in_time)


def freshen_in_time(book: Book) -> None:
    """Take in what changed while there is time; a session does not wait for the rest."""
    left_s = clock.left_s()
    try:
        if left_s:
            clock.start(min(TAKEN_IN_S, left_s / 2))
        index_of(book).freshen(AT_ONCE)
    except clock.OutOfTimeError:
        refresher.want(str(book.root))
    finally:
        if left_s:
            clock.start(left_s / 2)


def embed_later(folder: str) -> None:
    """Let a child make the vectors that are missing: a session does not wait for a model."""
    for book in _books(folder):
        index = index_of(book, read_settings(os.environ).embedder)
        with suppress(OSError, Trouble):
            if any(index.engine.lacks(choice) for choice in index.choices):
                start_child(str(book.root), "hook")


def _books(folder: str) -> list[Book]:
    found = (
        book_in(Path(root), Settings(), is_personal=name == "personal")
        for name, root in books_at(folder)
    )
    return [replace(book, layout=asking_no_git(book.layout)) for book in found if book]

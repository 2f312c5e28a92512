"""What a person should know when a session begins, in one line and at most once a day."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.hot_log import LOG
from commonplace.errors import CommonplaceError
from commonplace.messages import choose_language, say
from commonplace.storage.captures import sessions_in_vain
from commonplace.storage.places import make_private, state_home, state_of

TOLD = "notice.json"
IN_VAIN = 5
"""So many sessions in a row that left nothing to review are worth a word."""


def notice(books: Sequence[Book], now: datetime, environ: Mapping[str, str]) -> str:
    """Return the notice of today, empty when there is none or it was given; it counts as given."""
    today, last = now.date().isoformat(), _last_told()
    if last.get("day") == today:
        return ""
    language = _language(environ)
    parts = [_pending(books, now, language), _failed(last.get("at", ""), language)]
    if found := next(filter(None, (*parts, _in_vain(books, language))), ""):
        _keep({"day": today, "at": now.strftime("%Y-%m-%dT%H:%M:%S%z")})
        return f"commonplace: {found}"
    return ""


def _pending(books: Sequence[Book], now: datetime, language: str) -> str:
    try:
        count = sum(len(book.proposals.list(now)) for book in books)
    except CommonplaceError:
        return ""
    return say("notice.pending", language, count=str(count)) if count else ""


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
        with open(os.path.join(make_private(state_home()), TOLD), "w", encoding="utf-8") as file:
            json.dump(value, file)
    except OSError:
        return  # told again tomorrow, or today

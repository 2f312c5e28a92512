"""After an answer: whether it used what it was handed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from commonplace.app.books import Book
from commonplace.app.transcripts import conversation_at
from commonplace.core.conversation.attribution import Uses, uses_in
from commonplace.core.plain_json import dumps
from commonplace.storage.places import state_of
from commonplace.storage.usage import last_injection
from commonplace.storage.uses import record_uses


def judge_uses(
    book: Book, transcript_path: str | Path, host: str = "", *, today: date | None = None
) -> Uses | None:
    """Judge the last injection by the answer in the transcript and keep the verdict.

    None when nothing was handed over in this session, nothing was answered yet, or it was judged before.
    """
    state = state_of(str(book.root))
    last = last_injection(state)
    conversation, _ = conversation_at(Path(transcript_path), host)
    told, prompt = _lines(last), str(last.get("prompt", ""))
    if not told or str(last.get("session", "")) not in ("", conversation.session):
        return None
    found = uses_in(conversation, told, prompt)
    if found is None:
        return None
    key = dumps([last.get("session", ""), last.get("at", "")])
    day = (today or date.today()).isoformat()  # noqa: DTZ011 - the day on the user's calendar
    is_new = record_uses(state, day, key, list(found.used), list(found.unused))
    return found if is_new else None


def _lines(last: dict[str, object]) -> dict[str, str]:
    lines = last.get("lines")
    rows = [row for row in lines if isinstance(row, dict)] if isinstance(lines, list) else []
    return {str(row.get("id", "")): str(row.get("line", "")) for row in rows}

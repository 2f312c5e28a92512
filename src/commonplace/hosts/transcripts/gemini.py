"""Gemini CLI: a header, messages of `user` and `gemini`, and `$set` patches, one object a line.

Older versions wrote one JSON document with the same messages in `messages`. A header whose `kind` is
not `main` belongs to a sub-agent, whose "user" is another agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, as_object, as_text

NAME = "gemini"
_SPEAKERS = {"user": Speaker.USER, "gemini": Speaker.AGENT}


def recognises(record: TranscriptRecord) -> bool:
    """Say whether `record` is one of this program's."""
    is_header = bool(record.text("sessionId")) and "startTime" in record.fields
    return is_header or (record.text("type") in _SPEAKERS and "content" in record.fields)


def session_of(records: Iterable[TranscriptRecord]) -> str:
    """Return the id of the session that the records belong to."""
    return next(filter(None, (record.text("sessionId") for record in records)), "")


def turns(records: Iterable[TranscriptRecord]) -> Iterator[Turn]:
    """Yield what was said, message by message."""
    for record in records:
        if record.text("sessionId") and record.fields.get("kind", "main") != "main":
            return
        listed = record.fields.get("messages")
        messages = map(as_object, listed) if isinstance(listed, list) else (record.fields,)
        for message in messages:
            yield from _turn(message, record.offset)


def _turn(message: Mapping[str, object], offset: int) -> Iterator[Turn]:
    speaker = _SPEAKERS.get(as_text(message.get("type")))
    text = "\n".join(_texts(message.get("content")))
    if speaker and text.strip():
        yield Turn(speaker=speaker, text=text, at=as_text(message.get("timestamp")), offset=offset)


def _texts(content: object) -> tuple[str, ...]:
    """Return the texts of a content, whose parts carry no kind here."""
    if isinstance(content, str):
        return (content,)
    parts = content if isinstance(content, list) else []
    return tuple(as_text(as_object(part).get("text")) for part in parts)

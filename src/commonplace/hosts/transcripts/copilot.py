"""GitHub Copilot CLI: `events.jsonl` of a session, lines of `{type, data, id, timestamp, parentId}`.

`user.message` has in `content` what was typed, and in `transformedContent` the same with what hooks and
the program put beside it. What a sub-agent and its task say to each other carries an `agentId`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, as_text

NAME = "copilot"
_SPEAKERS = {"user.message": Speaker.USER, "assistant.message": Speaker.AGENT}


def recognises(record: TranscriptRecord) -> bool:
    """Say whether `record` is one of this program's."""
    return "." in record.text("type") and bool(record.below("data")) and "parentId" in record.fields


def session_of(records: Iterable[TranscriptRecord]) -> str:
    """Return the id of the session that the records belong to."""
    heads = (record.below("data") for record in records if record.text("type") == "session.start")
    return next((as_text(head.get("sessionId")) for head in heads), "")


def turns(records: Iterable[TranscriptRecord]) -> Iterator[Turn]:
    """Yield what was said, message by message."""
    for record in records:
        speaker = _SPEAKERS.get(record.text("type"))
        text = as_text(record.below("data").get("content"))
        if speaker and text.strip() and not record.text("agentId"):
            at = record.text("timestamp")
            yield Turn(speaker=speaker, text=text, at=at, offset=record.offset)

"""Cursor: `{role, message: {content: [...]}}` lines without times and without tool results.

Other tools that keep a chat as JSON lines write `{role, content}` or `{role, text}`; they are read
here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, texts_in

NAME = "cursor"


def recognises(record: TranscriptRecord) -> bool:
    """Say whether `record` is one of this program's."""
    return record.text("role") in ("user", "assistant")


def session_of(records: Iterable[TranscriptRecord]) -> str:  # noqa: ARG001 - the file is named after it
    """Return nothing: the records do not say."""
    return ""


def turns(records: Iterable[TranscriptRecord]) -> Iterator[Turn]:
    """Yield what was said, line by line."""
    for record in records:
        role = record.text("role")
        if role not in ("user", "assistant"):
            continue
        fields = record.fields
        said = record.below("message").get("content", fields.get("content", fields.get("text")))
        text = "\n".join(texts_in(said, "text"))
        if text.strip():
            yield Turn(speaker=Speaker(role), text=text, offset=record.offset)

"""Qwen Code: lines of `{uuid, sessionId, type, provenance, message}` in `~/.qwen/projects/<slug>/chats`.

A message has the parts of Gemini's. What a person typed is a `user` of the provenance `real_user`, and what
hooks put beside it is a part of its own, in tags; tools, summaries and the program's own records are no turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, as_object, as_text

NAME = "qwen"
_SPEAKERS = {
    ("user", "real_user"): Speaker.USER,
    ("assistant", "assistant_output"): Speaker.AGENT,
}
_BESIDE = "<qwen:"


def recognises(record: TranscriptRecord) -> bool:
    """Say whether `record` is one of this program's."""
    return bool(record.text("sessionId")) and bool(record.text("provenance"))


def session_of(records: Iterable[TranscriptRecord]) -> str:
    """Return the id of the session that the records belong to."""
    return next(filter(None, (record.text("sessionId") for record in records)), "")


def turns(records: Iterable[TranscriptRecord]) -> Iterator[Turn]:
    """Yield what was said, message by message."""
    for record in records:
        speaker = _SPEAKERS.get((record.text("type"), record.text("provenance")))
        parts = record.below("message").get("parts")
        found = map(as_object, parts if isinstance(parts, list) else [])
        texts = (as_text(part.get("text")) for part in found if not part.get("thought"))
        text = "\n".join(each for each in texts if each and not each.startswith(_BESIDE))
        if speaker and text.strip():
            at = record.text("timestamp")
            yield Turn(speaker=speaker, text=text, at=at, offset=record.offset)

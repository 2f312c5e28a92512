"""Codex CLI: a rollout of `{timestamp, type, payload}` lines under `~/.codex/sessions`.

What the user typed is marked `user.text`; in older rollouts the program's own additions are known by
their tags, which are taken out later. `developer` messages are instructions and hooks, never turns;
the copies in `event_msg` and `compacted` say nothing that the messages do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, as_object, as_text, texts_in

NAME = "codex"
_TYPED = "user.text"
_META = "internal_chat_message_metadata_passthrough"


def recognises(record: TranscriptRecord) -> bool:
    """Say whether `record` is one of this program's."""
    return bool(record.below("payload")) and bool(record.text("type"))


def session_of(records: Iterable[TranscriptRecord]) -> str:
    """Return the id of the session that the records belong to."""
    heads = (record.below("payload") for record in records if record.text("type") == "session_meta")
    return next((as_text(head.get("id")) for head in heads), "")


def turns(records: Iterable[TranscriptRecord]) -> Iterator[Turn]:
    """Yield what was said, message by message."""
    for record in records:
        payload = record.below("payload")
        role = as_text(payload.get("role"))
        is_message = record.text("type") == "response_item" and payload.get("type") == "message"
        if not is_message or role not in ("user", "assistant"):
            continue
        text = "\n".join(_said(payload))
        if text.strip():
            yield Turn(
                speaker=Speaker(role),
                text=text,
                at=record.text("timestamp"),
                offset=record.offset,
            )


def _said(payload: Mapping[str, object]) -> tuple[str, ...]:
    """Return the parts of a message that somebody said, by the kinds that newer rollouts name."""
    parts = texts_in(payload.get("content"), "input_text", "output_text", "text")
    kinds = as_object(payload.get(_META)).get("content_item_kinds")
    if payload.get("role") != "user" or not isinstance(kinds, list) or len(kinds) != len(parts):
        return parts
    return tuple(part for part, kind in zip(parts, kinds, strict=True) if kind == _TYPED)

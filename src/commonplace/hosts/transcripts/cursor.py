"""Cursor: `{role, message: {content: [...]}}` lines without times and without tool results.

Other tools that keep a chat as JSON lines write `{role, content}` or `{role, text}`; they are read
here, too.

Older versions wrote plain text in which `user:` and `assistant:` stand alone above what was said, and people paste it.
What stands in square brackets at the beginning of an agent's line there is a tool call, a result or a thought.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, texts_in

NAME = "cursor"
_LABEL = re.compile(rb"^(user|assistant):[ \t]*\r?$", re.MULTILINE)
_BRACKETED = re.compile(r"^\[(?:Tool|Thinking)[^\n]*(?:\n(?!\n)[^\n]*)*", re.MULTILINE)


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


def labelled_turns(content: bytes, start: int = 0) -> Iterator[Turn]:
    """Yield what was said in plain text; nothing when there is no label."""
    labels = list(_LABEL.finditer(content))
    ends = (*(label.start() for label in labels[1:]), len(content))
    for label, end in zip(labels, ends, strict=False):
        speaker = Speaker(label[1].decode())
        text = content[label.end() : end].decode("utf-8", "replace").strip()
        text = text if speaker is Speaker.USER else _BRACKETED.sub("", text).strip()
        if text:
            yield Turn(speaker=speaker, text=text, offset=start + label.start())

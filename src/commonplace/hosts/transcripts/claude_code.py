"""Claude Code: one record per content block, in `~/.claude/projects/<slug>/<session>.jsonl`.

The format is the program's own and not promised: records are told apart by `type`, and only those
of people and of the model are read. Sub-agents (`isSidechain`), summaries of compaction, tool results
and everything the program added by itself are no turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from commonplace.core.conversation.turns import Speaker, Turn
from commonplace.hosts.transcripts.records import TranscriptRecord, as_text, texts_in

NAME = "claude-code"
_BY_ITSELF = ("isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage", "toolUseResult")
_WOKEN = ("system", "loop_wakeup", "schedule_wakeup", "poll_event")
"""Sources of prompts that nobody typed."""
_SYNTHETIC = "<synthetic>"


def recognises(record: TranscriptRecord) -> bool:
    """Say whether `record` is one of this program's."""
    return bool(record.text("sessionId")) and bool(record.text("type"))


def session_of(records: Iterable[TranscriptRecord]) -> str:
    """Return the id of the session that the records belong to."""
    return next(filter(None, (record.text("sessionId") for record in records)), "")


def turns(records: Iterable[TranscriptRecord]) -> Iterator[Turn]:
    """Yield what was said, record by record."""
    for record in records:
        kind = record.text("type")
        if kind not in ("user", "assistant") or any(map(record.fields.get, _BY_ITSELF)):
            continue
        message = record.below("message")
        is_woken = record.text("promptSource") in _WOKEN
        if is_woken or as_text(message.get("model")) == _SYNTHETIC:
            continue
        text = "\n".join(texts_in(message.get("content"), "text"))
        if text.strip():
            yield Turn(
                speaker=Speaker(kind),
                text=text,
                at=record.text("timestamp"),
                offset=record.offset,
            )

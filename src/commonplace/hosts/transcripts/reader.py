"""From the bytes of a transcript to its turns, whichever program wrote it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from commonplace.core.conversation.turns import (
    Conversation,
    Turn,
    in_order,
    shortened,
    typed_by_user,
)
from commonplace.core.values import dataclass, replace
from commonplace.hosts.transcripts import (
    claude_code,
    codex,
    copilot,
    cursor,
    gemini,
    qwen,
)
from commonplace.hosts.transcripts.records import TranscriptRecord, as_object, records_in

SNIFFED_RECORDS = 40
"""A host is known by its first records; some of them are of kinds that say nothing."""


@dataclass(frozen=True, slots=True)
class TranscriptReader:
    """How one program's records are read."""

    host: str
    recognises: Callable[[TranscriptRecord], bool]
    session_of: Callable[[Iterable[TranscriptRecord]], str]
    turns: Callable[[Iterable[TranscriptRecord]], Iterator[Turn]]


READERS = tuple(
    TranscriptReader(module.NAME, module.recognises, module.session_of, module.turns)
    for module in (codex, copilot, gemini, qwen, claude_code, cursor)
)
"""In the order in which they are asked whose file it is: the narrowest first."""
HOSTS = tuple(sorted(reader.host for reader in READERS))


def conversation_in(
    content: bytes, *, start: int = 0, host: str = "", name: str = ""
) -> Conversation:
    """Return the conversation in `content`, the bytes of a transcript from `start` on.

    `host` says who wrote it where it is known, `name` names a session whose records do not. What no
    person wrote is taken out of the user's turns; a turn with nothing else is none.
    """
    records = tuple(records_in(content, start)) or _document(content)
    reader = _reader(records, host)
    if reader is None:
        said, session = cursor.labelled_turns(content, start), ""
    else:
        said, session = reader.turns(records), reader.session_of(records)
    return Conversation(
        session=session or name,
        host=reader.host if reader else host,
        turns=in_order(_spoken(said)),
    )


def _spoken(said: Iterable[Turn]) -> Iterator[Turn]:
    """Yield the turns without what was handed to the agent beside them."""
    for turn in said:
        text = typed_by_user(turn.text) if turn.is_users else shortened(turn.text).strip()
        if text:
            yield replace(turn, text=text)


def _reader(records: Iterable[TranscriptRecord], host: str) -> TranscriptReader | None:
    """Return who reads `records`: the named host if they look like its own, else whoever knows them."""
    first = tuple(islice(records, SNIFFED_RECORDS))
    known = [reader for reader in READERS if any(map(reader.recognises, first))]
    return next((reader for reader in known if reader.host == host), next(iter(known), None))


def _document(content: bytes) -> tuple[TranscriptRecord, ...]:
    """Return the one record of a file that is a single JSON document over several lines."""
    try:
        fields = as_object(json.loads(content.decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        return ()
    return (TranscriptRecord(0, fields),) if fields else ()


HOME_FOLDERS = {
    "claude-code": (".claude/projects",),
    "codex": (".codex/sessions",),
    "copilot": (".copilot/session-state",),
    "cursor": (".cursor",),
    "gemini": (".gemini/tmp",),
    "qwen": (".qwen/projects",),
    "vscode": (
        ".config/Code/User",
        "Library/Application Support/Code/User",
        "AppData/Roaming/Code/User",
    ),
}
"""Host -> where in the home folder it keeps transcripts, unless it was told otherwise."""

_SESSION = re.compile(r"[A-Za-z0-9-]{8,80}")


def transcript_in(environ: Mapping[str, str]) -> Path | None:
    """Return the transcript that `environ` names, None when it names none.

    Good enough to propose from; an agent can name any file, so it is no evidence of what a person said.
    """
    home = Path(environ.get("HOME") or "~").expanduser()
    if session := environ.get("CLAUDE_CODE_SESSION_ID", ""):
        folder = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
        return _claude(folder / "projects", session)
    if named := environ.get("CURSOR_TRANSCRIPT_PATH", ""):
        path = Path(named).resolve()
        return path if path.is_relative_to((home / ".cursor").resolve()) else None
    return None


def _claude(projects: Path, session: str) -> Path | None:
    if not _SESSION.fullmatch(session):
        return None
    return next(iter(sorted(projects.glob(f"*/{session}.jsonl"))), None)

"""`workspace/processed-sessions.json`: which turns have been looked at for memories already.

Pure functions on the file's bytes; the file appears with the first key. It is a convenience of the
capture, not a memory: when it cannot be read, every turn counts as new.
"""

from __future__ import annotations

import json

PATH = "workspace/processed-sessions.json"


def session_key(conversation: str, generation: str) -> str | None:
    """Return the key of one turn, None when the host did not say which one it was."""
    return f"{conversation}-{generation}" if conversation and generation else None


def processed_sessions(content: bytes | None) -> tuple[str, ...]:
    """Return the keys in the file, oldest first; none when it is missing or damaged."""
    try:
        said = json.loads(content or b"{}")
    except ValueError:
        return ()
    keys = said.get("processed") if isinstance(said, dict) else None
    return tuple(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else ()


def with_session(content: bytes | None, key: str | None) -> bytes | None:
    """Return the file with `key` in it, None when there is nothing to add."""
    known = processed_sessions(content)
    if key is None or key in known:
        return None
    return (json.dumps({"processed": [*known, key]}, indent=2, ensure_ascii=False) + "\n").encode()

"""How many proposals came of each session: what tells a hook that hears nothing from a quiet week."""

from __future__ import annotations

import os
import time

from commonplace.storage.usage import append_line, read_lines

CAPTURES = "captures.jsonl"
MOST_BYTES = 64 * 1024


def note_capture(state: str, session: str, proposals: int) -> None:
    """Note what came of one look at a session; a file that grew long begins anew."""
    path = os.path.join(state, CAPTURES)
    line = {"day": time.strftime("%Y-%m-%d"), "session": session, "proposals": proposals}
    if append_line(path, line) > MOST_BYTES:
        os.replace(path, path + ".1")


def sessions_in_vain(state: str) -> int:
    """Return how many of the latest sessions, one after the other, left nothing to review."""
    came: dict[str, int] = {}
    for line in read_lines(os.path.join(state, CAPTURES)):
        session, count = str(line.get("session", "")), line.get("proposals")
        came[session] = came.pop(session, 0) + (count if isinstance(count, int) else 0)
    latest = list(reversed(came.values()))
    return next((at for at, count in enumerate(latest) if count), len(latest))

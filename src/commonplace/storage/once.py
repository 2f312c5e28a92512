"""Whether something happens for the first time: a hook that is wired in twice answers once.

Each process adds its line to the session's file and then looks whose line came first, so two that run
at the same moment agree without waiting for each other.
"""

from __future__ import annotations

import os
import time

from commonplace.storage.places import state_home
from commonplace.storage.usage import append_line, read_lines, session_file


def is_first(session: str, what: str, within_s: float = 0.0) -> bool:
    """Say whether nobody has told `what` in this session before, or within so many seconds.

    Where that cannot be kept, everything is told: twice is better than never.
    """
    if not session:
        return True
    path, own, now = session_file(state_home(), session), os.urandom(8).hex(), time.time()
    try:
        append_line(path, {"told": what, "at": now, "by": own})
    except OSError:
        return True
    told = [line for line in read_lines(path) if line.get("told") == what]
    recent = [line for line in told if not within_s or _age_s(line, now) <= within_s]
    return not recent or recent[0].get("by") == own


def _age_s(line: dict[str, object], now: float) -> float:
    at = line.get("at")
    return now - at if isinstance(at, float) else 0.0

"""What is kept about sessions beside the books, and for how long.

Which memory a session was told, the words of a host that keeps no transcript, the last injection, the
plain words of prompts: all of it is of use for days. It is let go after 30, whichever book it is about,
and at once when the user says so. Opening a book looks after it, once a day.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from commonplace.core.plain_json import loads
from commonplace.storage import usage
from commonplace.storage.captures import CAPTURES
from commonplace.storage.jobs import HEARD, JOBS
from commonplace.storage.places import PRIVATE, PRIVATE_FILE, state_home, write_private
from commonplace.storage.turn_state import TURNS

KEPT_DAYS = 30
DAY_S = 86_400
SWEPT = "swept"
HOOK_LOG = "hook.log"
_FOLDERS = ("", HEARD, JOBS, TURNS)
"""Where a state folder has files of sessions."""


def sweep_daily(now: float | None = None) -> None:
    """Let go of what is older than 30 days, once a day; a disk that refuses is tried again tomorrow."""
    now = time.time() if now is None else now
    mark = os.path.join(state_home(), SWEPT)
    with suppress(OSError):
        if os.path.isdir(state_home()) and now - _written(mark) > DAY_S:
            write_private(mark, "")
            os.utime(mark, (now, now))
            os.chmod(state_home(), PRIVATE)  # made by a version that left it to the umask
            forget_sessions(now - KEPT_DAYS * DAY_S)


def forget_sessions(before: float | None = None) -> int:
    """Let go of what is known about sessions older than `before`, of all without it; count the files."""
    limit = time.time() + DAY_S if before is None else before
    gone = sum(_forget_in(folder, limit) for folder in (state_home(), *_states()))
    return gone + _shorten_log(limit)


def _states() -> list[str]:
    """Return the state folder of every book."""
    try:
        return [entry.path for entry in os.scandir(state_home()) if entry.is_dir()]
    except OSError:
        return []


def count_kept() -> int:
    """Return how many files there are about sessions."""
    return sum(len(_files_in(folder)) for folder in (state_home(), *_states()))


def _files_in(state: str) -> list[str]:
    named = [os.path.join(state, name) for name in (usage.LAST, CAPTURES, f"{CAPTURES}.1")]
    files = [path for path in named if os.path.isfile(path)]
    for folder in _FOLDERS:
        sessions = os.path.join(state, folder, usage.SESSIONS)
        with suppress(OSError):
            files += [entry.path for entry in os.scandir(sessions) if entry.is_file()]
    return files


def _forget_in(state: str, limit: float) -> int:
    gone = 0
    for path in _files_in(state):
        with suppress(OSError):
            if _written(path) < limit:
                os.unlink(path)
                gone += 1
            else:
                os.chmod(path, PRIVATE_FILE)  # made by a version that left it to the umask
    with suppress(OSError):
        return gone + usage.forget_prompts(state, time.strftime("%Y-%m-%d", time.localtime(limit)))
    return gone


def _shorten_log(limit: float) -> int:
    """Let go of the lines of the hooks' log that are older; return how many files were changed."""
    oldest = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(limit))
    changed = 0
    for name in (HOOK_LOG, f"{HOOK_LOG}.1"):
        path = os.path.join(state_home(), name)
        with suppress(OSError):
            with open(path, encoding="utf-8", errors="replace") as file:
                lines = file.read().splitlines(keepends=True)
            kept = [line for line in lines if _moment(line) >= oldest]
            if kept != lines:
                write_private(path, "".join(kept))
                changed += 1
    return changed


def _moment(line: str) -> str:
    try:
        value = loads(line)
    except ValueError:
        return ""
    return str(value.get("at", "")) if isinstance(value, dict) else ""


def _written(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        return 0.0

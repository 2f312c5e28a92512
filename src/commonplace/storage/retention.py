"""What is kept about sessions beside the books, and for how long; and copies that are gone after use.

Which memory a session was told, the words of a host that keeps no transcript, the last injection, the
plain words of prompts: all of it is of use for days. It is let go after 30, whichever book it is about,
and at once when the user says so. Opening a book looks after it, once a day. A copy on which upkeep
tries its work stands in the user's own folder; what a killed process left of one goes with the next open.
A copy that a person edits stands there, too, with whatever the editor puts beside it; what was typed and
could not be taken is kept as long as sessions are.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from commonplace.core.plain_json import loads
from commonplace.storage import usage
from commonplace.storage.disk import failure
from commonplace.storage.hook_state import HEARD, JOBS, TURNS
from commonplace.storage.places import (
    APPROVALS,
    PRIVATE,
    PRIVATE_FILE,
    TRUSTED,
    cache_home,
    make_private,
    state_home,
    write_private,
)
from commonplace.storage.small_state import CAPTURES
from commonplace.storage.witnesses import TOOLS, forget_tools

KEPT_DAYS = 30
DAY_S = 86_400
SWEPT = "swept"
HOOK_LOG, HOOK_RUNS = "hook.log", "hook.runs"
_LOGS = (HOOK_LOG, f"{HOOK_LOG}.1", HOOK_RUNS, f"{HOOK_RUNS}.1")
"""Lines that begin with the time in letters."""
SCRATCH = "scratch-"
DRAFTS = "drafts"
_LOCK = ".lock"
_OTHERS = 0o077
"""What others than the owner may do."""
_FOLDERS = ("", HEARD, JOBS, TURNS)
"""Where a state folder has files of sessions."""


@contextmanager
def scratch_folder() -> Iterator[str]:
    """Make a private folder for a copy that is gone afterwards, and say what to do when the disk refuses.

    A lock is held beside it for as long as its process lives: that is how a dead one is known.
    """
    folder = os.path.join(state_home(), f"{SCRATCH}{os.getpid()}-{os.urandom(4).hex()}")
    try:
        make_private(state_home())
        with usage.only_one(folder + _LOCK):
            try:
                yield make_private(folder)
            finally:
                _remove_scratch(folder)
    except OSError as trouble:
        raise failure(trouble, folder) from trouble


def sweep_scratch() -> None:
    """Take away what processes left that were killed while they worked on a copy."""
    try:
        names = [name for name in os.listdir(state_home()) if name.startswith(SCRATCH)]
    except OSError:
        return
    for name in {name.removesuffix(_LOCK) for name in names}:
        folder = os.path.join(state_home(), name)
        with suppress(OSError), usage.only_one(folder + _LOCK) as is_alone:
            # Windows has no such lock: there a day tells.
            if is_alone and (sys.platform != "win32" or _written(folder) < time.time() - DAY_S):
                _remove_scratch(folder)


def _remove_scratch(folder: str) -> None:
    """Remove a copy, what was kept about it as about any book, and its lock."""
    inside = os.path.realpath(folder) + os.sep
    _remove_tree(folder)
    for state in _states():
        with suppress(OSError):
            with open(os.path.join(state, TRUSTED), encoding="utf-8", errors="replace") as file:
                is_of_copy = file.read().startswith(inside)
            if is_of_copy:
                _remove_tree(state)
                cache = os.path.join(cache_home(), os.path.basename(state))
                _remove_tree(cache)
    with suppress(OSError):
        os.unlink(folder + _LOCK)


def new_draft(name: str, content: bytes) -> str:
    """Put a copy for a person's editor into a private folder of its own and return where; say so when the disk refuses."""
    folder = os.path.join(state_home(), DRAFTS, os.urandom(4).hex())
    path = os.path.join(folder, name)
    try:
        write_private(path, content)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return path


def keep_draft(path: str, content: bytes) -> None:
    """Leave of a draft `content` alone: what an editor put beside it has more of what was typed."""
    drop_draft(path)
    write_private(path, content)


def drop_draft(path: str) -> None:
    """Remove a draft and what an editor left beside it."""
    _remove_tree(os.path.dirname(path))


def _drafts() -> list[str]:
    try:
        return [entry.path for entry in os.scandir(os.path.join(state_home(), DRAFTS))]
    except OSError:
        return []


def sweep_daily(now: float | None = None) -> None:
    """Let go of what is older than 30 days, once a day; a disk that refuses is tried again tomorrow.

    Where nothing is kept not even a mark is left: a book is opened before anybody has agreed to anything.
    """
    now = time.time() if now is None else now
    home = state_home()
    mark = os.path.join(home, SWEPT)
    with suppress(OSError):
        if not os.path.isdir(home) or now - _written(mark) <= DAY_S:
            return
        if os.stat(home).st_mode & _OTHERS:
            os.chmod(home, PRIVATE)  # made by a version that left it to the umask
        if _is_anything_kept():
            write_private(mark, "")
            os.utime(mark, (now, now))
            forget_sessions(now - KEPT_DAYS * DAY_S)
            for folder in _drafts():
                if _written(folder) < now - KEPT_DAYS * DAY_S:
                    _remove_tree(folder)


def _is_anything_kept() -> bool:
    """Say whether anything is known about a session that can grow too old."""
    logs = (os.path.join(state_home(), name) for name in (*_LOGS, TOOLS))
    folders = (state_home(), *_states())
    return (
        any(map(os.path.isfile, logs))
        or bool(_drafts())
        or any(_files_in(folder) or usage.has_lines(folder) for folder in folders)
    )


def forget_sessions(before: float | None = None) -> int:
    """Let go of what is known about sessions older than `before`, of all without it; count the files."""
    limit = time.time() + DAY_S if before is None else before
    gone = sum(_forget_in(folder, limit) for folder in (state_home(), *_states()))
    with suppress(OSError):
        forget_tools(int(limit * 1e9))
    return gone + _shorten_log(limit)


def log_bytes(state: str) -> int:
    """Return how many bytes the logs of hooks and those of one book take; each of them is bounded."""
    found = [os.path.join(state_home(), name) for name in _LOGS]
    with suppress(OSError):
        found += [each.path for each in os.scandir(state) if ".jsonl" in each.name]
    found = [path for path in found if os.path.basename(path) != APPROVALS]
    return sum(os.path.getsize(path) for path in found if os.path.isfile(path))


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
    for name in _LOGS:
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


def _remove_tree(folder: str) -> None:
    import shutil  # noqa: PLC0415 - every command looks for what is too old, few find it

    shutil.rmtree(folder, ignore_errors=True)

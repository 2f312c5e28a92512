"""Small files of the state folder, one table each: captures, chosen engines, measurements, words that were looked over.

Which injected lines were used: lines beside the usage file, from which rates are computed.

A window, not a history: when the file is full it becomes the older half of the window, and what was
the older half is let go. A rate of the last months says more than one since the beginning.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

from commonplace.core.plain_json import loads
from commonplace.errors import WriteFailed
from commonplace.storage.disk import failure
from commonplace.storage.places import state_of, write_private
from commonplace.storage.plain_files import read_plain
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


UNFINISHED = "unfinished-lesson.jsonl"


def keep_unfinished(root: str, line: dict[str, object]) -> None:
    """Append one answer of a lesson that is under way; a full disk must not end the conversation."""
    with suppress(OSError):
        append_line(os.path.join(state_of(root), UNFINISHED), line)


def read_unfinished(root: str) -> list[dict[str, object]]:
    """Return the answers of the lesson that was left before its end, the oldest first."""
    return read_lines(os.path.join(state_of(root), UNFINISHED))


def drop_unfinished(root: str) -> None:
    """Let go of those answers: the lesson has come to its end, or begins again."""
    with suppress(FileNotFoundError):
        os.remove(os.path.join(state_of(root), UNFINISHED))


CHOICE = "engine.json"


def read_choice(root: str) -> bytes | None:
    """Return what was chosen for the book at `root`, None when nothing was."""
    return read_plain(_place(root))


def keep_choice(root: str, content: bytes) -> None:
    """Keep what was chosen for the book at `root`, in the place of what was chosen before."""
    place = _place(root)
    try:
        write_private(place, content)
    except OSError as cause:
        raise WriteFailed("write-failed", path=place, cause=cause.strerror) from cause


def drop_choice(root: str) -> None:
    """Forget what was chosen for the book at `root`."""
    with suppress(FileNotFoundError):
        os.remove(_place(root))


def _place(root: str) -> str:
    return os.path.join(state_of(root), CHOICE)


FILE = "metrics.jsonl"
MOST_POINT_BYTES = 256 * 1024
"""Some five years of a measurement each day; then the older half is let go."""


def note_point(state: str, point: dict[str, object]) -> None:
    """Keep one measurement; a disk that refuses costs a point of the curve and nothing else."""
    path = os.path.join(state, FILE)
    try:
        if append_line(path, point) > MOST_POINT_BYTES:
            os.replace(path, path + ".1")
    except OSError:
        return


def metric_points(state: str) -> list[dict[str, object]]:
    """Return the measurements, oldest first, the last one of each day."""
    path = os.path.join(state, FILE)
    days = {
        str(line.get("day", "")): line for line in (*read_lines(path + ".1"), *read_lines(path))
    }
    return [days[day] for day in sorted(days) if day]


_LOOKED = "looked-over"


def read_looked_over(root: str) -> frozenset[str] | None:
    """Return the hashes of the last look at the book at `root`, None when there was none."""
    try:
        with open(_path(root), encoding="ascii", errors="replace") as file:
            return frozenset(file.read().split())
    except OSError:
        return None


def keep_looked_over(root: str, contents: Iterable[str]) -> None:
    """Note that those words stand in the book now; half a note is never seen."""
    path = _path(root)
    try:
        write_private(path, "".join(f"{each}\n" for each in sorted(contents)))
    except OSError as trouble:
        raise failure(trouble, path) from trouble


def _path(root: str) -> str:
    return os.path.join(state_of(root), _LOOKED)


USES_FILE, OLDER = "uses.jsonl", "uses-older.jsonl"
WINDOW_BYTES = 256 * 1024


def record_uses(state: str, day: str, prompt_key: str, used: list[str], unused: list[str]) -> bool:
    """Note how an answer used what it was handed, and say so; an answer is counted once."""
    if any(line.get("key") == prompt_key for line in read_lines(os.path.join(state, USES_FILE))):
        return False
    path = os.path.join(state, USES_FILE)
    line = {"day": day, "key": prompt_key, "used": used, "unused": unused}
    if append_line(path, line) > WINDOW_BYTES:
        os.replace(path, os.path.join(state, OLDER))
    return True


def uses(state: str) -> dict[str, tuple[int, int]]:
    """Return for each memory how often an answer used it, and how often it did not."""
    total: dict[str, tuple[int, int]] = {}
    for line in _answers(state):
        _count(total, line)
    return total


def uses_by_session(state: str) -> dict[tuple[str, str], dict[str, tuple[int, int]]]:
    """Return the same for each session; where a host names none, it is a day without a name."""
    total: dict[tuple[str, str], dict[str, tuple[int, int]]] = {}
    for line in _answers(state):
        session = _session(str(line.get("key", "")))
        day = "" if session else str(line.get("day", ""))
        _count(total.setdefault((session, day), {}), line)
    return total


def _answers(state: str) -> Iterator[dict[str, object]]:
    """Yield a line for every answer in the window, oldest first."""
    for name in (OLDER, USES_FILE):
        yield from read_lines(os.path.join(state, name))


def _count(total: dict[str, tuple[int, int]], line: dict[str, object]) -> None:
    for memory in _names(line.get("used")):
        hit, noise = total.get(memory, (0, 0))
        total[memory] = (hit + 1, noise)
    for memory in _names(line.get("unused")):
        hit, noise = total.get(memory, (0, 0))
        total[memory] = (hit, noise + 1)


def _session(key: str) -> str:
    """Return the session of a prompt's key, which names it before the time."""
    try:
        parts = loads(key)
    except ValueError:
        return ""
    return str(parts[0]) if isinstance(parts, list) and parts else ""


def judged(state: str) -> list[tuple[str, int, int]]:
    """Return day, lines used and lines not used of every answer in the window, oldest first."""
    return [
        (str(line.get("day", "")), len(_names(line.get("used"))), len(_names(line.get("unused"))))
        for line in _answers(state)
    ]


def hit_rate(state: str) -> float | None:
    """Return which share of the injected lines was used; None when none was judged."""
    counted = uses(state).values()
    judged = sum(hit + noise for hit, noise in counted)
    return sum(hit for hit, _ in counted) / judged if judged else None


def _names(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []

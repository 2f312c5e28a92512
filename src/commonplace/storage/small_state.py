"""Small files of the state folder, one table each: captures, chosen engines, measurements, words that were looked over."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress

from commonplace.errors import WriteFailed
from commonplace.storage.disk import failure
from commonplace.storage.places import state_of, write_private
from commonplace.storage.plain_reading import read_plain
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

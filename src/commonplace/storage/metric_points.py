"""How the library was, day by day: one line for each measurement, in the state folder of its book."""

from __future__ import annotations

import os

from commonplace.storage.usage import append_line, read_lines

FILE = "metrics.jsonl"
MOST_BYTES = 256 * 1024
"""Some five years of a measurement each day; then the older half is let go."""


def note_point(state: str, point: dict[str, object]) -> None:
    """Keep one measurement; a disk that refuses costs a point of the curve and nothing else."""
    path = os.path.join(state, FILE)
    try:
        if append_line(path, point) > MOST_BYTES:
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

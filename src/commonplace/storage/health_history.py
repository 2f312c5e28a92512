"""How healthy a book was over time, and whether it is time to suggest upkeep: plain and light.

A session hook may ask this in a fresh process, so nothing is loaded that it has not loaded anyway.
"""

from __future__ import annotations

import os

from commonplace.storage.places import write_private
from commonplace.storage.usage import append_line, read_lines

HISTORY = "health.jsonl"
SUGGESTED = "distill-suggested"
LEAST, LEAST_UNDISTILLED, MANY = 5, 10, 30
LONG_AGO_DAYS = 30

TOO_MANY, UNUSED, LONG_AGO = "many", "unused", "long-ago"
"""Why upkeep is suggested."""


def note_health(state: str, line: dict[str, object]) -> None:
    """Append what a run of upkeep found: a point of the curve."""
    append_line(os.path.join(state, HISTORY), line)


def health_history(state: str) -> list[dict[str, object]]:
    """Return every point of the curve, oldest first; a torn line is passed over."""
    return read_lines(os.path.join(state, HISTORY))


def suggestion(state: str, day: str, total: int, never: int, every_days: int = 1) -> str:
    """Return why upkeep of a book is due on `day`, empty when it is not or was said lately.

    A book of fewer than five memories is never nagged about (skill-memory B4).
    """
    reason = _reason(state, day, total, never)
    if not reason or _ordinal(day) - _ordinal(_said(state)) < every_days:
        return ""
    write_private(os.path.join(state, SUGGESTED), day)
    return reason


def _reason(state: str, day: str, total: int, never: int) -> str:
    if total < LEAST:
        return ""
    if total >= MANY:
        return TOO_MANY
    if never / total > 0.5:
        return UNUSED
    if total >= LEAST_UNDISTILLED and days_since_upkeep(state, day) > LONG_AGO_DAYS:
        return LONG_AGO
    return ""


def days_since_upkeep(state: str, day: str) -> int:
    """Return how long ago upkeep last looked at the book; a very long time when it never did."""
    points = health_history(state)
    last = str(points[-1].get("at", ""))[:10] if points else ""
    return _ordinal(day) - _ordinal(last) if last else 10**6


def _ordinal(day: str) -> int:
    """Return the number of a day; months of 31 days are near enough for a month's distance."""
    try:
        year, month, of_month = (int(part) for part in day.split("-"))
    except ValueError:
        return 0
    return (year * 12 + month) * 31 + of_month


def _said(state: str) -> str:
    try:
        with open(os.path.join(state, SUGGESTED), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""

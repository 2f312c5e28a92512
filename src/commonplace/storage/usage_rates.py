"""Which injected lines were used: lines beside the usage file, from which rates are computed.

A window, not a history: when the file is full it becomes the older half of the window, and what was
the older half is let go. A rate of the last months says more than one since the beginning.
"""

from __future__ import annotations

import os

from commonplace.storage.usage import append_line, read_lines

FILE, OLDER = "uses.jsonl", "uses-older.jsonl"
WINDOW_BYTES = 256 * 1024


def record_uses(state: str, day: str, prompt_key: str, used: list[str], unused: list[str]) -> bool:
    """Note how an answer used what it was handed, and say so; an answer is counted once."""
    if any(line.get("key") == prompt_key for line in read_lines(os.path.join(state, FILE))):
        return False
    path = os.path.join(state, FILE)
    line = {"day": day, "key": prompt_key, "used": used, "unused": unused}
    if append_line(path, line) > WINDOW_BYTES:
        os.replace(path, os.path.join(state, OLDER))
    return True


def uses(state: str) -> dict[str, tuple[int, int]]:
    """Return for each memory how often an answer used it, and how often it did not."""
    total: dict[str, tuple[int, int]] = {}
    for name in (OLDER, FILE):
        for line in read_lines(os.path.join(state, name)):
            for memory in _names(line.get("used")):
                hit, noise = total.get(memory, (0, 0))
                total[memory] = (hit + 1, noise)
            for memory in _names(line.get("unused")):
                hit, noise = total.get(memory, (0, 0))
                total[memory] = (hit, noise + 1)
    return total


def judged(state: str) -> list[tuple[str, int, int]]:
    """Return day, lines used and lines not used of every answer in the window, oldest first."""
    return [
        (str(line.get("day", "")), len(_names(line.get("used"))), len(_names(line.get("unused"))))
        for name in (OLDER, FILE)
        for line in read_lines(os.path.join(state, name))
    ]


def hit_rate(state: str) -> float | None:
    """Return which share of the injected lines was used; None when none was judged."""
    counted = uses(state).values()
    judged = sum(hit + noise for hit, noise in counted)
    return sum(hit for hit, _ in counted) / judged if judged else None


def _names(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []

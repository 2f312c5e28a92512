"""Which of this machine's retrievals a book's own counters include already.

A mark says: when the book's counter stood at `counted`, it included this machine's first `included`
retrievals. It holds only while the book counts at least that much. So a crash between writing the
counters and the mark, an undo, or another branch of the repository neither loses a retrieval nor counts
one twice, and marks may be written before the counters are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from commonplace.storage.places import write_private

MARKS = "usage-folded.json"
MOST_MARKS = 5

Marks = dict[str, list[list[int]]]
"""Memory id to `[included, counted]`, newest last."""


def read_marks(state: str) -> Marks:
    """Return the marks of a book; none when there are none that can be read."""
    try:
        with open(os.path.join(state, MARKS), encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def unfolded(here: int, counted: int, marks: list[list[int]]) -> int:
    """Return how many of the retrievals made `here` a counter that stands at `counted` lacks."""
    included = [mark[0] for mark in marks if len(mark) == 2 and mark[1] <= counted]
    return max(0, here - max(included, default=0))


def write_marks(state: str, folded: Mapping[str, list[int]]) -> None:
    """Add one mark for each memory whose counter is about to include what was retrieved here."""
    if not folded:
        return
    marks = read_marks(state)
    for name, mark in folded.items():
        marks[name] = [*marks.get(name, []), list(mark)][-MOST_MARKS:]
    write_private(os.path.join(state, MARKS), json.dumps(marks))

"""What a run of upkeep leaves outside the book: marks of folded counters, a point of the health curve."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from commonplace.storage.folding import write_marks
from commonplace.storage.health_history import note_health
from commonplace.storage.places import state_of
from commonplace.storage.project_state import tell_project


def fold_usage(root: str, entry: str) -> None:
    """Mark which of this machine's retrievals the counters of a proposal will include.

    Before they are written: a mark without its counters does not hold, counters without their mark
    would be counted twice.
    """
    if entry:
        with suppress(OSError):
            write_marks(state_of(root), json.loads(entry).get("folded", {}))


def keep_health(root: str, project: Path, entry: str, *, is_report: bool) -> None:
    """Note the health in `entry`; a disk that refuses costs a point of a curve, never the upkeep."""
    if not entry:
        return
    told = json.loads(entry)
    health = told["memory_health"]
    point = {key: value for key, value in health.items() if key != "distill_count"}
    point = {"at": point.pop("last_distilled"), "type": told["operation"]["type"], **point}
    with suppress(OSError):
        note_health(state_of(root), point)
    with suppress(OSError):
        tell_project(project, health, is_report=is_report)

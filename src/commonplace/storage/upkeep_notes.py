"""What a run of upkeep leaves outside the book: marks of folded counters, a point of the health curve."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from commonplace.storage.folding import write_marks
from commonplace.storage.health_history import note_health
from commonplace.storage.places import state_of
from commonplace.storage.project_state import Told, keep_told, take_back, tell_project, told_by


def fold_usage(root: str, entry: str) -> None:
    """Mark which of this machine's retrievals the counters of a proposal will include.

    Before they are written: a mark without its counters does not hold, counters without their mark
    would be counted twice.
    """
    if entry:
        with suppress(OSError):
            write_marks(state_of(root), json.loads(entry).get("folded", {}))


def keep_health(root: str, project: Path, entry: str, *, receipt: str = "") -> None:
    """Note the health in `entry`; a disk that refuses costs a point of a curve, never the upkeep.

    What a change told the project is remembered under its `receipt`; without one it was a report.
    """
    if not entry:
        return
    told = json.loads(entry)
    health = told["memory_health"]
    point = {key: value for key, value in health.items() if key != "distill_count"}
    point = {"at": point.pop("last_distilled"), "type": told["operation"]["type"], **point}
    with suppress(OSError):
        note_health(state_of(root), point)
    with suppress(OSError):
        told = tell_project(project, health, is_report=not receipt)
        if told and receipt:
            keep_told(state_of(root), receipt, told)


def take_back_health(root: str, project: Path, undone: str, receipt: str) -> None:
    """Tell the project what it was told before the change of `undone`; `receipt` can be undone, too."""
    state = state_of(root)
    with suppress(OSError):
        told = told_by(state, undone)
        if told and take_back(project, told):
            keep_told(state, receipt, Told(told.after, told.before))

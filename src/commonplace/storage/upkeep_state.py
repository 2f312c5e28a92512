"""What a run of upkeep leaves outside the book: marks of folded counters, the health history, a line in `specs/state.json`."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from commonplace.core.values import dataclass
from commonplace.storage.disk import Disk, NotReadable, read_guarded
from commonplace.storage.places import state_of, write_private
from commonplace.storage.publish import staged_name
from commonplace.storage.usage import append_line, read_lines

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


HISTORY = "health.jsonl"
SUGGESTED = "distill-suggested"
LEAST, LEAST_UNDISTILLED, MANY = 5, 10, 30
LONG_AGO_DAYS = 30

TOO_MANY, UNUSED, LONG_AGO = "many", "unused", "long-ago"
"""Why upkeep is suggested."""


MOST_HISTORY_BYTES = 256 * 1024
"""Some thousand runs of upkeep; then the older half is let go."""


def note_health(state: str, line: dict[str, object]) -> None:
    """Append what a run of upkeep found: a point of the curve."""
    path = os.path.join(state, HISTORY)
    if append_line(path, line) > MOST_HISTORY_BYTES:
        os.replace(path, path + ".1")


def health_history(state: str) -> list[dict[str, object]]:
    """Return every point of the curve, oldest first; a torn line is passed over."""
    path = os.path.join(state, HISTORY)
    return [*read_lines(path + ".1"), *read_lines(path)]


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


STATE_FILE = Path("specs") / "state.json"
KEY = "memory_health"
TOLD = "told-project.json"
MOST_TOLD = 50
"""How many changes can be taken back; the oldest are let go."""

Said = Mapping[str, object] | None
"""What the file says of the book, None when nothing."""


@dataclass(frozen=True, slots=True)
class StateLine:
    """One change of what a project is told."""

    before: Said
    after: Said


def tell_project(
    project: Path, health: Mapping[str, object], *, is_report: bool
) -> StateLine | None:
    """Write `health` into the project's state and return what changed, None where there is none."""
    state = _read(project / STATE_FILE)
    if state is None:
        return None
    before = state.get(KEY)
    known = before if isinstance(before, dict) else {}
    done = known.get("distill_count")
    count = (done if isinstance(done, int) else 0) + (not is_report)
    after = {**known, **health, "distill_count": count}
    _say(project, state, after)
    return StateLine(known if KEY in state else None, after)


def take_back(project: Path, told: StateLine) -> bool:
    """Say again what the file said before, unless somebody has told it something else since."""
    state = _read(project / STATE_FILE)
    if state is None or state.get(KEY) != told.after:
        return False
    _say(project, state, told.before)
    return True


def keep_told(folder: str, receipt: str, told: StateLine) -> None:
    """Remember in the state `folder` of a book what the change of `receipt` told its project."""
    path = Path(folder) / TOLD
    known = _read(path) or {}
    known[receipt] = [told.before, told.after]
    _write(path, dict(list(known.items())[-MOST_TOLD:]))


def told_by(folder: str, receipt: str) -> StateLine | None:
    """Return what the change of `receipt` told the project, None when nothing is known of it."""
    match (_read(Path(folder) / TOLD) or {}).get(receipt):
        case [dict() | None as before, dict() | None as after]:
            return StateLine(before, after)
    return None


def _say(project: Path, state: Mapping[str, object], said: Said) -> None:
    kept = {key: value for key, value in state.items() if key != KEY or said is not None}
    _write(project / STATE_FILE, kept if said is None else {**kept, KEY: said})


def _read(path: Path) -> dict[str, object] | None:
    """Return what a file of ours or the project's says; a link is not followed, and says nothing."""
    try:
        value = json.loads(read_guarded(str(path)))
    except (OSError, NotReadable, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and not path.parent.is_symlink() else None


def _write(path: Path, value: Mapping[str, object]) -> None:
    """Write all of it or nothing; the folder may be a stranger's, so no name in it is foreseeable."""
    try:
        content = (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
    except (UnicodeEncodeError, RecursionError):
        return  # half a character: what cannot be kept is left alone
    disk, staged = Disk(), path.with_name(staged_name())
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o600
    try:
        disk.write_new(str(staged), content, mode)
        staged.replace(path)
        disk.sync_folder(str(path.parent))
    finally:
        staged.unlink(missing_ok=True)


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
            keep_told(state, receipt, StateLine(told.after, told.before))

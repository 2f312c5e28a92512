"""A project's `specs/state.json`: told the health of its book, where the project has such a file.

The file belongs to another tool: it is never made, one that is not JSON is left alone, and only our key
is ever changed. What it said before is kept beside the receipt, so that an undo takes it back, too.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from commonplace.storage.disk import Disk, NotReadable, read_guarded
from commonplace.storage.publish import staged_name

STATE_FILE = Path("specs") / "state.json"
KEY = "memory_health"
TOLD = "told-project.json"
MOST_TOLD = 50
"""How many changes can be taken back; the oldest are let go."""

Said = Mapping[str, object] | None
"""What the file says of the book, None when nothing."""


@dataclass(frozen=True, slots=True)
class Told:
    """One change of what a project is told."""

    before: Said
    after: Said


def tell_project(project: Path, health: Mapping[str, object], *, is_report: bool) -> Told | None:
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
    return Told(known if KEY in state else None, after)


def take_back(project: Path, told: Told) -> bool:
    """Say again what the file said before, unless somebody has told it something else since."""
    state = _read(project / STATE_FILE)
    if state is None or state.get(KEY) != told.after:
        return False
    _say(project, state, told.before)
    return True


def keep_told(folder: str, receipt: str, told: Told) -> None:
    """Remember in the state `folder` of a book what the change of `receipt` told its project."""
    path = Path(folder) / TOLD
    known = _read(path) or {}
    known[receipt] = [told.before, told.after]
    _write(path, dict(list(known.items())[-MOST_TOLD:]))


def told_by(folder: str, receipt: str) -> Told | None:
    """Return what the change of `receipt` told the project, None when nothing is known of it."""
    match (_read(Path(folder) / TOLD) or {}).get(receipt):
        case [dict() | None as before, dict() | None as after]:
            return Told(before, after)
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

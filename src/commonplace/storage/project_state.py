"""A project's `specs/state.json`: told the health of its book, where the project has such a file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

STATE_FILE = Path("specs") / "state.json"
KEY = "memory_health"


def tell_project(project: Path, health: Mapping[str, object], *, is_report: bool) -> bool:
    """Write `health` into the project's state and say whether it was; other keys stay as they are.

    The file belongs to another tool: it is never made, and one that is not JSON is left alone.
    """
    path = project / STATE_FILE
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not isinstance(state, dict):
        return False
    before = state.get(KEY)
    known = before if isinstance(before, dict) else {}
    done = known.get("distill_count")
    count = (done if isinstance(done, int) else 0) + (not is_report)
    state[KEY] = {**known, **health, "distill_count": count}
    _replace(path, json.dumps(state, ensure_ascii=False, indent=2) + "\n")
    return True


def _replace(path: Path, text: str) -> None:
    staged = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        staged.write_text(text, encoding="utf-8")
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)

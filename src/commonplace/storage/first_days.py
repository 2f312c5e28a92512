"""Since when a file is there: its first commit in git, else what the file system remembers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping
from datetime import date, datetime

_TIMEOUT_S = 20.0
_MARK = "\x01"


def first_commits(root: str) -> Mapping[str, date]:
    """Return the day of each file's first commit, by path below `root`; empty outside a repository."""
    command = ["git", "-C", root, "-c", "core.quotePath=false", "log", "--relative"]
    command += ["--diff-filter=A", "--no-renames", "--name-only", f"--format={_MARK}%as", "--", "."]
    try:
        told = subprocess.run(  # noqa: S603 - git, with nothing of the user's in it but the folder
            command, capture_output=True, timeout=_TIMEOUT_S, check=False, encoding="utf-8"
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return {}
    found: dict[str, date] = {}
    day: date | None = None
    for line in told.stdout.splitlines():
        if line.startswith(_MARK):
            day = date.fromisoformat(line[1:])
        elif line and day:
            found[line] = day  # newest first: the last one that is told is the first
    return found


def file_days(root: str, paths: Iterable[str]) -> Mapping[str, date]:
    """Return the day on which each file was last written, for those that are there."""
    found: dict[str, date] = {}
    for path in paths:
        try:
            saved = os.stat(os.path.join(root, path)).st_mtime
        except OSError:
            continue
        found[path] = datetime.fromtimestamp(saved).astimezone().date()
    return found

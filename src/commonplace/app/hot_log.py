"""What went wrong in hooks: one line each, for `doctor` to count."""

from __future__ import annotations

import os
import time

from commonplace.core.plain_json import dumps
from commonplace.storage.places import state_home

LOG = "hook.log"
LOG_BYTES = 256 * 1024
"""A longer log is put aside, and the one put aside before it is let go."""


def log(event: str, trouble: str, seconds: float) -> None:
    """Leave one line; a log that cannot be written is nobody's loss."""
    line = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "event": event,
        "ms": round(seconds * 1000),
        "trouble": trouble[:300],
    }
    try:
        os.makedirs(state_home(), mode=0o700, exist_ok=True)
        path = os.path.join(state_home(), LOG)
        if os.path.exists(path) and os.path.getsize(path) > LOG_BYTES:
            os.replace(path, path + ".1")
        with open(path, "a", encoding="utf-8") as file:
            file.write(dumps(line) + "\n")
    except OSError:
        return

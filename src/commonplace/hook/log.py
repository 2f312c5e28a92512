"""What went wrong in hooks: one line each, for `doctor` to count."""

from __future__ import annotations

import os
import time

from commonplace.core.plain_json import dumps
from commonplace.core.prompt_redaction import plain_words
from commonplace.storage.places import PRIVATE_FILE, make_private, state_home

LOG = "hook.log"
LOG_BYTES = 256 * 1024
"""A longer log is put aside, and the one put aside before it is let go."""


def log(event: str, trouble: str, seconds: float) -> None:
    """Leave one line, of plain words: an error may quote what somebody typed.

    A log that cannot be written is nobody's loss.
    """
    line = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "event": event,
        "ms": round(seconds * 1000),
        "trouble": _plain(trouble[:300]),
    }
    try:
        path = os.path.join(make_private(state_home()), LOG)
        if os.path.exists(path) and os.path.getsize(path) > LOG_BYTES:
            os.replace(path, path + ".1")
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
        with os.fdopen(file, "a", encoding="utf-8") as stream:
            stream.write(dumps(line) + "\n")
    except OSError:
        return


def _plain(trouble: str) -> str:
    """Return the kind of an exception and plain words of what it says; our own outcomes as they are."""
    kind, sign, said = trouble.partition(": ")
    return f"{kind}{sign}{plain_words(said)}" if sign and kind.isidentifier() else trouble

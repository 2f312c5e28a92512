"""What became of hooks: a line for each that ran, and one for each that had trouble, which `doctor` counts."""

from __future__ import annotations

import os
import time

from commonplace.core.plain_json import dumps
from commonplace.core.prompt_redaction import LEFT_OUT, plain_words
from commonplace.hosts.dialects import DIALECTS
from commonplace.storage.places import PRIVATE_FILE, make_private, state_home

LOG = "hook.log"
RUNS = "hook.runs"
LATELY_S = 7 * 24 * 3600
LOG_BYTES = 256 * 1024
"""A longer log is put aside, and the one put aside before it is let go."""


def name_of(arguments: list[str]) -> str:
    """Return the host and the event that a command line names; what no host says may be what somebody typed."""
    known = {*DIALECTS, *(event for each in DIALECTS.values() for event in each.events)}
    return " ".join(word if word in known else LEFT_OUT for word in arguments[:2])


def log(event: str, trouble: str, seconds: float) -> None:
    """Leave one line about trouble, of plain words: an error may quote what somebody typed."""
    try:
        make_private(state_home())
    except OSError:
        return
    _append(LOG, event, seconds, {"trouble": _plain(trouble[:300])})


def ran(event: str, seconds: float, *, has_told: bool) -> None:
    """Leave one line about a hook that did its work, and whether it told anything: that it ran at all is asked first.

    Where nothing of ours was ever kept, nothing is now.
    """
    _append(RUNS, event, seconds, {"told": has_told})


def has_run_lately(host: str) -> bool:
    """Say whether a hook of that host did its work in the last days."""
    since = time.strftime("%Y-%m-%d", time.localtime(time.time() - LATELY_S))
    try:
        with open(os.path.join(state_home(), RUNS), encoding="utf-8", errors="replace") as file:
            ours = (line for line in file if f'"event": "{host} ' in line)
            return any(line.partition('"at": "')[2] >= since for line in ours)
    except OSError:
        return False


def _append(name: str, event: str, seconds: float, more: dict[str, object]) -> None:
    """Append a line to a log; one that cannot be written is nobody's loss."""
    at = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    line = {"at": at, "event": event, "ms": round(seconds * 1000), **more}
    path = os.path.join(state_home(), name)
    try:
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

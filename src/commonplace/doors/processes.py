"""The processes above ours, where the system tells them (Linux): who runs us, whatever the environment says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

from commonplace.core.agent_detection import agent_called


def commands_above() -> Iterator[list[str]]:
    """Yield the command line of each process above ours, the nearest first."""
    process = os.getppid()
    while process > 1:
        try:
            with open(f"/proc/{process}/cmdline", encoding="utf-8", errors="replace") as file:
                yield file.read().split("\0")
            with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
                status = file.read()
        except OSError:
            return
        # The name before it stands in brackets and may hold anything.
        process = int(status.rpartition(")")[2].split()[1])


@cache
def agent_above() -> str:
    """Return the agent program above us that leaves no mark in the environment, empty for none."""
    return next(filter(None, map(agent_called, commands_above())), "")

"""What is ours in another program's files: commands that run us, whatever folder we are in."""

from __future__ import annotations

import re

from commonplace.hosts.dialects import DIALECTS

_HOOK = re.compile(
    rf"(?:.*[/\\]|.* -m )?[\"']?commonplace(?:\.exe)?[\"']? hook (?:{'|'.join(DIALECTS)}) \w+\s*"
)
"""A whole command that is our hook: one that only mentions it is somebody else's."""
_PROGRAM = re.compile(r"(?:.*[/\\])?commonplace(?:\.exe)?")


class NotOurs(ValueError):
    """Something of the same name is there and is somebody else's."""


def is_our_hook(handler: object) -> bool:
    """Say whether one entry of a hook list runs our hook."""
    values = handler.values() if isinstance(handler, dict) else ()
    return any(isinstance(value, str) and _HOOK.fullmatch(value) for value in values)


def runs_us(entry: object) -> bool:
    """Say whether a server's entry starts our program, or one of ours from another folder."""
    if isinstance(entry, dict):
        return any(map(runs_us, entry.values()))
    if isinstance(entry, list):
        return any(map(runs_us, entry))
    return isinstance(entry, str) and bool(_PROGRAM.fullmatch(entry))

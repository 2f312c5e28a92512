"""Try again when somebody else was quicker."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from commonplace.errors import ChangedUnderneath

T = TypeVar("T")


def anew(attempt: Callable[[], T], timeout_s: float) -> T:
    """Make an attempt, and another on the new text when a file has changed meanwhile.

    Only as long as one would wait for the lock: programs that write at one moment shall all be heard.
    """
    until = time.monotonic() + timeout_s
    while True:
        try:
            return attempt()
        except ChangedUnderneath:
            if time.monotonic() > until:
                raise

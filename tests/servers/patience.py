"""Waiting for a server on a machine that is busy with other work: no test is about how fast that is.

The limits of every installation are short, and an answer that misses them is marked and the embedded one;
that is right, and tested where it is meant. Everywhere else a test waits as long as it takes.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from commonplace.engines.postgres.server import Limits

T = TypeVar("T")
PATIENT = Limits(read_s=120.0, write_s=240.0, lock_s=120.0, connect_s=60.0)
LONGEST_S = 120.0
OUT_OF_TIME = ("postgres-slow", "postgres-unreachable", "qmd-timeout")
"""What a healthy engine is called when there was no time for it."""


def in_time(ask: Callable[[], T], why: Callable[[T], str]) -> T:
    """Return the first answer that was given in time; `why` says how an answer is marked."""
    end = time.monotonic() + LONGEST_S
    while (answer := ask()) and why(answer).endswith(OUT_OF_TIME) and time.monotonic() < end:
        time.sleep(0.1)  # a server that was out of time is left alone for a while
    return answer

"""Borrow a connection: waited for while others work with theirs, and cut when time is over."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import TYPE_CHECKING

from commonplace.engines.postgres.limits import LEAST_WAIT_S
from commonplace.engines.postgres.pools import driver, pool_of
from commonplace.engines.postgres.troubles import NoLine, Slow

if TYPE_CHECKING:
    from commonplace.engines.postgres.pools import Line, Pool

_IN_USE: Counter[str] = Counter()
"""How many connections to each server are working right now, for anybody in this process."""
_COUNTING = Lock()


@contextmanager
def borrowed(url: str, end: float, connect_s: float) -> Iterator[Line]:
    """Yield a connection until `end`; raise `NoLine` where there is none, `Slow` where time is over."""
    psycopg = driver()
    try:
        pool = pool_of(url, connect_s)
        line = _waited_for(pool, url, end, connect_s)
    except psycopg.Error as error:
        raise NoLine(str(error)) from error
    _count(url, 1)
    try:
        with line, cut_after(line, end - time.monotonic()):
            yield line
    finally:
        _count(url, -1)
        pool.putconn(line)


def _waited_for(pool: Pool, url: str, end: float, connect_s: float) -> Line:
    """Return a connection of the pool's; that all of them are busy says that the server is there."""
    from psycopg_pool import PoolTimeout  # noqa: PLC0415 - an extra

    while (left_s := end - time.monotonic()) >= LEAST_WAIT_S:
        try:
            return pool.getconn(timeout=min(connect_s, left_s))
        except PoolTimeout:
            if left_s >= connect_s and not _IN_USE[url]:
                raise
    raise Slow("no time is left to reach the server")


def _count(url: str, change: int) -> None:
    with _COUNTING:
        _IN_USE[url] += change


@contextmanager
def cut_after(line: Line, seconds: float) -> Iterator[None]:
    """Hang up when the time is over, so that a server that stands still cannot hold us.

    Its own time limit needs a server that runs; this needs only the clock.
    """
    cut = _Cut(line.fileno())
    clock = Timer(max(seconds, 0.0), cut.hang_up)
    clock.daemon = True
    clock.start()
    try:
        yield
    except BaseException as error:
        if cut.is_over and line.closed:
            raise Slow from error
        raise
    finally:
        clock.cancel()
        cut.give_up()


class _Cut:
    """Hangs up a line, unless the work on it is done: then the number may be somebody else's already."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._lock = Lock()
        self._is_done = False
        self.is_over = False

    def hang_up(self) -> None:
        with self._lock:
            if self._is_done:
                return
            # Before the line breaks: who waits on it wakes at once and asks whether it was us.
            self.is_over = True
            line = socket.socket(fileno=self._number)
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.detach()

    def give_up(self) -> None:
        with self._lock:
            self._is_done = True

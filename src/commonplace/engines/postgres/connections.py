"""Connections to a team's server: pooled for each server, borrowed for one question, cut when time is over."""

from __future__ import annotations

import atexit
import logging
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from threading import Lock, Timer
from types import ModuleType
from typing import TYPE_CHECKING

from commonplace.engines.postgres.troubles import Missing, NoLine, Slow

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

    Line = Connection[tuple[object, ...]]
    Pool = ConnectionPool[Line]

CONNECT_S = 1.0
LEAST_WAIT_S = 0.05
"""Who has less than this left is out of time, which says nothing about the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The times, in seconds; those of every installation unless somebody says otherwise."""

    read_s: float = 2.0
    write_s: float = 60.0
    lock_s: float = 10.0
    connect_s: float = CONNECT_S
    rest_s: float = 5.0
    """After a server could not be reached it is left alone for so long: waiting for it helps nobody."""

    @property
    def find_s(self) -> float:
        """So long a question may take with everything that goes before it."""
        return 2 * self.read_s


MOST_CONNECTIONS = 10
IDLE_S = 60.0
LEAST_TIMEOUT_S = 2
"""libpq knows no less."""

_POOLS: dict[tuple[str, float], Pool] = {}
_OPENING = Lock()


def driver() -> ModuleType:
    """Return the driver, which only those have who asked for it."""
    try:
        import psycopg  # noqa: PLC0415
        import psycopg_pool  # noqa: F401, PLC0415 - an extra
    except ImportError as cause:
        raise Missing from cause
    return psycopg


def pool_of(url: str, connect_s: float = CONNECT_S) -> Pool:
    """Return the connections to the server at `url`, which must be there when it is first asked."""
    key = (url, connect_s)
    if key in _POOLS:
        return _POOLS[key]
    # A pool waits for a server that refuses; one try of our own says at once what is wrong.
    driver().connect(url, connect_timeout=_timeout_s(connect_s)).close()
    with _OPENING:  # many ask at once, and all of them share one pool
        if key not in _POOLS:
            _POOLS[key] = _opened(url, connect_s)
    return _POOLS[key]


def _opened(url: str, connect_s: float) -> Pool:
    from psycopg_pool import ConnectionPool  # noqa: PLC0415 - an extra

    # What it reports while a server is away would stand between the lines of an answer.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    made: Pool = ConnectionPool(
        url,
        min_size=0,
        max_size=MOST_CONNECTIONS,
        max_idle=IDLE_S,
        reconnect_timeout=_timeout_s(connect_s),
        open=True,
        # Plans are not kept on the server's side: a pooler in between gives the next one to another.
        kwargs={"prepare_threshold": None, "connect_timeout": _timeout_s(connect_s)},
    )
    atexit.register(made.close, timeout=0)
    return made


def _timeout_s(connect_s: float) -> int:
    return max(LEAST_TIMEOUT_S, ceil(connect_s))


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

"""Connections that are kept and shared, one pool for each server, closed when the process ends."""

from __future__ import annotations

import atexit
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from threading import Event, Timer
from types import ModuleType
from typing import TYPE_CHECKING

from commonplace.engines.postgres.troubles import Missing, Slow

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

    Line = Connection[tuple[object, ...]]
    Pool = ConnectionPool[Line]

MOST_CONNECTIONS = 10
CONNECT_S = 2
"""The least that libpq knows."""

IDLE_S = 60.0


def driver() -> ModuleType:
    """Return the driver, which only those have who asked for it."""
    try:
        import psycopg  # noqa: PLC0415
        import psycopg_pool  # noqa: F401, PLC0415 - an extra
    except ImportError as cause:
        raise Missing from cause
    return psycopg


@cache
def pool_of(url: str) -> Pool:
    """Return the connections to the server at `url`, which must be there when it is first asked."""
    from psycopg import Connection  # noqa: PLC0415 - an extra
    from psycopg_pool import ConnectionPool  # noqa: PLC0415

    # What it reports while a server is away would stand between the lines of an answer.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    # A pool waits for a server that refuses; one try of our own says at once what is wrong.
    Connection.connect(url, connect_timeout=CONNECT_S).close()
    made: Pool = ConnectionPool(
        url,
        min_size=0,
        max_size=MOST_CONNECTIONS,
        max_idle=IDLE_S,
        reconnect_timeout=CONNECT_S,
        open=True,
        # Plans are not kept on the server's side: a pooler in between gives the next one to another.
        kwargs={"prepare_threshold": None, "connect_timeout": CONNECT_S},
    )
    atexit.register(made.close, timeout=0)
    return made


@contextmanager
def cut_after(line: Line, seconds: float) -> Iterator[None]:
    """Hang up when the time is over, so that a server that stands still cannot hold us.

    Its own time limit needs a server that runs; this needs only the clock.
    """
    is_over = Event()
    cut = Timer(max(seconds, 0.0), _hang_up, (line.fileno(), is_over))
    cut.daemon = True
    cut.start()
    try:
        yield
    except BaseException as error:
        if is_over.is_set() and line.closed:
            raise Slow from error
        raise
    finally:
        cut.cancel()


def _hang_up(number: int, is_over: Event) -> None:
    is_over.set()  # before the line breaks: who waits on it wakes at once and asks whether it was us
    line = socket.socket(fileno=number)
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.detach()

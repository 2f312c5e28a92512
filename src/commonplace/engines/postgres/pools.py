"""Connections that are kept and shared, one pool for each server, closed when the process ends."""

from __future__ import annotations

import atexit
import logging
from math import ceil
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING

from commonplace.engines.postgres.limits import CONNECT_S
from commonplace.engines.postgres.troubles import Missing

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

    Line = Connection[tuple[object, ...]]
    Pool = ConnectionPool[Line]

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

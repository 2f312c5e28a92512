"""How a page is reached: names resolved, connections made, secured and timed.

Tests bring a resolver and a connector of their own; there is no setting that does. Nothing here looks
at the environment: no proxies, no credentials.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


def resolve(host: str, port: int, timeout_s: float) -> tuple[str, ...]:
    """Return every address of `host`; raises `OSError` when it has none or nobody answers in time.

    The system's resolver cannot be interrupted, so it is asked by a thread that may be left behind.
    """
    answers: queue.Queue[tuple[str, ...] | OSError] = queue.Queue(1)

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as trouble:
            answers.put(trouble if isinstance(trouble, OSError) else OSError(str(trouble)))
        else:
            answers.put(tuple(dict.fromkeys(str(address[0]) for *_, address in found)))

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=timeout_s)
    except queue.Empty as cause:
        raise TimeoutError("the name was not resolved in time") from cause
    if isinstance(answer, OSError):
        raise answer
    return answer


def connect(address: str, port: int, timeout_s: float) -> socket.socket:
    """Return a connection to an address that is a number already: nothing is resolved again."""
    return socket.create_connection((address, port), timeout=timeout_s)


def secure(connection: socket.socket, host: str) -> socket.socket:
    """Return the connection encrypted, with whoever proves to be `host`."""
    return ssl.create_default_context().wrap_socket(connection, server_hostname=host)


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """Everything that reaches out of this process."""

    resolve: Callable[[str, int, float], Sequence[str]] = resolve
    connect: Callable[[str, int, float], socket.socket] = connect
    secure: Callable[[socket.socket, str], socket.socket] = secure
    clock: Callable[[], float] = time.monotonic


class Deadline:
    """The moment at which everything must be done."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left_s(self) -> float:
        """Return how many seconds are left; raises `TimeoutError` when none are."""
        left = self._end - self._clock()
        if left <= 0:
            raise TimeoutError("the time for the page is over")
        return left

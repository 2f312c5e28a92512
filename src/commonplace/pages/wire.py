"""One question over one connection: every byte is timed and counted, whatever the other side does."""

from __future__ import annotations

import io
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse

from commonplace.pages.addresses import HTTPS, PageUrl, is_public


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


WIRE_BYTES_AT_MOST = 6 << 20
"""A little more than a page may have: its headers, and the sizes of its chunks."""


class NotPublicError(Exception):
    """A name leads to an address that is not the public internet's."""


class TooMuchError(Exception):
    """The other side sends more than a page may have."""


class TimedReader(io.RawIOBase):
    """Bytes from a connection until the deadline, and not more than a page's worth.

    A server that drips one byte at a time would outlive any time-out for a single reading.
    """

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline
        self._left = WIRE_BYTES_AT_MOST

    def readable(self) -> bool:
        """Say that this can be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read what there is, as far as it fits."""
        self._connection.settimeout(self._deadline.left_s())
        count = self._connection.recv_into(buffer)
        self._left -= count
        if self._left < 0:
            raise TooMuchError
        return count


class TimedConnection:
    """As much of a socket as an HTTP connection needs."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline

    def sendall(self, content: bytes) -> None:
        """Send all of it before the deadline."""
        self._connection.settimeout(self._deadline.left_s())
        self._connection.sendall(content)

    def makefile(self, mode: str) -> io.BufferedReader:
        """Return what the other side sends."""
        assert mode == "rb", "an answer is read as bytes"
        return io.BufferedReader(TimedReader(self._connection, self._deadline))

    def close(self) -> None:
        """Do nothing: the library is done with the question here, and the answer is still to be read."""

    def hang_up(self) -> None:
        """Close the connection."""
        self._connection.close()


def ask(url: PageUrl, headers: dict[str, str], network: Network, deadline: Deadline) -> Exchange:
    """Send the question for `url` to an address that was looked at, and return the exchange."""
    connection = _connected(url, _addresses(url, network, deadline), network, deadline)
    try:
        if url.scheme == HTTPS:
            connection.settimeout(deadline.left_s())
            connection = network.secure(connection, url.host)
        return Exchange(url, headers, TimedConnection(connection, deadline))
    except BaseException:
        connection.close()
        raise


class Exchange:
    """A question that was asked, and the answer to it; to be closed."""

    def __init__(self, url: PageUrl, headers: dict[str, str], connection: TimedConnection) -> None:
        self._connection = connection
        self._http = HTTPConnection(url.authority, url.port)
        self._http.auto_open = 0  # a connection that is lost is not made again, to who knows where
        self._http.sock = connection
        self._http.request("GET", url.target, headers={"Host": url.authority, **headers})
        self.answer: HTTPResponse = self._http.getresponse()

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self._http.close()
        self._connection.hang_up()


def _addresses(url: PageUrl, network: Network, deadline: Deadline) -> Sequence[str]:
    """Return where `url` is; one address that is not public condemns the name."""
    is_number = ":" in url.host or url.host.rpartition(".")[2].isdigit()
    found = [url.host] if is_number else network.resolve(url.host, url.port, deadline.left_s())
    if not found or not all(map(is_public, found)):
        raise NotPublicError
    return found


def _connected(
    url: PageUrl, addresses: Sequence[str], network: Network, deadline: Deadline
) -> socket.socket:
    """Return a connection to the first of `addresses` that answers: to the number, never to the name."""
    for address in addresses[:-1]:
        try:
            return network.connect(address, url.port, deadline.left_s())
        except TimeoutError:
            raise
        except OSError:
            continue
    return network.connect(addresses[-1], url.port, deadline.left_s())

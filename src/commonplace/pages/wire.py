"""One question over one connection: every byte is timed and counted, whatever the other side does.

Which addresses are the public internet's: everything else belongs to somebody's own machines.

The lists are our own. What `ipaddress` calls global differs between versions of Python, and some of
them let 64:ff9b::7f00:1, 2002:7f00:1:: and 192.0.0.8 through.
"""

from __future__ import annotations

import io
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPResponse
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import quote, urljoin, urlsplit

from commonplace.core.hygiene import shorten
from commonplace.core.values import dataclass
from commonplace.errors import BadInput

_NOT_PUBLIC_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # shared by a provider's customers; some clouds' metadata
            "127.0.0.0/8",
            "168.63.129.16/32",  # a cloud's own wire server, on a public number
            "169.254.0.0/16",  # link-local, and the metadata of most clouds
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT relays
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
_PUBLIC_V6 = IPv6Network("2000::/3")
"""All that was ever given out: outside are loopback, mapped, NAT64, unique local, link-local, multicast."""
_NOT_PUBLIC_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address in disguise
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The upper half of an interface id that carries an IPv4 address."""


def is_public(address: str) -> bool:
    """Say whether `address`, a number and no name, is one that anybody on the internet may be at."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return not any(found in network for network in _NOT_PUBLIC_V4)
    return _is_public_v6(found)


def _is_public_v6(address: IPv6Address) -> bool:
    if address.scope_id is not None or address not in _PUBLIC_V6:
        return False
    if any(address in network for network in _NOT_PUBLIC_V6):
        return False
    interface = int(address) & (2**64 - 1)
    if interface >> 32 in _ISATAP:
        return is_public(str(IPv4Address(interface & 0xFFFFFFFF)))
    return True


HTTPS, HTTP = "https", "http"
PORTS = {HTTPS: 443, HTTP: 80}
"""Pages are served here. Other ports are where machines talk to each other."""
CHARACTERS_AT_MOST = 2048
TOLD_CHARACTERS = 200

_USER_INFO = re.compile(r"//[^/?#]*@")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMERIC = re.compile(r"\d+|0x[0-9a-f]*")
_KEPT_IN_PATH = "/%:@!$&'()*+,;=-._~"
_KEPT_IN_QUERY = _KEPT_IN_PATH + "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageUrl:
    """An address that was looked at: its parts, each as it is sent."""

    scheme: str
    host: str
    """A name in ASCII, or an IP address without brackets."""
    target: str
    """Path and query."""

    @property
    def port(self) -> int:
        """The port of the scheme: there is no other."""
        return PORTS[self.scheme]

    @property
    def authority(self) -> str:
        """The host as it stands in a URL and in the `Host` header."""
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def parse_url(text: str, *, allows_http: bool) -> PageUrl:
    """Return `text` as an address that may be asked for; raises `BadInput` saying what is wrong.

    The whole text is looked at before it is taken apart: `urlsplit` drops line ends by itself.
    """
    if len(text) > CHARACTERS_AT_MOST:
        raise _refused("page-url-too-long", text)
    if "\\" in text or any(not char.isprintable() or char.isspace() for char in text):
        raise _refused("page-url-odd-letters", text)
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as cause:
        raise _refused("page-url-malformed", text) from cause
    scheme = _scheme(text, parts.scheme, allows_http=allows_http)
    if "@" in parts.netloc:
        raise _refused("page-url-credentials", text)
    if port not in (None, PORTS[scheme]):
        raise _refused("page-url-port", text)
    target = quote(parts.path or "/", safe=_KEPT_IN_PATH)
    if parts.query:
        target += "?" + quote(parts.query, safe=_KEPT_IN_QUERY)
    return PageUrl(scheme=scheme, host=_host(text, parts.hostname or ""), target=target)


def redirected(url: PageUrl, location: str, *, allows_http: bool) -> PageUrl:
    """Return where a page sends us, looked at like any other address."""
    return parse_url(urljoin(str(url), location), allows_http=allows_http)


def _scheme(text: str, scheme: str, *, allows_http: bool) -> str:
    if scheme == HTTP and not allows_http:
        raise _refused("page-not-https", text)
    if scheme not in PORTS:
        raise _refused("page-url-scheme", text)
    return scheme


def _host(text: str, host: str) -> str:
    if ":" in host:
        try:
            return str(IPv6Address(host))
        except ValueError as cause:
            raise _refused("page-url-host", text) from cause
    try:
        # Full-width and circled digits become plain ones here, as they would on the way to the resolver.
        name = host.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError as cause:
        raise _refused("page-url-host", text) from cause
    labels = name.split(".")
    if not all(map(_LABEL.fullmatch, labels)):
        raise _refused("page-url-host", text)
    if _NUMERIC.fullmatch(labels[-1]):
        return _dotted_quad(text, name)
    return name


def _dotted_quad(text: str, name: str) -> str:
    """Return an IPv4 address written as people write it; octal, hexadecimal and short forms hide one."""
    try:
        return str(IPv4Address(name))
    except ValueError as cause:
        raise _refused("page-url-host", text) from cause


def _refused(key: str, text: str) -> BadInput:
    # A password that was typed by mistake shall not stand in a log, too.
    return BadInput(key, url=shorten(_USER_INFO.sub("//…@", text), TOLD_CHARACTERS))


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

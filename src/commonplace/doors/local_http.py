"""HTTP on this machine's own address: what a request must look like, and a server that ends in order.

The MCP server and the page stand behind it; each asks for its own token or cookie after that. Anybody on
this machine can reach a port, and so can every web page that a browser here has open.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from commonplace.errors import BadInput

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Mapping[bytes, str]

ADDRESS = "127.0.0.1"
OWN_SITES = frozenset({"same-origin", "none"})
SINGLE = frozenset(
    {b"host", b"origin", b"authorization", b"cookie", b"sec-fetch-site", b"content-type"}
)
KEEP_ALIVE_S = 300
"""How long an idle connection stays open: closed just as its client writes again, it would lose the request."""
GRACE_S = 3
"""How long an open stream may keep the process from ending."""
HALF_OPEN_S = 30.0
"""How long a request may take to arrive: whoever connects and says nothing, or half of it, is let go."""
MOST_CONNECTIONS = 256
"""Beyond so many a request is answered with 503."""


def hosts_at(port: int) -> frozenset[str]:
    """Return the names of this server, with its port."""
    return frozenset(f"{name}:{port}" for name in (ADDRESS, "localhost", "[::1]"))


def headers_in(raw: Iterable[tuple[bytes, bytes]]) -> Headers | None:
    """Return the headers of a request; None when one that must be unique came twice."""
    pairs = [(name.lower(), value.decode("latin-1")) for name, value in raw]
    names = [name for name, _ in pairs if name in SINGLE]
    return dict(pairs) if len(names) == len(set(names)) else None


def foreign(headers: Headers, port: int) -> int:
    """Return the status that a request for another name or from another site gets; 0 for our own."""
    origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site")
    if headers.get(b"host", "").lower() not in hosts_at(port):
        return 421
    if origin is not None and origin.lower() not in {f"http://{host}" for host in hosts_at(port)}:
        return 403
    return 403 if site is not None and site.lower() not in OWN_SITES else 0


def refused_body(headers: Headers, most_bytes: int) -> int:
    """Return the status for a body that is no JSON or too large; 0 for one that is taken."""
    if headers.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
        return 415
    size = headers.get(b"content-length", "0")
    return 413 if not size.isascii() or not size.isdigit() or int(size) > most_bytes else 0


def listen(port: int) -> socket.socket:
    """Return a socket on this machine's own address."""
    # asyncio turns Nagle's algorithm off for sockets that name their protocol: each answer would wait 40 ms.
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ADDRESS, port))
        listening.listen()
    except OSError as cause:
        listening.close()
        raise BadInput("port-taken", port=port, cause=cause.strerror) from cause
    return listening


class Connection(H11Protocol):
    """A connection that is closed when no whole request arrives in time."""

    _reaper: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take data in; a request that is whole now is waited for no longer."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._rest()
        super().connection_lost(exc)

    def _watch(self) -> None:
        cycle = self.cycle
        is_whole = cycle is not None and not cycle.more_body and not cycle.response_complete
        if is_whole:
            self._rest()
        elif self._reaper is None:
            self._reaper = self.loop.call_later(HALF_OPEN_S, self.transport.close)

    def _rest(self) -> None:
        if self._reaper is not None:
            self._reaper.cancel()
            self._reaper = None


def serve(app: App, listening: socket.socket, tell: Callable[[], None]) -> None:
    """Serve until the process is told to end; `tell` is called when connections are taken."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        http=Connection,
        limit_concurrency=MOST_CONNECTIONS,
    )
    server = uvicorn.Server(config)
    # Its own answer from the first moment on, and once more when it has ended and raises its signal again.
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, server.handle_exit)
    tell()
    server.run(sockets=[listening])

"""The server over HTTP, on this machine's own address and behind the gate."""

from __future__ import annotations

import asyncio
import hmac
import signal
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from uvicorn.protocols.http.h11_impl import H11Protocol

from commonplace.doors.mcp.context import Place
from commonplace.errors import BadInput

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

METHODS = frozenset({"GET", "POST", "DELETE"})
OWN_SITES = frozenset({"same-origin", "none"})
MOST_BYTES = 4 * 1024 * 1024
AT_ONCE = 128
SINGLE = frozenset({b"host", b"origin", b"authorization", b"sec-fetch-site", b"content-type"})
REASONS = {
    400: "A header that must be unique came twice.",
    401: "The token is missing or wrong.",
    403: "Requests from other sites are refused.",
    405: "Only GET, POST and DELETE are known.",
    413: "The request is too large.",
    415: "Only application/json is taken.",
    421: "This is not the address of this server.",
    503: "Too many requests at once.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What a request must bring to be let in."""

    port: int
    token: str

    @property
    def hosts(self) -> frozenset[str]:
        """The names of this server, with its port."""
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    def refusal(self, method: str, raw: Iterable[tuple[bytes, bytes]]) -> int:
        """Return the status that a request is refused with; 0 lets it in."""
        pairs = [(name.lower(), value.decode("latin-1")) for name, value in raw]
        names = [name for name, _ in pairs if name in SINGLE]
        if len(names) != len(set(names)):
            return 400
        headers = dict(pairs)
        origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site")
        if headers.get(b"host", "").lower() not in self.hosts:
            return 421
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self.hosts}:
            return 403
        if site is not None and site.lower() not in OWN_SITES:
            return 403
        if not self._is_token(headers.get(b"authorization", "")):
            return 401
        if method not in METHODS:
            return 405
        return _refused_body(method, headers)

    def _is_token(self, told: str) -> bool:
        scheme, _, token = told.partition(" ")
        is_same = hmac.compare_digest(token.strip().encode("latin-1"), self.token.encode("ascii"))
        return is_same and scheme.lower() == "bearer"


def _refused_body(method: str, headers: dict[bytes, str]) -> int:
    if method != "POST":
        return 0
    if headers.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
        return 415
    size = headers.get(b"content-length", "0")
    return 413 if not size.isascii() or not size.isdigit() or int(size) > MOST_BYTES else 0


class Guarded:
    """An application behind a gate."""

    def __init__(self, app: App, gate: Gate) -> None:
        self._app = app
        self._gate = gate
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through to the application, or answer why not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        status = self._gate.refusal(scope["method"], scope["headers"])
        if status or self._inside >= AT_ONCE:
            await _refuse(send, status or 503)
            return
        self._inside += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._inside -= 1


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{REASONS[status]}\n".encode()})


ADDRESS = "127.0.0.1"
PATH = "/mcp"
KEEP_ALIVE_S = 300
"""How long an idle connection stays open: closed just as its client writes again, it would lose the request."""
GRACE_S = 3
"""How long an open stream may keep the process from ending."""
HALF_OPEN_S = 30.0
"""How long a request may take to arrive: whoever connects and says nothing, or half of it, is let go."""
MOST_CONNECTIONS = 256
"""Beyond so many a request is answered with 503."""


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


def application(server: MCPServer[Place], gate: Gate) -> Guarded:
    """Return the application: the protocol's own checks are on as well as ours."""
    hosts = sorted(gate.hosts)
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        transport_security=security,
        host=ADDRESS,
        max_request_body_size=MOST_BYTES,
    )
    return Guarded(app, gate)


def listen(port: int) -> socket.socket:
    """Return a socket on this machine's own address."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ADDRESS, port))
        listening.listen()
    except OSError as cause:
        listening.close()
        raise BadInput("port-taken", port=port, cause=cause.strerror) from cause
    return listening


def serve(server: MCPServer[Place], token: str, port: int, tell: Callable[[int], None]) -> None:
    """Serve until the process is told to end; `tell` is told the port when it is open."""
    listening = listen(port)
    port = listening.getsockname()[1]
    app = application(server, Gate(port=port, token=token))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        http=Connection,
        limit_concurrency=MOST_CONNECTIONS,
    )
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _stay)
    tell(port)
    uvicorn.Server(config).run(sockets=[listening])


def _stay(signal_number: int, frame: object) -> None:
    """Do nothing more: the server has ended in order when it raises its signal again."""

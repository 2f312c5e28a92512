"""The MCP server over HTTP, on this machine's own address and behind the gate."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from commonplace.core.values import dataclass
from commonplace.doors import local_http
from commonplace.doors.local_http import (
    ADDRESS,
    App,
    Message,
    Receive,
    Scope,
    Send,
    foreign,
    headers_in,
    hosts_at,
    listen,
    refused_body,
)
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.transport import complaint_about

METHODS = frozenset({"GET", "POST", "DELETE"})
MOST_BYTES = 4 * 1024 * 1024
AT_ONCE = 128
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
        return hosts_at(self.port)

    def refusal(self, method: str, raw: Iterable[tuple[bytes, bytes]]) -> int:
        """Return the status that a request is refused with; 0 lets it in."""
        headers = headers_in(raw)
        if headers is None:
            return 400
        if status := foreign(headers, self.port):
            return status
        if not self._is_token(headers.get(b"authorization", "")):
            return 401
        if method not in METHODS:
            return 405
        return refused_body(headers, MOST_BYTES) if method == "POST" else 0

    def _is_token(self, told: str) -> bool:
        scheme, _, token = told.partition(" ")
        is_same = hmac.compare_digest(token.strip().encode("latin-1"), self.token.encode("ascii"))
        return is_same and scheme.lower() == "bearer"


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
            await self._answer(scope, receive, send)
        finally:
            self._inside -= 1

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer what is a message: about anything else its library has words of its own."""
        if scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        body = await _body(receive)
        if body is None:
            await _refuse(send, 413)
        elif complaint := complaint_about(body):
            await _send(send, 400, [(b"content-type", b"application/json")], complaint)
        else:
            await self._app(scope, _heard_again(body, receive), send)


async def _body(receive: Receive) -> bytes | None:
    """Return the whole body of a request; None when it is larger than is taken."""
    pieces: list[bytes] = []
    size = 0
    while (message := await receive())["type"] == "http.request":
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > MOST_BYTES:
            return None
        if not message.get("more_body"):
            break
    return b"".join(pieces)


def _heard_again(body: bytes, receive: Receive) -> Receive:
    """Return what gives the application a body that was read already, and then what comes after it."""
    first = [{"type": "http.request", "body": body, "more_body": False}]

    async def heard() -> Message:
        return first.pop() if first else await receive()

    return heard


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await _send(send, status, headers, f"{REASONS[status]}\n".encode())


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


PATH = "/mcp"


def application(server: MCPServer[ServerPlace], gate: Gate) -> Guarded:
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


def serve(
    server: MCPServer[ServerPlace], token: str, port: int, tell: Callable[[int], None]
) -> None:
    """Serve until the process is told to end; `tell` is told the port when it is open."""
    listening = listen(port)
    port = listening.getsockname()[1]
    app = application(server, Gate(port=port, token=token))
    local_http.serve(app, listening, lambda: tell(port))

"""Who may speak to a server on this machine's own address: one rule for every route.

A page in the user's browser can reach the address too, so each request must name the address itself
(no rebinding of names), come from no other site, and bring the token; the token is asked for everywhere.
There are no cookies and no headers that would open the address to other origins.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

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

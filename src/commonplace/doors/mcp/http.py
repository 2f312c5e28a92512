"""The server over HTTP, on this machine's own address and behind the gate."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from commonplace.doors.guard import MOST_BYTES, Gate, Guarded
from commonplace.doors.mcp.desks import Place
from commonplace.errors import BadInput

ADDRESS = "127.0.0.1"
PATH = "/mcp"
KEEP_ALIVE_S = 300
"""How long an idle connection stays open: closed just as its client writes again, it would lose the request."""
GRACE_S = 3
"""How long an open stream may keep the process from ending."""


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
    )
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _stay)
    tell(port)
    uvicorn.Server(config).run(sockets=[listening])


def _stay(signal_number: int, frame: object) -> None:
    """Do nothing more: the server has ended in order when it raises its signal again."""

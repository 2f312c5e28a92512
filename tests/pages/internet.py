"""An internet in memory: names, addresses and servers of our own, and a record of every connection."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from commonplace.pages.wire import Network

PUBLIC = "93.184.215.14"
ANOTHER = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"


class Conversation:
    """As much of a socket as is needed: answers in pieces, each at its own moment."""

    def __init__(self, pieces: Iterable[bytes], net: Internet, seconds: float) -> None:
        self._pieces = iter(pieces)
        self._net = net
        self._seconds = seconds
        self._rest = b""
        self._timeout = 0.0
        self.asked = b""
        self.number = len(net.connected)

    def settimeout(self, seconds: float) -> None:
        self._timeout = seconds

    def sendall(self, content: bytes) -> None:
        self.asked += content
        self._net.asked.append(content)

    def recv_into(self, buffer: memoryview) -> int:
        if not self._rest:
            if self._seconds > self._timeout:
                raise TimeoutError("timed out")
            self._net.now += self._seconds
            self._rest = next(self._pieces, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        self._net.received += count
        return count

    def close(self) -> None:
        self._net.closed.add(self.number)


@dataclass
class Internet:
    """What names lead to, what servers answer, and what was asked of whom."""

    answers: dict[str, Sequence[bytes]] = field(default_factory=dict)
    """Path to the pieces of the answer there."""
    names: dict[str, list[Sequence[str]]] = field(default_factory=dict)
    """Name to the addresses it has, one after another when it is asked again."""
    seconds: float = 0.0
    """How long each piece takes."""
    resolved: list[str] = field(default_factory=list)
    connected: list[tuple[str, int]] = field(default_factory=list)
    secured: list[str] = field(default_factory=list)
    asked: list[bytes] = field(default_factory=list)
    received: int = 0
    closed: set[int] = field(default_factory=set)
    now: float = 0.0

    def network(self) -> Network:
        return Network(
            resolve=self._resolve,
            connect=self._connect,
            secure=self._secure,
            clock=lambda: self.now,
        )

    def _resolve(self, host: str, port: int, timeout_s: float) -> Sequence[str]:
        """Answer as a real resolver does, numbers in disguise included."""
        self.resolved.append(host)
        if host in self.names:
            later = self.names[host]
            return later.pop(0) if len(later) > 1 else later[0]
        if host == "localhost" or host.endswith(".localhost"):
            return ["127.0.0.1", "::1"]
        return [PUBLIC]

    def _connect(self, address: str, port: int, timeout_s: float) -> socket.socket:
        self.connected.append((address, port))
        return _Waiting(self)  # type: ignore[return-value]

    def _secure(self, connection: socket.socket, host: str) -> socket.socket:
        self.secured.append(host)
        return connection


class _Waiting(Conversation):
    """A server that decides what to say when it hears what is asked."""

    def __init__(self, net: Internet) -> None:
        super().__init__((), net, net.seconds)

    def recv_into(self, buffer: memoryview) -> int:
        if self.asked:
            path = self.asked.split(b" ")[1].decode()
            self._pieces = iter(self._net.answers.get(path, [response(b"", status="404 No")]))
            self.asked = b""
        return super().recv_into(buffer)


def response(
    body: bytes,
    *headers: str,
    status: str = "200 OK",
    kind: str = "text/html; charset=utf-8",
    length: int | None = None,
) -> bytes:
    """Return an answer as it goes over the wire."""
    told = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status}", *([f"Content-Type: {kind}"] if kind else []), *headers]
    if not any(line.lower().startswith("transfer-encoding") for line in headers):
        lines.append(f"Content-Length: {told}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def redirect(location: str, status: int = 302) -> bytes:
    return response(b"", f"Location: {location}", status=f"{status} Elsewhere")

"""A book, a server and a client: the real ones, in this process or each in its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult

from commonplace.app.books import Book, found_book
from commonplace.config import Settings
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.server import make_server

MODES = ("auto", "legacy")
COMMAND = [sys.executable, "-I", "-m", "commonplace", "mcp"]
TEXT = "Staging listens on port 6001 behind the proxy."


HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}  # fmt: skip


def lines(*messages: object) -> bytes:
    """Return messages as a client writes them."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in messages)


def call_line(name: int, tool: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the call of a tool as a message."""
    params = {"name": tool, "arguments": arguments or {}}
    return {"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": params}


def book_at(folder: Path, layout: str = "vault") -> Book:
    return found_book(folder, Settings(layout=layout), datetime.now(UTC))


def let_agents_save() -> None:
    """Say in the user's own file that agents may write unasked."""
    path = Path(os.environ["XDG_CONFIG_HOME"]) / "commonplace" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('agents = "save"\n', "utf-8")


class Person:
    """Answers every question in one way, and remembers the questions."""

    def __init__(self, decision: str = "write", action: str = "accept") -> None:
        self.decision = decision
        self.action = action
        self.asked: list[str] = []

    async def __call__(self, context: object, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params.message)
        content = {"decision": self.decision} if self.action == "accept" else None
        return ElicitResult(action=self.action, content=content)


def call(
    folder: Path,
    name: str,
    arguments: dict[str, Any] | None = None,
    *,
    mode: str = "auto",
    person: Person | None = None,
) -> CallToolResult:
    """Call one tool of a server in this process."""

    async def calling() -> CallToolResult:
        server = make_server(ServerPlace(folder=folder))
        async with Client(server, mode=mode, elicitation_callback=person) as client:
            return await client.call_tool(name, arguments or {})

    return anyio.run(calling)


def told(folder: Path, name: str, arguments: dict[str, Any] | None = None, **how: Any) -> Any:
    """Return the structured answer of a call that went well."""
    result = call(folder, name, arguments, **how)
    assert not result.is_error, result.content
    return result.structured_content


@asynccontextmanager
async def over_stdio(
    folder: Path, mode: str, person: Person | None = None
) -> AsyncIterator[Client]:
    """Start the real command and speak to it."""
    started = StdioServerParameters(
        command=COMMAND[0], args=COMMAND[1:], cwd=folder, env=dict(os.environ)
    )
    async with Client(started, mode=mode, elicitation_callback=person) as client:
        yield client


@contextmanager
def http_server(folder: Path) -> Iterator[tuple[int, str]]:
    """Start the real command with `--http` and return its port and the token."""
    process = subprocess.Popen(
        [*COMMAND, "--http", "--port", "0"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        first = process.stderr.readline().decode()
        found = re.search(r":(\d+)/mcp.* in (\S+) ", first)
        assert found, first
        yield int(found[1]), Path(found[2]).read_text("ascii").strip()
    finally:
        process.terminate()
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, b"", b"")


@asynccontextmanager
async def over_http(
    port: int, token: str, mode: str, person: Person | None = None
) -> AsyncIterator[Client]:
    """Speak to a server over HTTP, with the token."""
    headers = {"Authorization": f"Bearer {token}"}
    # The library gives up after five seconds of silence: fifty writers may have to wait longer.
    async with httpx2.AsyncClient(headers=headers, timeout=120) as http:
        transport = streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=person) as client:
            yield client


def run(meeting: Callable[[], Awaitable[None]], seconds: float = 60) -> None:
    """Run a meeting, and end it when it takes too long."""

    async def timed() -> None:
        with anyio.fail_after(seconds):
            await meeting()

    anyio.run(timed)

"""Lines in, messages to the server, lines out: the transport that the front hands over to."""

from __future__ import annotations

import asyncio
import logging
import math
import signal
from json import loads

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)

from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.fast_start import ACKNOWLEDGED, LISTEN, META
from commonplace.doors.mcp.server import make_server
from commonplace.doors.mcp.stdio import Listener

GRACE_S = 5.0
"""How long an answer may take that was still due when the input ended."""
MOST_BAD_LINES = 500
"""So many lines that are no messages are answered in one write: a flood of them holds nobody up."""
ENDLESS = frozenset({LISTEN})
"""Requests that are answered when the connection ends, and not before."""

Incoming = SessionMessage | Exception


def run(place: ServerPlace, listener: Listener, instructions: str) -> None:
    """Serve what `listener` hears until the client is gone or the process is told to end."""
    logging.getLogger("mcp").setLevel(logging.ERROR)
    asyncio.run(_serve(place, listener, instructions))


async def _serve(place: ServerPlace, listener: Listener, instructions: str) -> None:
    server = make_server(place)._lowlevel_server  # noqa: SLF001 - runs on streams of our own
    server.instructions = instructions
    inbox, incoming = anyio.create_memory_object_stream[Incoming](math.inf)
    outgoing, outbox = anyio.create_memory_object_stream[SessionMessage](0)
    lines: asyncio.Queue[bytes] = asyncio.Queue()
    exchange = PendingRequests(listener, inbox, outbox)
    loop = asyncio.get_running_loop()
    async with anyio.create_task_group() as tasks:
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, tasks.cancel_scope.cancel)
        tasks.start_soon(exchange.take_in, lines)
        tasks.start_soon(exchange.pass_on)

        def take(line: bytes) -> None:
            """Let the loop have a line that another thread heard."""
            loop.call_soon_threadsafe(lines.put_nowait, line)

        await anyio.to_thread.run_sync(listener.take_over, take)
        await server.run(incoming, outgoing, server.create_initialization_options())
        tasks.cancel_scope.cancel()


class PendingRequests:
    """Knows which requests are not answered yet, and which answer the client has had already."""

    def __init__(
        self,
        listener: Listener,
        inbox: MemoryObjectSendStream[Incoming],
        outbox: MemoryObjectReceiveStream[SessionMessage],
    ) -> None:
        self._listener = listener
        self._inbox = inbox
        self._outbox = outbox
        self._answered_before = listener.front.opening
        self._due: set[RequestId] = set()
        self._nothing_due = anyio.Event()

    async def take_in(self, lines: asyncio.Queue[bytes]) -> None:
        """Hand each line to the server; at the end of the input, wait for what is still due."""
        complaints: list[bytes] = []
        while line := await lines.get():
            if not self._take(line):
                complaints.append(_as_line(_unreadable(line)))
            if complaints and (lines.empty() or len(complaints) >= MOST_BAD_LINES):
                await self._send(b"".join(complaints))
                complaints.clear()
        if complaints:
            await self._send(b"".join(complaints))
        with anyio.move_on_after(GRACE_S):
            while self._due:
                self._nothing_due = anyio.Event()
                await self._nothing_due.wait()
        self._inbox.close()

    def _take(self, line: bytes) -> bool:
        """Hand a line to the server; False when it is no message, so that nobody would answer it."""
        if not line.strip():
            return True
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            return False
        if isinstance(message, JSONRPCRequest) and message.method not in ENDLESS:
            self._due.add(message.id)
        self._inbox.send_nowait(SessionMessage(message))
        return True

    async def pass_on(self) -> None:
        """Write each message of the server, but for the answer that the front gave."""
        async for outgoing in self._outbox:
            message = outgoing.message
            if not self._is_repeated(message):
                await self._write(message)
            if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
                self._due.discard(message.id)
                self._nothing_due.set()

    async def _write(self, message: JSONRPCMessage) -> None:
        await self._send(_as_line(message))

    async def _send(self, lines: bytes) -> None:
        await anyio.to_thread.run_sync(self._listener.write, lines)

    def _is_repeated(self, message: JSONRPCMessage) -> bool:
        if isinstance(message, JSONRPCNotification):
            return self._is_known_to_listen(message)
        if self._answered_before is None or not isinstance(message, JSONRPCResponse | JSONRPCError):
            return False
        if message.id != self._answered_before:
            return False
        self._answered_before = None
        return True

    def _is_known_to_listen(self, message: JSONRPCNotification) -> bool:
        """Say whether the front has told a client already that it listens."""
        if message.method != ACKNOWLEDGED:
            return False
        meta = (message.params or {}).get("_meta") or {}
        listening = self._listener.front.listening
        name = meta.get(f"{META}subscriptionId")
        is_known = name in listening
        listening.discard(name)
        return is_known


def _as_line(message: JSONRPCMessage) -> bytes:
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


def complaint_about(body: bytes) -> bytes:
    """Return what is said about the body of a request that is no message; empty for one that is."""
    try:
        jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValueError:
        return _as_line(_unreadable(body))
    return b""


def _unreadable(line: bytes) -> JSONRPCError:
    """Return what JSON-RPC says about what is no JSON, or no message."""
    name: RequestId | None = None
    try:
        told = loads(line)
    except (ValueError, RecursionError):
        code, text = PARSE_ERROR, "This is not JSON; nothing was done."
    else:
        code, text = INVALID_REQUEST, "This is no message of JSON-RPC 2.0; nothing was done."
        name = told.get("id") if isinstance(told, dict) else None
    known = name if _can_be_echoed(name) else None
    return JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=code, message=text))


def _can_be_echoed(name: object) -> bool:
    """Say whether an id is one that an answer can carry: half a character cannot be written."""
    if isinstance(name, str):
        return name.isascii() or not any("\ud800" <= char <= "\udfff" for char in name)
    return isinstance(name, int) and not isinstance(name, bool)

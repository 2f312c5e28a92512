"""A client that floods, stalls or asks for nonsense holds nobody up and gets our own errors."""

import asyncio
import json
import logging
import subprocess
from collections.abc import Callable, Coroutine
from pathlib import Path

import anyio
import pytest
import uvicorn
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_PARAMS
from uvicorn.server import ServerState

from commonplace.doors.local_http import HALF_OPEN_S, Connection
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.fast_start import Front
from commonplace.doors.mcp.server import make_server
from commonplace.doors.mcp.transport import MOST_BAD_LINES, Incoming, PendingRequests
from protocol.meeting import COMMAND, HELLO, MODES, book_at, call, call_line, lines

pytestmark = pytest.mark.mcp
HALF = b"POST /mcp HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = HALF + b"Content-Length: 10\r\n\r\n12345"
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
BAD_LINES = 5_000


class Timer:
    """What a loop would call after some seconds."""

    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self.seconds = seconds
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Loop:
    """Keeps what is to be called later: time passes when a test says so."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        self.timers.append(Timer(seconds, call))
        return self.timers[-1]

    def create_task(self, work: Coroutine[object, object, None], **_: object) -> "Loop":
        work.close()
        return self

    def add_done_callback(self, call: object) -> None:
        """Be the task, too: none of them is ever done."""

    def pass_time(self, seconds: float) -> None:
        due = [each for each in self.timers if each.seconds <= seconds and not each.is_cancelled]
        for each in due:
            each.call()


class Transport:
    """A connection's other side, of which only the end is looked at."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True

    def get_extra_info(self, name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return self.is_closed

    def write(self, data: bytes) -> None:
        pass

    def set_protocol(self, protocol: object) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


def connected(loop: Loop, *received: bytes) -> Transport:
    """Return the transport of a connection on which these pieces have arrived."""

    async def application(scope: object, receive: object, send: object) -> None:
        raise AssertionError("no request is carried out here")

    config = uvicorn.Config(application, interface="asgi3", lifespan="off", log_level="critical")
    config.load()
    connection = Connection(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    transport = Transport()
    connection.connection_made(transport)  # type: ignore[arg-type]
    for piece in received:
        connection.data_received(piece)
    return transport


def test_a_hundred_half_open_connections_are_let_go_and_whole_requests_stay() -> None:
    loop = Loop()
    silent = [connected(loop) for _ in range(50)]
    halves = [connected(loop, HALF) for _ in range(25)]
    slow = [connected(loop, *(bytes([each]) for each in HALF)) for _ in range(25)]
    bodies = [connected(loop, HALF_A_BODY) for _ in range(5)]
    whole = [connected(loop, WHOLE), connected(loop, HALF, b"\r\n")]

    loop.pass_time(HALF_OPEN_S)

    assert all(each.is_closed for each in (*silent, *halves, *slow, *bodies))
    assert not any(each.is_closed for each in whole)


class Written:
    """A listener that keeps each write; it holds up nobody, and hears nothing."""

    def __init__(self) -> None:
        self.front = Front()
        self.writes: list[bytes] = []

    def write(self, told: bytes) -> None:
        self.writes.append(told)


def test_a_flood_of_bad_lines_is_answered_in_few_writes_and_the_next_request_is_handed_on() -> None:
    listener = Written()

    async def flood() -> list[Incoming]:
        inbox, incoming = anyio.create_memory_object_stream[Incoming](10)
        outgoing, outbox = anyio.create_memory_object_stream[SessionMessage](0)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        for line in (*[b"{nonsense\n"] * BAD_LINES, lines({"jsonrpc": "2.0", "method": "x"}), b""):
            queue.put_nowait(line)
        async with incoming, outgoing, outbox:
            await PendingRequests(listener, inbox, outbox).take_in(queue)  # type: ignore[arg-type]
            return [message async for message in incoming]

    handed_on = asyncio.run(flood())

    answers = [json.loads(line) for line in b"".join(listener.writes).splitlines()]
    assert [each["error"]["code"] for each in answers] == [-32700] * BAD_LINES
    assert len(listener.writes) <= BAD_LINES / MOST_BAD_LINES + 1
    assert len(handed_on) == 1


def test_the_real_command_answers_each_bad_line_and_goes_on(tmp_path: Path) -> None:
    book_at(tmp_path)
    flood = b"{nonsense\n" * BAD_LINES

    ran = subprocess.run(
        COMMAND,
        cwd=tmp_path,
        input=lines(HELLO) + flood + lines(call_line(3, "forget", {"ids": 1})),
        capture_output=True,
        check=False,
    )

    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sum("error" in each for each in answers) == BAD_LINES
    assert [each["id"] for each in answers if "result" in each] == [1, 3]
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", ["a" * 5_000, "a/" * 3_000, "\0"])
def test_a_path_that_no_file_can_have_is_our_own_error(
    tmp_path: Path, path: str, mode: str
) -> None:
    book_at(tmp_path)

    told = call(tmp_path, "learn", {"path": path}, mode=mode)

    assert told.is_error
    assert told.content[0].text.startswith("File not found: ")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("memory-learn", {}, "`source` is missing: a text, not empty"),
        ("memory-learn", {"source": "x", "colour": "y"}, "`colour` is not known here"),
        ("memory-distill", {"colour": "y"}, "`colour` is not known here"),
        ("memory-lern", {}, "There is no prompt called memory-lern"),
    ],
)
def test_a_prompt_that_cannot_be_rendered_is_the_callers_error_in_our_words(
    tmp_path: Path,
    *,
    name: str,
    arguments: dict[str, str],
    said: str,
    mode: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book_at(tmp_path)
    logged: list[logging.LogRecord] = []
    monkeypatch.setattr(logging.Logger, "callHandlers", lambda _, record: logged.append(record))

    async def asking() -> None:
        async with Client(make_server(ServerPlace(folder=tmp_path)), mode=mode) as client:
            await client.get_prompt(name, arguments)

    with pytest.raises((MCPError, ExceptionGroup)) as caught:
        anyio.run(asking)

    error = caught.value
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, MCPError)
    assert (error.error.code, said in error.error.message) == (INVALID_PARAMS, True)
    assert not [each for each in logged if each.exc_info]

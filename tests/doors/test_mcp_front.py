"""The front of the MCP server: known answers at once, everything else for the server behind."""

import json
from pathlib import Path

import pytest

from commonplace.doors.mcp.front import Front
from commonplace.doors.mcp.known_answers import HANDSHAKE_VERSIONS, META, MODERN_VERSION
from requirements import requirement

CLIENT = {"name": "test", "version": "1"}
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": CLIENT}
ENVELOPE = {"_meta": {f"{META}protocolVersion": MODERN_VERSION, f"{META}clientCapabilities": {}}}


def line(method: str, params: object = None, name: object = 1) -> bytes:
    told = {"jsonrpc": "2.0", "id": name, "method": method}
    return json.dumps(told if params is None else {**told, "params": params}).encode() + b"\n"


def answer(front: Front, *asked: object) -> dict[str, object]:
    return json.loads(front.hear(line(*asked)) or b"{}")


@requirement("mcp.first-reply")
@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_a_handshake_is_answered_in_the_version_it_asks_for(version: str) -> None:
    found = answer(Front(), "initialize", {**HELLO, "protocolVersion": version}, "first")

    assert found["id"] == "first"
    assert found["result"]["protocolVersion"] == version
    assert found["result"]["serverInfo"]["name"] == "commonplace"


def test_a_version_nobody_knows_is_answered_with_the_newest_handshake() -> None:
    found = answer(Front(), "initialize", {**HELLO, "protocolVersion": "2099-01-01"})

    assert found["result"]["protocolVersion"] == HANDSHAKE_VERSIONS[-1]


@requirement("mcp.first-reply")
@pytest.mark.parametrize("opening", [("initialize", HELLO), ("server/discover", ENVELOPE)])
def test_ten_tools_are_listed_before_the_server_is_loaded(opening: tuple[str, object]) -> None:
    front = Front()
    answer(front, *opening)
    params = ENVELOPE if opening[0] == "server/discover" else None

    found = answer(front, "tools/list", params, 2)

    assert len(found["result"]["tools"]) == 10


@pytest.mark.parametrize(
    "unknown",
    [
        line("tools/call", {"name": "status"}, 2),
        line("tools/list", {"cursor": "x"}, 2),
        line("tools/list", ENVELOPE, 2),
        line("initialize", HELLO, 2),
        b"not JSON\n",
        b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n',
    ],
)
def test_every_other_line_is_left_for_the_server_behind(unknown: bytes) -> None:
    front = Front()
    answer(front, "initialize", HELLO)

    assert front.hear(unknown) == b""
    assert front.left == [line("initialize", HELLO), unknown]


@pytest.mark.parametrize(
    "opening",
    [
        ("tools/call", {"name": "status", **ENVELOPE}),
        ("tools/list", None),
        ("initialize", {**HELLO, "clientInfo": {"name": 1}}),
        ("initialize", {**HELLO, "capabilities": {"roots": True}}),
        ("server/discover", {"_meta": {f"{META}protocolVersion": "2099-01-01"}}),
    ],
)
def test_an_opening_that_only_the_server_understands_silences_the_front(
    opening: tuple[str, object],
) -> None:
    front = Front()

    assert answer(front, *opening) == {}
    assert answer(front, "initialize", HELLO, 2) == {}
    assert front.owes


def test_the_table_has_no_version_more_or_less_than_the_front_knows() -> None:
    import commonplace.doors.mcp.known_answers as known

    files = {path.stem for path in Path(known.FOLDER).iterdir()}

    assert files == {*HANDSHAKE_VERSIONS, MODERN_VERSION}

"""Write what the MCP server says of itself, for the front that says it before the server is loaded.

`make docs` runs it; a test compares the files with what it would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest

from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.fast_start import FOLDER, HANDSHAKE_VERSIONS, META, MODERN_VERSION
from commonplace.doors.mcp.server import make_server

LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
CLIENT = {"name": "table", "version": "1"}


def tables() -> dict[str, str]:
    """Return each file of known answers, as the real server gives them: file name to text."""
    return {
        f"{version}.tsv": anyio.run(_answers, version)
        for version in (*HANDSHAKE_VERSIONS, MODERN_VERSION)
    }


async def _answers(version: str) -> str:
    lines = []
    for method, result in (await _asked(version)).items():
        text = json.dumps(result, ensure_ascii=True, separators=(",", ":"))
        lines.append(f"{method}\t{text}\n")
    return "".join(lines)


async def _asked(version: str) -> dict[str, object]:
    server = make_server(ServerPlace(folder=Path.cwd()))._lowlevel_server  # noqa: SLF001 - asked on streams of our own
    ask, asked = anyio.create_memory_object_stream[SessionMessage | Exception](9)
    answer, answers = anyio.create_memory_object_stream[SessionMessage](9)
    found: dict[str, object] = {}
    async with ask, answers, anyio.create_task_group() as tasks:
        tasks.start_soon(server.run, asked, answer, server.create_initialization_options())
        for number, (method, params) in enumerate(_requests(version).items()):
            request = JSONRPCRequest(jsonrpc="2.0", id=number, method=method, params=params)
            await ask.send(SessionMessage(request))
            message = (await answers.receive()).message
            found[method] = json.loads(message.model_dump_json(by_alias=True))["result"]
            if method == "initialize":
                ready = JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")
                await ask.send(SessionMessage(ready))
        ask.close()
    return found


def _requests(version: str) -> dict[str, dict[str, object] | None]:
    """Return the requests whose answers never change, in an order in which they may be sent."""
    if version == MODERN_VERSION:
        envelope = {
            f"{META}protocolVersion": version,
            f"{META}clientCapabilities": {},
            f"{META}clientInfo": CLIENT,
        }
        return {method: {"_meta": envelope} for method in ("server/discover", *LISTS)}
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    return {"initialize": hello, "ping": None, **dict.fromkeys(LISTS)}


def main() -> None:
    """Write the files, or with `--check` say which differ."""
    folder = Path(FOLDER)
    folder.mkdir(exist_ok=True)
    stale = []
    for name, text in tables().items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, "utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)}; run `make docs`")


if __name__ == "__main__":
    main()

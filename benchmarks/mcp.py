"""How soon the MCP server answers, beside a bare interpreter and a plain SDK server in the same run.

    python benchmarks/mcp.py

The server is the real command on its standard streams. The figures are kept in mcp.json beside this script.
"""

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from commonplace.app.books import found_book
from commonplace.config import Settings
from commonplace.core.approvals import approvals_of_all

ROUNDS = 7
CALLS = 30
RESULTS = Path(__file__).with_suffix(".json")
OURS = [sys.executable, "-I", "-m", "commonplace", "mcp"]
BARE = [sys.executable, "-I", "-c", "pass"]
PLAIN_SERVER = """
from mcp.server import MCPServer
server = MCPServer("plain")
@server.tool()
def echo(text: str) -> str:
    return text
server.run("stdio")
"""
PLAIN = [sys.executable, "-I", "-c", PLAIN_SERVER]
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
META = "io.modelcontextprotocol/"
ENVELOPE = {
    "_meta": {
        f"{META}protocolVersion": "2026-07-28",
        f"{META}clientCapabilities": {},
        f"{META}clientInfo": HELLO["clientInfo"],
    }
}
FIRST = ("initialize", "server/discover", "tools/list")
SLOWEST, QUICKER_THAN_PLAIN = 4.0, 4.0


class Server:
    """A server process, and how long its answers take."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, method: str, params: dict | None = None) -> dict:
        message = {"jsonrpc": "2.0", "id": method, "method": method, "params": params or {}}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def first_answers(self) -> dict[str, float]:
        """Return the milliseconds until the handshake and until the tools after it are answered."""
        self.ask("initialize", HELLO)
        greeted = self.age_ms
        self.process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        assert self.ask("tools/list")["result"]["tools"]
        return {"initialize": greeted, "tools/list": self.age_ms}

    def discovered(self) -> dict[str, float]:
        """Return the milliseconds until a client of the newer era knows what there is."""
        assert self.ask("server/discover", ENVELOPE)["result"]["capabilities"]
        return {"server/discover": self.age_ms}

    @property
    def age_ms(self) -> float:
        return (time.perf_counter() - self.began) * 1000

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def main() -> None:
    with TemporaryDirectory(prefix="commonplace-bench-") as folder:
        for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
            os.environ[f"XDG_{kind}_HOME"] = f"{folder}/{kind.lower()}"
        project = Path(folder) / "project"
        book = found_book(project, Settings(), datetime.now(UTC))
        for number in range(1000):
            note = f"---\ntitle: Note {number}\ncreated: 2026-01-01\n---\n\nService {number} listens on port {6000 + number}.\n"
            (book.root / "10-Memories").mkdir(exist_ok=True)
            (book.root / "10-Memories" / f"MEM-note-{number}.md").write_text(note, "utf-8")
        book.ledger.append(approvals_of_all(book.unlisted(), "bench", datetime.now(UTC)))
        found = {**start(project), **calls(project)}
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(report(found))
    slow = [
        method
        for method, each in found["first"].items()
        if each["to_interpreter"] > SLOWEST or each["quicker_than_plain"] < QUICKER_THAN_PLAIN
    ]
    if slow:
        sys.exit(f"The first answer is too slow: {', '.join(slow)}.")


def start(project: Path) -> dict[str, dict[str, float]]:
    """Start each in turn, so that a busy moment falls on all; say how each first answer compares."""
    bare: list[float] = []
    took: dict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run(BARE, check=True)
        bare.append((time.perf_counter() - began) * 1000)
        for whose, command in (("ours", OURS), ("plain", PLAIN)):
            for meeting in (Server.first_answers, Server.discovered):
                server = Server(command, project)
                for method, spent in meeting(server).items():
                    took[whose, method].append(spent)
                server.end()
    found = {"bare_ms": round(median(bare), 1), "first": {}}
    for method in FIRST:
        ours, plain = median(took["ours", method]), median(took["plain", method])
        found["first"][method] = {
            "ms": round(ours, 1),
            "plain_sdk_ms": round(plain, 1),
            "to_interpreter": round(ours / median(bare), 2),
            "quicker_than_plain": round(plain / ours, 1),
        }
    return found


def calls(project: Path) -> dict[str, float]:
    """Call the tools of one loaded server on a book of 1,000 notes."""
    server = Server(OURS, project)
    server.first_answers()
    server.ask("tools/call", {"name": "status", "arguments": {}})
    found: dict[str, float] = {"loaded_ms": round((time.perf_counter() - server.began) * 1000)}
    asked = {
        "recall": lambda number: {"query": f"which port does service {number} listen on?"},
        "show": lambda number: {"id": f"MEM-note-{number}"},
        "remember": lambda number: {
            "text": f"The queue of team {number} is called marble{number}."
        },
    }
    for name, arguments in asked.items():
        took = []
        for number in range(100, 100 + CALLS):
            began = time.perf_counter()
            params = {"name": name, "arguments": arguments(number)}
            assert not server.ask("tools/call", params)["result"].get("isError")
            took.append((time.perf_counter() - began) * 1000)
        took.sort()
        found[f"{name}_p50_ms"] = round(median(took), 1)
        found[f"{name}_p95_ms"] = round(took[int(len(took) * 0.95)], 1)
    server.end()
    return found


def report(found: dict | None = None) -> str:
    """Return the table for docs/benchmarks.md, of the figures kept when none are given."""
    found = found or json.loads(RESULTS.read_text("utf-8"))
    rows = [
        ("a bare interpreter", f"{found['bare_ms']} ms", "1"),
        *((f"`{method}` answered", f"{each['ms']} ms", f"{each['to_interpreter']}") for method, each in found["first"].items()),
        *((f"`{method}`, plain SDK server", f"{each['plain_sdk_ms']} ms", f"{each['quicker_than_plain']} times ours") for method, each in found["first"].items()),
        ("first call answered (server loaded)", f"{found['loaded_ms']} ms", ""),
        *((f"`{name}`, 1,000 notes, p50 / p95", f"{found[f'{name}_p50_ms']} / {found[f'{name}_p95_ms']} ms", "") for name in ("recall", "show", "remember")),
    ]  # fmt: skip
    lines = ["## The MCP server", "", "| | time | to the interpreter |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {a} | {b} | {c} |" for a, b, c in rows), ""])


if __name__ == "__main__":
    main()

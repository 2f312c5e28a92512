"""The front of the MCP server: known answers at once, everything else for the server behind."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import settle, trust_arrivals
from commonplace.app.books import Book, found_book, personal_folder
from commonplace.config import Settings
from commonplace.doors.mcp.fast_start import (
    HANDSHAKE_VERSIONS,
    HOOKED,
    INSTRUCTIONS,
    META,
    MODERN_VERSION,
    Front,
    lines_in,
)
from commonplace.hook import log
from commonplace.storage.places import state_home, state_of
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
        line("tools/call", {"name": "remember", "arguments": {"text": "x"}}, 2),
        line("tools/call", {"name": "status"}, 2),  # there is no book, which only the server says
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


@requirement("mcp.first-reply")
def test_a_client_that_listens_for_changes_is_told_at_once_that_it_does() -> None:
    """Claude Code asks for no tools before it is told so."""
    front = Front()
    answer(front, "server/discover", ENVELOPE)
    asked = {**ENVELOPE, "notifications": {"toolsListChanged": True, "promptsListChanged": False}}

    told = answer(front, "subscriptions/listen", asked, "listen:0")

    assert told == {
        "jsonrpc": "2.0",
        "method": "notifications/subscriptions/acknowledged",
        "params": {
            "_meta": {f"{META}subscriptionId": "listen:0"},
            "notifications": {"toolsListChanged": True},
        },
    }
    assert front.left[-1] == line("subscriptions/listen", asked, "listen:0")
    assert not front.owes
    assert "tools" in answer(front, "tools/list", ENVELOPE, 3)["result"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"notifications": {"toolsListChanged": "yes"}},
        {"notifications": {"resourceSubscriptions": ["memory://contents"]}},
        {"notifications": [], "more": 1},
    ],
)
def test_any_other_way_to_listen_is_left_for_the_server(asked: dict[str, object]) -> None:
    front = Front()
    answer(front, "server/discover", ENVELOPE)

    assert answer(front, "subscriptions/listen", {**ENVELOPE, **asked}, "listen:0") == {}
    assert front.owes
    assert front.listening == set()


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
    import commonplace.doors.mcp.fast_start as known

    files = {path.stem for path in Path(known.FOLDER).iterdir()}

    assert files == {*HANDSHAKE_VERSIONS, MODERN_VERSION}


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    made = found_book(tmp_path, Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    write(made, "port", "Staging listens on port 6001.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("commonplace.hook.contents.BUDGET_S", 20)  # a busy machine is not slow
    return made


def write(book: Book, name: str, text: str) -> None:
    note = f'---\ntitle: "{text}"\ncreated: 2026-01-01\ntags: [CONFIG]\n---\n\n# {text}\n\n{text}\n'
    (book.root / "10-Memories" / f"MEM-{name}.md").write_text(note, "utf-8")


def told(client: str = "zed", arguments: tuple[str, ...] = ()) -> str:
    """Return the instructions that a client of that name is given with the first answer."""
    hello = {**HELLO, "clientInfo": {"name": client, "version": "1"}}
    found = answer(Front(list(arguments)), "initialize", hello)
    return str(found["result"]["instructions"])


@requirement("mcp.contents")
def test_a_client_without_our_hooks_reads_the_contents_in_the_instructions(book: Book) -> None:
    settle(book.root)

    said = told()

    assert said.startswith(INSTRUCTIONS)
    assert "- MEM-port: Staging listens on port 6001." in said.split("\n")
    assert "`memory://contents`" in said
    assert answer(Front(), "server/discover", ENVELOPE)["result"]["instructions"] == said


@pytest.mark.parametrize(
    "client", ["claude-code", "codex-mcp-client", "copilot-cli", "Visual Studio Code"]
)
def test_a_client_is_told_the_contents_until_its_hooks_run_and_not_twice_from_then_on(
    book: Book, client: str
) -> None:
    """Codex runs no hook before it trusts them; a server may be all that somebody has wired."""
    settle(book.root)
    host = next(host for name, host in HOOKED.items() if client.lower().startswith(name))
    log.ran("cursor sessionStart", 0.1, has_told=True)

    before = told(client)
    log.ran(f"{host} SessionStart", 0.1, has_told=True)
    after = told(client)
    runs = Path(state_home(), log.RUNS)
    runs.write_text(re.sub(r'"at": "20\d\d', '"at": "2019', runs.read_text()))
    later = told(client)

    assert "MEM-port" in before
    assert after == INSTRUCTIONS
    assert later == before


@requirement("mcp.contents")
def test_instructions_never_grow_beyond_what_clients_show(book: Book) -> None:
    for number in range(80):
        write(book, f"n{number}", f"Rule {number} is about the number {number} and nothing else.")
    trust_arrivals()
    settle(book.root)

    said = told()

    assert 3_500 < len(said) <= 4_000
    assert said.endswith("[end of contents]")


def test_a_book_that_nobody_trusts_is_not_in_the_instructions(book: Book) -> None:
    settle(book.root)
    (book.project / ".git").mkdir()
    Path(state_of(str(book.root)), "trusted").unlink()

    assert told() == INSTRUCTIONS
    assert told(arguments=("--book", str(book.root))) == INSTRUCTIONS


def test_a_server_for_one_book_tells_of_that_one(book: Book, tmp_path: Path) -> None:
    other = found_book(tmp_path / "other", Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    write(other, "vpn", "Deploys need the VPN.")
    settle(other.root)

    said = told(arguments=("--book", str(other.project)))

    assert "MEM-vpn" in said
    assert "MEM-port" not in said


@pytest.mark.parametrize(("name", "value"), [("INJECTION", "lingxi"), ("CONTENTS_TOKENS", "0")])
def test_whoever_wants_no_contents_gets_none_in_the_instructions(
    book: Book, name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(book.root)
    monkeypatch.setenv(f"COMMONPLACE_{name}", value)

    assert told() == INSTRUCTIONS


def test_without_a_book_or_in_no_time_the_instructions_are_what_they_always_are(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("commonplace.hook.contents.BUDGET_S", 1e-6)
    monkeypatch.setattr("commonplace.hook.clock.BY_THE_CLOCK", 1.0)

    assert told() == INSTRUCTIONS

    monkeypatch.chdir("/")

    assert told() == INSTRUCTIONS


def called(
    tool: str, opening: tuple[str, object] = ("initialize", HELLO), **arguments: object
) -> dict[str, object]:
    """Return the front's answer to the call of a tool; empty where it is left for the server."""
    front = Front()
    answer(front, *opening)
    beside = ENVELOPE if opening[0] == "server/discover" else {}
    asked = line("tools/call", {"name": tool, "arguments": arguments, **beside}, 2)
    found = json.loads(front.hear(asked) or b"{}")
    assert front.owes is not bool(found)
    assert (asked in front.left) is not bool(found)
    return dict(found.get("result", {}))


@requirement("mcp.first-reply")
@pytest.mark.parametrize("opening", [("initialize", HELLO), ("server/discover", ENVELOPE)])
def test_what_only_reads_is_answered_before_the_server_is_loaded(
    book: Book, opening: tuple[str, object]
) -> None:
    settle(book.root)

    found = called("recall", opening, query="Which port does staging listen on?")
    shown = called("show", opening, id="MEM-port")
    state = called("status", opening)
    health = called("health", opening)

    assert [each["id"] for each in found["structuredContent"]["memories"]] == ["MEM-port"]
    assert shown["structuredContent"]["title"] == "Staging listens on port 6001."
    assert state["structuredContent"]["memories"] == 1
    assert health["structuredContent"]["active"] == 1
    for each in (found, shown, state, health):
        assert json.loads(each["content"][0]["text"]) == each["structuredContent"]
        assert ("resultType" in each) is (opening[0] == "server/discover")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("recall", {}),
        ("recall", {"query": ""}),
        ("recall", {"query": "port", "limit": 99}),
        ("recall", {"query": "port", "limit": True}),
        ("recall", {"query": "port", "colour": "red"}),
        ("recall", {"query": "\ud800"}),
        ("recall", {"query": "port", "topic": "../x"}),
        ("show", {"id": "MEM-nobody-knows"}),
        ("remember", {"text": "Deploys need the VPN."}),
        ("unknown", {}),
    ],
)
def test_what_does_not_fit_or_is_refused_is_the_servers_to_tell(
    book: Book, tool: str, arguments: dict[str, object]
) -> None:
    assert called(tool, **arguments) == {}


class Pieces:
    """Gives bytes in pieces of a size."""

    def __init__(self, text: bytes, size: int) -> None:
        self._pieces = iter([text[at : at + size] for at in range(0, len(text), size)])

    def __call__(self) -> bytes:
        return next(self._pieces, b"")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 16])
@pytest.mark.parametrize("text", [b"", b"\n", b"a", b"a\nbc\n", b"\n\na\nb", b"{}\n" * 50])
def test_lines_are_whole_however_they_arrive(text: bytes, size: int) -> None:
    assert list(lines_in(Pieces(text, size))) == text.splitlines(keepends=True)


def test_a_client_that_can_announce_folders_is_answered_here_only_where_a_book_is(
    book: Book, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_book(personal_folder(Settings()), Settings(), datetime(2026, 3, 14, tzinfo=UTC), is_personal=True)  # fmt: skip
    without = ("initialize", {**HELLO, "capabilities": {}})

    assert called("status")["structuredContent"]["root"] == str(book.root)
    monkeypatch.chdir(tmp_path_factory.mktemp("nowhere"))
    assert called("status") == {}
    assert called("status", without)["structuredContent"]["root"] != str(book.root)

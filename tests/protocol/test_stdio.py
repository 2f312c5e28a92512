"""The real command on standard input and output: first answers, a clean end, and nothing but protocol."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from commonplace.app.books import open_book
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.fast_start import HANDSHAKE_VERSIONS, META, MODERN_VERSION, Front
from commonplace.doors.mcp.server import make_server
from protocol.meeting import (
    COMMAND,
    HELLO,
    MODES,
    TEXT,
    Person,
    book_at,
    call_line,
    let_agents_save,
    lines,
    over_stdio,
    run,
)
from requirements import requirement

pytestmark = pytest.mark.mcp
STATUS = call_line(2, "status")
SECONDS = 60


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return book_at(tmp_path).project


@requirement("mcp.consent")
@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_remembers_and_recalls(project: Path, mode: str) -> None:
    async def meeting() -> None:
        async with over_stdio(project, mode, Person()) as client:
            assert len((await client.list_tools()).tools) == 10
            ending = await client.call_tool("remember", {"text": TEXT})
            found = await client.call_tool(
                "recall", {"query": "which port does staging listen on?"}
            )
            assert ending.structured_content["result"] == "committed"
            assert [each["id"] for each in found.structured_content["memories"]] == (
                ending.structured_content["memories"]
            )

    run(meeting, SECONDS)


@requirement("mcp.first-reply")
def test_whoever_listens_for_changes_is_told_so_once_though_the_server_hears_it_too(
    project: Path,
) -> None:
    meta = {f"{META}protocolVersion": MODERN_VERSION, f"{META}clientCapabilities": {}}

    def asked(name: int, method: str, **more: object) -> dict[str, object]:
        params = {"_meta": meta, **more}
        return {"jsonrpc": "2.0", "id": name, "method": method, "params": params}

    wanted = {"notifications": {"toolsListChanged": True}}
    only_the_server_knows = {"uri": "memory://no-such-page"}
    ran = subprocess.run(
        COMMAND,
        check=False,
        cwd=project,
        input=lines(
            asked(1, "server/discover"),
            asked(2, "subscriptions/listen", **wanted),
            asked(3, "resources/read", **only_the_server_knows),
        ),
        capture_output=True,
        timeout=SECONDS,
    )

    told = [json.loads(line) for line in ran.stdout.splitlines()]
    methods = [each.get("method", each.get("id")) for each in told]
    assert methods[:3] == [1, "notifications/subscriptions/acknowledged", 3]
    assert methods.count("notifications/subscriptions/acknowledged") == 1


@requirement("mcp.stdout")
def test_answers_that_are_due_when_the_input_ends_are_still_given(project: Path) -> None:
    ran = subprocess.run(
        COMMAND,
        check=False,
        cwd=project,
        input=lines(HELLO, STATUS),
        capture_output=True,
        timeout=SECONDS,
    )

    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [each["id"] for each in answers] == [1, 2]
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_what_is_written_carries_the_name_of_the_program_that_called(tmp_path: Path) -> None:
    let_agents_save()
    book = book_at(tmp_path)
    remember = call_line(2, "remember", {"text": TEXT})

    ran = subprocess.run(
        COMMAND,
        check=False,
        cwd=tmp_path,
        input=lines(HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, remember),
        capture_output=True,
        timeout=SECONDS,
    )

    assert ran.returncode == 0
    (receipt,) = book.store.receipts()
    assert receipt.who.endswith(f" via {HELLO['params']['clientInfo']['name']}")


@requirement("mcp.stdout")
def test_a_line_that_is_no_message_is_complained_of_and_what_follows_is_served(
    project: Path,
) -> None:
    odd = b'not JSON\n\n[1]\n\xff\xfe\n{"jsonrpc":"2.0","id":7,"method":3}\n'
    odd += b'{"id":"\\ud800","x":1}\n' + b"[" * 100_000 + b"\n"
    ran = subprocess.run(
        COMMAND,
        check=False,
        cwd=project,
        input=odd + lines(HELLO, STATUS),
        capture_output=True,
        timeout=SECONDS,
    )

    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [each["id"] for each in answers if "result" in each] == [1, 2]
    complaints = [(each["id"], each["error"]["code"]) for each in answers if "error" in each]
    assert complaints == [
        (None, -32700),
        (None, -32600),
        (None, -32700),
        (7, -32600),
        (None, -32600),
        (None, -32700),
    ]
    assert (ran.returncode, ran.stderr) == (0, b"")


@requirement("mcp.stdout")
@pytest.mark.parametrize("sent", [b"", lines(HELLO), b"\n"])
def test_it_ends_with_its_input_and_says_nothing_else(project: Path, sent: bytes) -> None:
    ran = subprocess.run(
        COMMAND, check=False, cwd=project, input=sent, capture_output=True, timeout=SECONDS
    )

    assert ran.returncode == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in ran.stdout.splitlines())


@requirement("mcp.stdout")
@pytest.mark.parametrize("is_loaded", [False, True])
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_when_it_is_told_to(project: Path, told: int, is_loaded: bool) -> None:
    process = subprocess.Popen(
        COMMAND, cwd=project, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdin.write(lines(HELLO, *([STATUS] if is_loaded else [])))
    process.stdin.flush()
    for _ in range(1 + is_loaded):
        process.stdout.readline()

    process.send_signal(told)
    out, err = process.communicate(timeout=SECONDS)

    assert out == b""
    assert b"Traceback" not in err
    assert process.returncode in ((0,) if is_loaded else (0, -told))


def test_what_a_library_prints_does_not_reach_the_client(project: Path) -> None:
    noisy = "import os; from commonplace.doors.mcp.fast_start import Wire; w = Wire(); print('noise', flush=True); os.system('echo more'); w.write(b'clean\\n')"

    ran = subprocess.run(
        [sys.executable, "-c", noisy], check=False, capture_output=True, timeout=SECONDS
    )

    assert ran.stdout == b"clean\n"
    assert ran.stderr == b"noise\nmore\n"


def test_a_server_without_a_book_says_what_to_do(tmp_path: Path) -> None:
    ran = subprocess.run(
        COMMAND,
        check=False,
        cwd=tmp_path,
        input=lines(HELLO, STATUS),
        capture_output=True,
        timeout=SECONDS,
    )

    answer = json.loads(ran.stdout.splitlines()[1])["result"]
    assert answer["isError"]
    assert "commonplace init" in answer["content"][0]["text"]


NEVER_LOADED = """\
import sys
sys.path.insert(0, sys.argv[1])
from commonplace.doors.mcp.fast_start import main
sys.exit(main([]))
"""
"""The command with a library in the first argument's folder instead of the protocol's own."""
READING = [
    call_line(2, "recall", {"query": "which port does staging listen on?"}),
    call_line(3, "show", {"id": "MEM-port"}),
    call_line(4, "health"),
    call_line(5, "status"),
]


@pytest.fixture
def one_memory(project: Path) -> Path:
    note = f'---\ntitle: "Port"\ncreated: 2026-01-01\n---\n\n# Port\n\n{TEXT}\n'
    (open_book(project).root / "10-Memories" / "MEM-port.md").write_text(note, "utf-8")
    return project


@requirement("mcp.first-reply")
def test_what_only_reads_is_answered_though_the_library_is_never_loaded(
    one_memory: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    endless = tmp_path_factory.mktemp("library")
    (endless / "mcp").mkdir()
    (endless / "mcp" / "__init__.py").write_text("import threading\nthreading.Event().wait()\n")
    listing = {"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
    ran = subprocess.run(
        [sys.executable, "-I", "-c", NEVER_LOADED, str(endless)],
        check=False,
        cwd=one_memory,
        input=lines(HELLO, listing, *READING),
        capture_output=True,
        timeout=SECONDS,
    )

    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [each["id"] for each in answers] == [1, 9, 2, 3, 4, 5]
    assert not any(each["result"].get("isError") for each in answers)
    assert TEXT in answers[3]["result"]["structuredContent"]["body"]
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("version", [*HANDSHAKE_VERSIONS, MODERN_VERSION])
def test_the_front_and_the_server_give_the_same_answers(one_memory: Path, version: str) -> None:
    hello = json.loads(json.dumps(HELLO))
    hello["params"]["protocolVersion"] = version
    beside = {}
    if version == MODERN_VERSION:
        envelope = {f"{META}protocolVersion": version, f"{META}clientCapabilities": {}}
        beside = {"_meta": envelope}
        hello = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": beside}
    calls = [each | {"params": each["params"] | beside} for each in READING]

    front = Front()
    front.hear(lines(hello))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(one_memory)
        early = [json.loads(front.hear(lines(each))) for each in calls]
    late = asked_of_the_server(one_memory, hello, calls)

    assert early == late


def asked_of_the_server(
    folder: Path, hello: dict[str, object], calls: list[dict[str, object]]
) -> list[dict[str, object]]:
    """Return the real server's answers, on streams and without a front."""

    async def asking() -> list[dict[str, object]]:
        server = make_server(ServerPlace(folder=folder))._lowlevel_server
        ask, asked = anyio.create_memory_object_stream[SessionMessage | Exception](9)
        answer, answers = anyio.create_memory_object_stream[SessionMessage](9)
        found = []
        async with ask, answers, anyio.create_task_group() as tasks:
            tasks.start_soon(server.run, asked, answer, server.create_initialization_options())
            ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            for each in (hello, ready, *calls):
                if each is ready and hello["method"] != "initialize":
                    continue
                message = jsonrpc_message_adapter.validate_python(each)
                await ask.send(SessionMessage(message))
                if each is not ready:
                    told = (await answers.receive()).message
                    found.append(
                        json.loads(told.model_dump_json(by_alias=True, exclude_unset=True))
                    )
            ask.close()
        return found[1:]

    return anyio.run(asking)


@requirement("mcp.many")
def test_two_servers_on_one_book_see_what_the_other_wrote(project: Path) -> None:
    async def meeting() -> None:
        async with (
            over_stdio(project, "auto", Person()) as one,
            over_stdio(project, "legacy") as other,
        ):
            ending = await one.call_tool("remember", {"text": TEXT})
            shown = await other.call_tool("show", {"id": ending.structured_content["memories"][0]})
            assert TEXT in shown.structured_content["body"]

    run(meeting, SECONDS)
    assert len(open_book(project).reading().memories) == 1

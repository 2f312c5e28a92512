"""The real command on standard input and output: first answers, a clean end, and nothing but protocol."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from protocol.meeting import (
    COMMAND,
    HELLO,
    MODES,
    TEXT,
    Person,
    book_at,
    call_line,
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

"""Fifty clients at once, and servers killed in mid-write: nothing that was told as written is lost."""

import json
import random
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest

from commonplace.app.books import open_book
from protocol.meeting import (
    COMMAND,
    HELLO,
    book_at,
    call_line,
    http_server,
    let_agents_save,
    lines,
    over_http,
    over_stdio,
    run,
)
from requirements import requirement

pytestmark = pytest.mark.mcp
STDIO, HTTP = 10, 40
WORDS = [
    "anchor",
    "basalt",
    "cedar",
    "dynamo",
    "ember",
    "falcon",
    "garnet",
    "harbor",
    "indigo",
    "juniper",
    "kestrel",
    "lagoon",
]


def fact(number: int) -> str:
    """Return a text that nothing else in the book resembles."""
    rng = random.Random(number)
    return f"Service {rng.choice(WORDS)}{number:03} keeps its {rng.choice(WORDS)} in {rng.choice(WORDS)}{number:03}."


@requirement("mcp.many")
def test_fifty_clients_write_one_book_and_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_LOCK_TIMEOUT_S", "120")  # a busy machine is no loss
    let_agents_save()
    book_at(tmp_path)
    told: list[str] = []

    async def write(client: object, number: int) -> None:
        # Of its own, whatever resembles it: the judge's opinion is not what this is about.
        arguments = {"text": fact(number), "answer": "create"}
        ending = await client.call_tool("remember", arguments)
        assert not ending.is_error, ending.content
        assert ending.structured_content["result"] == "committed", ending.structured_content
        told.append(fact(number))

    async def by_stdio(number: int) -> None:
        async with over_stdio(tmp_path, ("auto", "legacy")[number % 2]) as client:
            await write(client, number)

    with http_server(tmp_path) as (port, token):

        async def by_http(number: int) -> None:
            async with over_http(port, token, ("auto", "legacy")[number % 2]) as client:
                await write(client, number)

        async def meeting() -> None:
            async with anyio.create_task_group() as clients:
                for number in range(STDIO):
                    clients.start_soon(by_stdio, number)
                for number in range(STDIO, STDIO + HTTP):
                    clients.start_soon(by_http, number)

        run(meeting, 900)

    book = open_book(tmp_path)
    bodies = {memory.body.strip() for memory in book.reading().memories}
    assert len(told) == STDIO + HTTP
    assert bodies == set(told)
    assert book.layout.check(book.snapshot().files, datetime.now(UTC).date()) == ()


@requirement("mcp.killed")
def test_a_server_killed_in_mid_write_leaves_the_old_state_or_the_new_one(tmp_path: Path) -> None:
    let_agents_save()
    book_at(tmp_path)
    told = [text for number in range(5) for text in killed_after(tmp_path, number)]

    ran = subprocess.run(
        COMMAND,
        check=False,
        cwd=tmp_path,
        input=lines(HELLO, call_line(9, "status")),
        capture_output=True,
        timeout=60,
    )

    assert b'"isError":false' in ran.stdout.replace(b" ", b"")
    bodies = {memory.body.strip() for memory in open_book(tmp_path).reading().memories}
    assert set(told) <= bodies
    assert all(re.fullmatch(r"Service \w+ keeps its \w+ in \w+\.", body) for body in bodies)


def killed_after(folder: Path, number: int) -> list[str]:
    """Let a server write without end, kill it, and return what it had told as written."""
    process = subprocess.Popen(
        COMMAND,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    texts = [fact(100 * number + step) for step in range(20)]
    asked = [
        call_line(step, "remember", {"text": text, "answer": "create"})
        for step, text in enumerate(texts, 2)
    ]
    process.stdin.write(lines(HELLO, *asked))
    process.stdin.flush()
    process.stdout.readline()
    heard = [process.stdout.readline() for _ in range(1 + number)]
    process.kill()
    rest, _ = process.communicate(timeout=60)
    answers = [json.loads(line) for line in (*heard, *rest.splitlines()) if line.endswith(b"}\n")]
    return [texts[each["id"] - 2] for each in answers if ended(each["result"]) == "committed"]


def ended(result: dict[str, Any]) -> str:
    """Return how a write ended; one that was refused, for others held the book, says why in words."""
    if result["isError"]:
        assert result["content"][0]["text"]
        return "refused"
    how: str = result["structuredContent"]["result"]
    return how

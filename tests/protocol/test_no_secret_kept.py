"""No tool of the server leaves a secret anywhere, whatever argument it comes in."""

import os
import subprocess
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from app.later import settle
from commonplace.app.books import Book
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.server import make_server
from protocol.meeting import TEXT, Person, book_at, told
from trust.secret_kinds import KINDS, leaks_in, said

pytestmark = pytest.mark.mcp

QUESTION = "Which port does staging listen on?"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Return a book that git keeps each write of, in a place where temporary files can be looked for."""
    config = Path(os.environ["XDG_CONFIG_HOME"], "commonplace", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text('git_commit = "yes"\n', "utf-8")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    project = tmp_path / "project"
    book = book_at(project)
    for words in (["init", "-q"], ["config", "user.email", "a@b.c"], ["config", "user.name", "a"]):
        subprocess.run(["git", *words], cwd=project, check=True)
    told(project, "remember", {"text": TEXT}, person=Person())
    settle(book.root)
    return book


def filled(schema: dict[str, Any], text: str) -> dict[str, Any]:
    """Return arguments for a tool with the text in every place that takes one."""
    values: dict[str, Any] = {}
    for name, each in schema.get("properties", {}).items():
        kinds = [each, *each.get("anyOf", [])]
        if any("enum" in kind for kind in kinds):
            continue
        if any(kind.get("type") == "array" for kind in kinds):
            values[name] = [text]
        elif any(kind.get("type") == "string" for kind in kinds):
            values[name] = text
    return values


def test_no_tool_leaves_a_secret_anywhere(book: Book, tmp_path: Path) -> None:
    answers: list[bool] = []

    async def talking() -> None:
        server = make_server(ServerPlace(folder=book.project))
        async with Client(server, elicitation_callback=Person()) as client:
            tools = (await client.list_tools()).tools
            for kind in KINDS:
                for tool in tools:
                    text = f"{QUESTION} {said(kind)}"
                    whole = filled(tool.input_schema, text)
                    alone = {
                        key: value
                        for key, value in whole.items()
                        if key in ("text", "question", "query")
                    }
                    calls = [await client.call_tool(tool.name, each) for each in (whole, alone)]
                    answers.extend(each.is_error for each in calls)

    anyio.run(talking)

    assert answers.count(False) > len(KINDS)
    assert leaks_in(Path(os.environ["HOME"]), book.project, tmp_path / "temporary") == {}

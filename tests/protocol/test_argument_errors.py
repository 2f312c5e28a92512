"""What a caller is told about a call that does not fit: our own words, in both eras of the protocol."""

import json
import subprocess
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from commonplace.app.books import Book
from commonplace.core.injection import count_tokens
from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.fast_start import META, MODERN_VERSION, read_answers
from commonplace.doors.mcp.server import EXAMPLES, REQUESTS, make_server
from protocol.meeting import COMMAND, HELLO, MODES, book_at, call, lines

pytestmark = [pytest.mark.mcp, pytest.mark.parametrize("mode", MODES)]
FOREIGN = ("pydantic", "Traceback", "validation error", "http", "Error executing", "type=")
TOOLS = json.loads(read_answers(MODERN_VERSION)["tools/list"])["tools"]
MOST_TOKENS = 2_637
"""What the list of tools may cost a model that reads all of it: half of what it was once."""
MOST_SHOWN = 1_660
"""The same of names, descriptions and arguments, which is all that most hosts show."""


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return book_at(tmp_path)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("recall", {}, "`query` is missing: a text, not empty"),
        ("recall", {"query": ""}, "`query` must be a text, not empty"),
        ("recall", {"query": "x", "limit": 99}, "`limit` must be a whole number from 1 to 10"),
        ("recall", {"query": ["x"], "limit": "all"}, "`limit` must be"),
        ("remember", {"text": "x", "answer": "maybe"}, "`answer` must be one of create, extend,"),
        ("remember", {"text": "x", "keywords": 7}, "`keywords` must be a list of texts"),
        ("learn", {"task": "twelve"}, "`task` must be a whole number"),
        ("show", {"personal": "perhaps"}, "`id` is missing"),
        (
            "remember",
            {"text": "x", "labels": [{"memory": 1}]},
            "`labels` must be a list of objects",
        ),
        ("remember", {"text": "x", "labels": "x"}, "`label` (one of same, adds, updates,"),
        ("learn", {"task": -1}, "`task` must be a whole number, 0 or more"),
        ("forget", {"ids": []}, "`ids` must be a list of texts, not empty"),
        ("undo", {"receipt": 3}, "`receipt` must be a text."),
        ("recall", {"query": "x", "most": 3}, "`most` is not known here (known: query, limit,"),
        ("recall", {"question": "x"}, "`query` is missing: a text, not empty; `question` is not"),
        ("forget", {"ids": ["x"], "why": "y"}, "`why` is not known here (known: ids, reason)"),
        ("status", {"verbose": True}, "`verbose` is not known here (known: –)"),
    ],
)
def test_wrong_arguments_are_named_with_what_was_expected_and_a_call_that_is_right(
    tool: str, arguments: dict[str, Any], said: str, book: Book, mode: str
) -> None:
    result = call(book.project, tool, arguments, mode=mode)

    text = result.content[0].text
    assert result.is_error
    assert said in text
    assert json.dumps(EXAMPLES[tool], ensure_ascii=False) in text
    assert not any(word in text for word in FOREIGN)


def test_the_example_of_every_tool_fits_its_arguments(book: Book, mode: str) -> None:
    for name in (tool["name"] for tool in TOOLS):
        result = call(book.project, name, dict(EXAMPLES[name]), mode=mode)

        assert "was not called" not in result.content[0].text


def test_what_a_client_adds_to_the_arguments_of_every_tool_is_no_mistake_of_the_model(
    book: Book, mode: str
) -> None:
    asked = {"query": "staging", "wait_for_previous": True}

    assert not call(book.project, "recall", asked, mode=mode).is_error


def test_learning_from_nothing_or_from_two_is_told_with_an_example(book: Book, mode: str) -> None:
    for arguments in ({}, {"text": "Staging moved.", "path": "docs/deploy.md"}):
        text = call(book.project, "learn", arguments, mode=mode).content[0].text

        assert "exactly one of text, path and task" in text
        assert 'for example with `path` "docs/deploy.md" alone' in text


def test_an_unknown_tool_and_what_nobody_foresaw_are_told_in_our_words(
    book: Book, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = call(book.project, "recal", {"query": "x"}, mode=mode)

    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(read_only_calls, "recall_from", breaks)
    broken = call(book.project, "recall", {"query": "x"}, mode=mode)

    assert unknown.content[0].text.startswith("There is no tool called recal; nothing was done.")
    assert broken.content[0].text.startswith("`recall` failed in a way that nobody foresaw")
    assert "secret of the inside" not in broken.content[0].text


@pytest.mark.parametrize(
    ("prompt", "said"),
    [("memory-learn", "`source` is missing"), ("learn", "There is no prompt called learn")],
)
def test_a_prompt_without_its_argument_or_of_another_name_is_the_callers_error(
    prompt: str, said: str, book: Book, mode: str
) -> None:
    async def asking() -> MCPError:
        async with Client(make_server(ServerPlace(folder=book.project)), mode=mode) as client:
            with pytest.raises(MCPError) as caught:
                await client.get_prompt(prompt, {})
            return caught.value

    error = anyio.run(asking)

    assert error.error.code == INVALID_PARAMS
    assert said in error.error.message
    assert not any(word in error.error.message for word in FOREIGN)


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("tools/call", {"name": "recall", "arguments": []}, "`params.arguments` is missing, or"),
        ("tools/call", {"arguments": {}}, "`params.name` is missing, or is not what the protocol"),
        ("prompts/get", {"name": "x", "arguments": {"source": 5}}, "`params.arguments.source` is"),
        ("resources/read", {}, "`params.uri` is missing"),
        ("resources/read", {"uri": "bogus"}, "There is no resource at bogus; nothing was done."),
    ],
)
def test_params_that_the_protocol_does_not_have_are_told_with_those_that_are_right(
    method: str, params: dict[str, Any], said: str, book: Book, mode: str
) -> None:
    era = {f"{META}protocolVersion": MODERN_VERSION, f"{META}clientCapabilities": {}}
    meta = {} if mode == "legacy" else {"_meta": era}
    hello = [HELLO] if mode == "legacy" else []
    asked = {"jsonrpc": "2.0", "id": 2, "method": method, "params": params | meta}

    ran = subprocess.run(
        COMMAND, cwd=book.project, input=lines(*hello, asked), capture_output=True, check=True
    )
    error = json.loads(ran.stdout.splitlines()[-1])["error"]

    assert said in error["message"]
    is_known = "bogus" in said
    assert is_known or json.dumps(REQUESTS[method], ensure_ascii=False) in error["message"]
    assert error["code"] == INVALID_PARAMS
    assert ran.stderr == b""
    assert not any(word in error["message"] for word in FOREIGN)


def test_the_list_of_tools_costs_a_model_little(mode: str) -> None:
    text = json.dumps(TOOLS, ensure_ascii=False, separators=(",", ":"))

    shown = [{key: each[key] for key in ("name", "description", "inputSchema")} for each in TOOLS]
    arguments = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))

    assert count_tokens(text) <= MOST_TOKENS
    assert count_tokens(arguments) <= MOST_SHOWN
    assert "$ref" not in text
    assert not [each for each in TOOLS if '"title": "' in json.dumps(each["inputSchema"])]

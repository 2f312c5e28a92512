"""A model that keeps files, through the real client of the SDK: every command reaches the drawer."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import commonplace
from requirements import requirement

pytestmark = pytest.mark.laws

WANTED = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/likes.md", "file_text": "Short answers.\n"},
    {"command": "create", "path": "/memories/likes.md", "file_text": "Long answers.\n"},
]


class Model(BaseHTTPRequestHandler):
    """Asks for one command after the other, then says that it is done."""

    heard: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.heard.append(body)
        turn = len(self.heard) - 1
        wants = {"type": "tool_use", "id": f"call_{turn}", "name": "memory"}
        answer = {
            "id": "msg",
            "type": "message",
            "role": "assistant",
            "model": "fake",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
            "stop_reason": "tool_use" if turn < len(WANTED) else "end_turn",
            "content": [{**wants, "input": WANTED[turn]}]
            if turn < len(WANTED)
            else [{"type": "text", "text": "done"}],
        }
        sent = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def model() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    heard: list[dict[str, Any]] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Here", (Model,), {"heard": heard}))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", heard
    server.shutdown()
    server.server_close()
    thread.join()


@requirement("memory-tool.runner")
def test_the_sdk_hands_every_command_to_us_and_every_answer_to_the_model(
    model: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    import anthropic

    address, heard = model
    tool = commonplace.MemoryTool(tmp_path)

    with anthropic.Anthropic(base_url=address, api_key="none") as client:
        ended = client.beta.messages.tool_runner(
            model="fake",
            max_tokens=100,
            messages=[{"role": "user", "content": "I like short answers."}],
            tools=[tool],
        ).until_done()

    told = [body["messages"][-1]["content"][0] for body in heard[1:]]
    assert heard[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert [(each.get("is_error", False), each["content"]) for each in told[1:]] == [
        (False, "File created successfully at: /memories/likes.md"),
        (True, "File /memories/likes.md already exists"),
    ]
    assert told[0]["content"].startswith("Here're the files and directories")
    assert ended.content[0].type == "text"
    assert [receipt.action for receipt in tool.receipts()] == ["create"]

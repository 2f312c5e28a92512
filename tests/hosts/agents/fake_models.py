"""Fakes of four model services on loopback: they keep every request and answer as they are told to.

A test reads in `requests` exactly what an agent program sent to its model: what a hook had injected,
which tools were offered, what a tool had answered.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Call:
    """A tool that the model wants to be run."""

    tool: str
    arguments: dict[str, Any]


Answer = str | Call
Script = Callable[[dict[str, Any]], Answer]


@dataclass
class FakeModel:
    """One running service."""

    port: int = 0
    script: Script = lambda _: "Done."
    tokens: Callable[[int], int] = lambda _: 10
    """How large each request is said to have been: much, and a program compacts its conversation."""
    requests: list[dict[str, Any]] = field(default_factory=list)

    @property
    def turns(self) -> list[dict[str, Any]]:
        """The requests that continue a conversation: those that offer tools."""
        return [body for body in self.requests if body.get("tools")]

    def said(self, at: int = -1) -> str:
        """Return all that one request told the model, as one text."""
        return json.dumps(self.turns[at], ensure_ascii=False)

    def tools(self, at: int = -1) -> set[str]:
        """Return the names of the tools that one request offered, in whatever form."""
        names = set()
        for tool in self.turns[at]["tools"]:
            inside = (
                tool.get("functionDeclarations")
                or tool.get("tools")
                or [tool.get("function", tool)]
            )
            names |= {each.get("name", "") for each in inside}
        return names


def _events(handler: BaseHTTPRequestHandler, events: Iterator[tuple[str, dict[str, Any]]]) -> None:
    handler.send_response(200)
    handler.send_header("content-type", "text/event-stream")
    handler.send_header("connection", "close")
    handler.end_headers()
    for name, data in events:
        head = f"event: {name}\n" if name else ""
        handler.wfile.write(f"{head}data: {json.dumps(data)}\n\n".encode())
    handler.close_connection = True


def _json(handler: BaseHTTPRequestHandler, value: object, code: int = 200) -> None:
    content = json.dumps(value).encode()
    handler.send_response(code)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def _anthropic(
    answer: Answer, number: int, body: dict[str, Any], tokens: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "content": []}
    message |= {"model": body.get("model"), "stop_reason": None, "stop_sequence": None}
    message |= {"usage": {"input_tokens": tokens, "output_tokens": 1}}
    yield "message_start", {"type": "message_start", "message": message}
    if isinstance(answer, Call):
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": answer.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(answer.arguments)}
    else:
        block = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": answer}
    yield "content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}
    yield "content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}
    yield "content_block_stop", {"type": "content_block_stop", "index": 0}
    reason = "tool_use" if isinstance(answer, Call) else "end_turn"
    ending = {"stop_reason": reason, "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": ending, "usage": {"output_tokens": 5}}
    yield "message_stop", {"type": "message_stop"}


def _openai(
    answer: Answer, number: int, _: dict[str, Any], tokens: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(answer, Call):
        space, _dot, name = answer.tool.rpartition("/")
        item: dict[str, Any] = {"type": "function_call", "id": f"fc_{number}", "name": name}
        item |= {"call_id": f"call_{number}", "status": "completed"}
        item |= {"namespace": space} if space else {}
        item["arguments"] = json.dumps(answer.arguments)
    else:
        text = {"type": "output_text", "text": answer, "annotations": []}
        item = {"type": "message", "id": f"msg_{number}", "role": "assistant"}
        item |= {"status": "completed", "content": [text]}
    response = {"id": f"resp_{number}", "object": "response", "output": []}
    yield (
        "response.created",
        {
            "type": "response.created",
            "response": {**response, "status": "in_progress"},
        },
    )
    for kind in ("added", "done"):
        name = f"response.output_item.{kind}"
        yield name, {"type": name, "output_index": 0, "item": item}
    usage = {"input_tokens": tokens, "output_tokens": 5, "total_tokens": tokens + 5}
    usage |= {"input_tokens_details": {"cached_tokens": 0}}  # type: ignore[dict-item]
    usage |= {"output_tokens_details": {"reasoning_tokens": 0}}  # type: ignore[dict-item]
    done = {**response, "status": "completed", "output": [item], "usage": usage}
    yield "response.completed", {"type": "response.completed", "response": done}


def _chat(
    answer: Answer, number: int, body: dict[str, Any], tokens: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    chunk = {"id": f"chat_{number}", "object": "chat.completion.chunk", "created": 0}
    chunk["model"] = body.get("model")
    if isinstance(answer, Call):
        called = {"name": answer.tool, "arguments": json.dumps(answer.arguments)}
        call = {"index": 0, "id": f"call_{number}", "type": "function", "function": called}
        delta: dict[str, Any] = {"role": "assistant", "content": None, "tool_calls": [call]}
    else:
        delta = {"role": "assistant", "content": answer}
    reason = "tool_calls" if isinstance(answer, Call) else "stop"
    yield "", {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    usage = {"prompt_tokens": tokens, "completion_tokens": 5, "total_tokens": tokens + 5}
    ending = {"index": 0, "delta": {}, "finish_reason": reason}
    yield "", {**chunk, "choices": [ending], "usage": usage}


def _gemini(
    answer: Answer, _: int, __: dict[str, Any], tokens: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "", _gemini_answer(answer, tokens)


def _gemini_answer(answer: Answer, tokens: int) -> dict[str, Any]:
    if isinstance(answer, Call):
        part: dict[str, Any] = {"functionCall": {"name": answer.tool, "args": answer.arguments}}
    else:
        part = {"text": answer}
    usage = {"promptTokenCount": tokens, "candidatesTokenCount": 3, "totalTokenCount": tokens + 3}
    content = {"role": "model", "parts": [part]}
    candidate = {"content": content, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "fake"}


SPOKEN = {
    "/v1/messages": _anthropic,
    "/responses": _openai,
    "/chat/completions": _chat,
    "generateContent": _gemini,
}


@contextmanager
def fake_model() -> Iterator[FakeModel]:
    """Run a service that speaks all four protocols, on a port of its own."""
    model = FakeModel()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_HEAD(self) -> None:
            _json(self, {})

        def do_GET(self) -> None:
            _json(self, {"object": "list", "data": [], "models": []})

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            try:
                body = json.loads(raw)
            except ValueError:
                body = {}
            if "count" in self.path.lower():
                _json(self, {"input_tokens": 100, "totalTokens": 100})
                return
            path = self.path.partition("?")[0].replace("streamGenerateContent", "generateContent")
            speak = next((how for end, how in SPOKEN.items() if path.endswith(end)), None)
            if speak is None:
                _json(self, {})
                return
            with lock:
                model.requests.append(body)
                number = len(model.requests)
            answer = model.script(body)
            if speak is _gemini and "stream" not in self.path:
                _json(self, _gemini_answer(answer, model.tokens(number)))
            elif speak is _anthropic and not body.get("stream"):
                text = answer if isinstance(answer, str) else ""
                usage = {"input_tokens": 10, "output_tokens": 5}
                content = [{"type": "text", "text": text}]
                reply = {"id": f"msg_{number}", "type": "message", "role": "assistant"}
                reply |= {"content": content, "stop_reason": "end_turn", "usage": usage}  # type: ignore[dict-item]
                _json(self, reply | {"model": body.get("model")})
            else:
                _events(self, speak(answer, number, body, model.tokens(number)))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

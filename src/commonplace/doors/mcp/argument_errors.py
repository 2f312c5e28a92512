"""What a caller is told whose arguments do not fit: what is wrong, what was expected, an example.

The library's own words are those of its validator, with a link to its site; a model that reads them
learns less than from one call that would have been right.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.prompts import Prompt
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
)
from pydantic import ValidationError

from commonplace.doors.mcp.context import Place, look_into_roots
from commonplace.messages import say

Schema = Mapping[str, Any]

EXAMPLES: Mapping[str, Mapping[str, object]] = {
    "recall": {"query": "Which port does staging listen on?"},
    "show": {"id": "MEM-staging-port"},
    "health": {},
    "status": {},
    "remember": {
        "text": "Staging listens on port 6001 behind the proxy.",
        "when": ["the staging site does not answer", "which port do I forward?"],
    },
    "learn": {"path": "docs/deploy.md"},
    "save": {"target": "user", "content": "Prefers short answers."},
    "forget": {"ids": ["MEM-staging-port"], "reason": "staging was shut down"},
    "undo": {"receipt": ""},
    "review": {"proposal": ""},
    "memory-learn": {"source": "docs/deploy.md"},
    "memory-recall": {"query": "Which port does staging listen on?"},
    "memory-save": {"content": "Prefers short answers."},
}
"""A call of each tool, and of each prompt that needs an argument, that is right."""
_FAILED = "Error executing tool {}: "


class PlainServer(MCPServer[Place]):
    """The library's server, which says in our words what was wrong with a call."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Place, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; whatever goes wrong is a `ToolError` in our words."""
        tools = {tool.name: tool for tool in self._tool_manager.list_tools()}
        if name not in tools:
            raise ToolError(say("mcp.unknown-tool", name=name, known=", ".join(tools)))
        if context is not None:
            await look_into_roots(context)
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as error:
            # Of the same class, so that the library leaves the trace in the server's own log.
            raise UnexpectedToolError(say("mcp.unexpected", name=name)) from error.__cause__
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                told = _wrong_arguments(name, tools[name].parameters, error.__cause__)
                raise ToolError(told) from None
            raise ToolError(str(error).removeprefix(_FAILED.format(name))) from error

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        context: Context[Place, Any] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt; what is unknown or incomplete is an error of the caller's."""
        prompts = {prompt.name: prompt for prompt in self._prompt_manager.list_prompts()}
        if name not in prompts:
            known = ", ".join(prompts)
            raise MCPError(
                code=INVALID_PARAMS, message=say("mcp.unknown-prompt", name=name, known=known)
            )
        if wrong := _wrong_in_prompt(prompts[name], arguments or {}):
            raise MCPError(code=INVALID_PARAMS, message=_told(name, "; ".join(wrong)))
        return await super().get_prompt(name, arguments, context)


def _wrong_in_prompt(prompt: Prompt, arguments: Mapping[str, object]) -> list[str]:
    """Return what a prompt lacks and what it does not take: the library would raise for both."""
    known = {each.name: each.required for each in prompt.arguments or ()}
    expected = say("mcp.type-string")
    missing = [
        say("mcp.argument-missing", name=name, expected=expected)
        for name, is_needed in known.items()
        if is_needed and name not in arguments
    ]
    unknown = [say("mcp.argument-unknown", name=name) for name in arguments if name not in known]
    return [*missing, *unknown]


def _wrong_arguments(tool: str, schema: Schema, error: ValidationError) -> str:
    wrong = dict.fromkeys(_problems(schema, error))
    return _told(tool, "; ".join(wrong))


def _told(name: str, wrong: str) -> str:
    example = json.dumps(EXAMPLES.get(name, {}), ensure_ascii=False)
    return say("mcp.bad-arguments", name=name, wrong=wrong, example=example)


def _problems(schema: Schema, error: ValidationError) -> Iterator[str]:
    """Yield what is wrong with each argument, once."""
    for each in error.errors():
        name = str(each["loc"][0]) if each["loc"] else ""
        expected = _expected(schema.get("properties", {}).get(name, {}))
        key = "mcp.argument-missing" if each["type"] == "missing" else "mcp.argument-wrong"
        yield say(key, name=name, expected=expected)


def _expected(schema: Schema) -> str:
    """Say what an argument must be, from the schema that clients are shown."""
    if choices := schema.get("enum"):
        return say("mcp.type-enum", choices=", ".join(map(str, filter(None, choices))))
    inner = next((each for each in schema.get("anyOf", ()) if each.get("type") != "null"), schema)
    kind = inner.get("type", "string")
    if kind == "integer" and {"minimum", "maximum"} <= inner.keys():
        return say("mcp.type-range", least=inner["minimum"], most=inner["maximum"])
    return say(f"mcp.type-{kind}")


def shortened_schemas(server: MCPServer[Place]) -> None:
    """Take out of the list of tools what says nothing to a model: made-up titles, indents, the types of answers: an answer is read, not written."""
    for tool in server._tool_manager.list_tools():  # noqa: SLF001 - the library has no other way
        tool.description = " ".join(inspect.cleandoc(tool.description).split())
        tool.parameters = _untitled(tool.parameters)
        if answer := tool.fn_metadata.output_schema:
            fields: dict[str, Schema] = {name: {} for name in answer["properties"]}
            tool.fn_metadata.output_schema = {"type": "object", "properties": fields}


def _untitled(schema: Schema) -> dict[str, Any]:
    """Return the schema of arguments without titles made of their names, and without empty defaults."""
    named = {name: _untitled(each) for name, each in schema.get("properties", {}).items()}
    kept = {key: value for key, value in schema.items() if not _is_noise(key, value)}
    nested = {name: _untitled(each) for name, each in schema.get("$defs", {}).items()}
    kept |= {"$defs": nested} if nested else {}
    return kept | ({"properties": named} if named else {})


def _is_noise(key: str, value: object) -> bool:
    return key == "title" or (key == "default" and not value)

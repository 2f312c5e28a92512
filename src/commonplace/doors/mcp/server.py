"""The server itself: ten tools, a few resources and prompts over the same flows as every door.

What a caller is told whose arguments do not fit: what is wrong, what was expected, an example.

The library's own words are those of its validator, with a link to its site; a model that reads them
learns less than from one call that would have been right.

The tools that only read, as clients see them; `read_only_calls` is what they do.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any, NamedTuple

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import (
    ResourceNotFoundError,
    ToolError,
    UnexpectedToolError,
)
from mcp.server.mcpserver.prompts import Prompt
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
)
from pydantic import AnyUrl, Field, ValidationError

from commonplace import __version__
from commonplace.core.hygiene import neutral
from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import ServerPlace, desk_of, look_into_roots, told
from commonplace.doors.mcp.fast_start import INSTRUCTIONS
from commonplace.doors.mcp.resources import add_prompts, add_resources
from commonplace.doors.mcp.schemas import (
    ALWAYS_LOADED,
    HealthAnswer,
    RecallAnswer,
    ShownMemory,
    StatusAnswer,
    hints,
)
from commonplace.doors.mcp.tools import add_review, add_writing_tools
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
REQUESTS: Mapping[str, Mapping[str, object]] = {
    "tools/call": {"name": "recall", "arguments": EXAMPLES["recall"]},
    "prompts/get": {"name": "memory-learn", "arguments": EXAMPLES["memory-learn"]},
    "resources/read": {"uri": "memory://contents"},
    "completion/complete": {
        "ref": {"type": "ref/prompt", "name": "memory-learn"},
        "argument": {"name": "source", "value": "do"},
    },
}
"""Params that are right, of the requests that carry any of ours."""
ADDED_BY_CLIENTS = frozenset({"wait_for_previous"})
"""What a client adds to the schema of every tool for its own use, and sends along (Gemini CLI 0.61)."""
_FAILED = "Error executing tool {}: "
_NO_RESOURCE = "Unknown resource"


class PlainServer(MCPServer[ServerPlace]):
    """The library's server, which says in our words what was wrong with a call."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[ServerPlace, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; whatever goes wrong is a `ToolError` in our words."""
        tools = {tool.name: tool for tool in self._tool_manager.list_tools()}
        if name not in tools:
            raise ToolError(neutral(say("mcp.unknown-tool", name=name, known=", ".join(tools))))
        wrong = _misnamed(tools[name].parameters, arguments.keys() - ADDED_BY_CLIENTS)
        if wrong.unknown:
            raise ToolError(_told(name, "; ".join((*wrong.missing, *wrong.unknown))))
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
        context: Context[ServerPlace, Any] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt; what is unknown or incomplete is an error of the caller's."""
        prompts = {prompt.name: prompt for prompt in self._prompt_manager.list_prompts()}
        if name not in prompts:
            told = say("mcp.unknown-prompt", name=name, known=", ".join(prompts))
            raise MCPError(code=INVALID_PARAMS, message=neutral(told))
        wrong = _misnamed(_as_schema(prompts[name]), (arguments or {}).keys())
        if any(wrong):
            told = _told(name, "; ".join((*wrong.missing, *wrong.unknown)))
            raise MCPError(code=INVALID_PARAMS, message=told)
        said = {key: neutral(str(value)) for key, value in (arguments or {}).items()}
        return await super().get_prompt(name, said, context)

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[ServerPlace, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource; one that nobody has is an error of the caller's."""
        try:
            return await super().read_resource(uri, context)
        except ResourceNotFoundError as error:
            if not str(error).startswith(_NO_RESOURCE):
                raise
            manager = self._resource_manager
            named = [str(each.uri) for each in manager.list_resources()]
            named += [each.uri_template for each in manager.list_templates()]
            told = say("mcp.unknown-resource", uri=str(uri), known=", ".join(named))
            raise ResourceNotFoundError(neutral(told)) from None


async def in_our_words(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Tell whoever sent params that the protocol does not have what is wrong with them, and what is right."""
    try:
        return await call_next(ctx)
    except ValidationError as error:
        if ctx.request_id is None:
            raise
        places = dict.fromkeys(".".join(_steps(each["loc"])) for each in error.errors())
        wrong = ", ".join(f"`{place}`" for place in places)
        told = say("mcp.malformed", method=ctx.method, wrong=wrong)
        if example := REQUESTS.get(ctx.method):
            shown = json.dumps(example, ensure_ascii=False)
            told += " " + say("mcp.malformed-right", example=shown)
        raise MCPError(code=INVALID_PARAMS, message=neutral(told)) from None


def _steps(loc: tuple[int | str, ...]) -> list[str]:
    """Return where something stands in a request, below its params."""
    inside = [str(step) for step in loc if step != "params" and not str(step)[:1].isupper()]
    return ["params", *inside]


class Misnamed(NamedTuple):
    """What the arguments of a call lack, and what they hold that nobody takes, in words."""

    missing: tuple[str, ...]
    unknown: tuple[str, ...]


def _misnamed(schema: Schema, given: Collection[str]) -> Misnamed:
    """Compare the names of arguments with a schema: the library overlooks unknown ones, or raises."""
    known = schema.get("properties", {})
    told = ", ".join(known) or "–"
    return Misnamed(
        missing=tuple(
            say("mcp.argument-missing", name=name, expected=_expected(known[name]))
            for name in schema.get("required", ())
            if name not in given
        ),
        unknown=tuple(
            say("mcp.argument-unknown", name=name, known=told)
            for name in sorted(given)
            if name not in known
        ),
    )


def _as_schema(prompt: Prompt) -> Schema:
    taken = prompt.arguments or ()
    needed = [each.name for each in taken if each.required]
    return {"properties": {each.name: {} for each in taken}, "required": needed}


def _wrong_arguments(tool: str, schema: Schema, error: ValidationError) -> str:
    wrong = dict.fromkeys(_problems(schema, error))
    return _told(tool, "; ".join(wrong))


def _told(name: str, wrong: str) -> str:
    example = json.dumps(EXAMPLES.get(name, {}), ensure_ascii=False)
    return neutral(say("mcp.bad-arguments", name=name, wrong=wrong, example=example))


def _problems(schema: Schema, error: ValidationError) -> Iterator[str]:
    """Yield what is wrong with each argument, once."""
    for each in error.errors():
        name = str(each["loc"][0]) if each["loc"] else ""
        is_needed = name in schema.get("required", ())
        expected = _expected(schema.get("properties", {}).get(name, {}), is_needed=is_needed)
        is_missing = each["type"] == "missing" and len(each["loc"]) == 1
        key = "mcp.argument-missing" if is_missing else "mcp.argument-wrong"
        yield say(key, name=name, expected=expected)


def _expected(schema: Schema, *, is_needed: bool = True) -> str:
    """Say what an argument must be, from the schema that clients are shown."""
    if choices := schema.get("enum"):
        return say("mcp.type-enum", choices=", ".join(map(str, filter(None, choices))))
    inner = next((each for each in schema.get("anyOf", ()) if each.get("type") != "null"), schema)
    kind = inner.get("type", "string")
    if kind == "integer" and {"minimum", "maximum"} <= inner.keys():
        return say("mcp.type-range", least=inner["minimum"], most=inner["maximum"])
    if kind == "integer" and "minimum" in inner:
        return say("mcp.type-least", least=inner["minimum"])
    if fields := inner.get("items", {}).get("properties"):
        return say("mcp.type-objects", fields=", ".join(map(_field, fields.items())))
    if kind == "array" and inner.get("minItems"):
        return say("mcp.type-array-some")
    if kind == "string" and not is_needed and not inner.get("minLength"):
        return say("mcp.type-text")
    return say(f"mcp.type-{kind}")


def _field(named: tuple[str, Schema]) -> str:
    name, schema = named
    return f"`{name}` ({_expected(schema)})" if "enum" in schema else f"`{name}`"


def shortened_schemas(server: MCPServer[ServerPlace]) -> None:
    """Take out of the list of tools what says nothing to a model: made-up titles, indents, the types of answers: an answer is read, not written."""
    for tool in server._tool_manager.list_tools():  # noqa: SLF001 - the library has no other way
        tool.description = " ".join(inspect.cleandoc(tool.description).split())
        tool.parameters = _untitled(tool.parameters)
        if answer := tool.fn_metadata.output_schema:
            fields: dict[str, Schema] = {name: {} for name in answer["properties"]}
            tool.fn_metadata.output_schema = {"type": "object", "properties": fields}


def _untitled(schema: Schema, defined: Schema | None = None) -> dict[str, Any]:
    """Return the schema of arguments without titles made of their names, without empty defaults, and in one piece."""
    defined = defined or schema.get("$defs", {})
    if place := schema.get("$ref"):
        schema = {**defined[place.rpartition("/")[2]]}
        schema.pop("description", None)
    kept = {key: value for key, value in schema.items() if not _is_noise(key, value)}
    if "items" in kept:
        kept["items"] = _untitled(kept["items"], defined)
    inside = schema.get("properties", {})
    named = {name: _untitled(each, defined) for name, each in inside.items()}
    return kept | ({"properties": named} if named else {})


def _is_noise(key: str, value: object) -> bool:
    return key in ("title", "$defs") or (key == "default" and not value)


def add_reading_tools(server: MCPServer[ServerPlace]) -> None:
    """Register the tools that only read."""
    server.tool(annotations=hints("Recall", reads=True), meta=ALWAYS_LOADED)(recall)
    server.tool(annotations=hints("Show a memory", reads=True), meta=ALWAYS_LOADED)(show)
    server.tool(annotations=hints("Health of the book", reads=True))(health)
    server.tool(annotations=hints("Status", reads=True))(status)


@told
def recall(
    *,
    context: Context[ServerPlace],
    query: Annotated[
        str, Field(description="A question, the task at hand, or one word", min_length=1)
    ],
    limit: Annotated[
        int, Field(description="Memories at most", ge=1, le=10)
    ] = read_only_calls.LIMIT,
    topic: Annotated[str, Field(description="Only this topic and those below it")] = "",
    kind: Annotated[str, Field(description="Only this sort of memory")] = "",
    include_unapproved: Annotated[
        bool, Field(description="Also what nobody approved; its status says so")
    ] = False,
) -> RecallAnswer:
    """Recall what is known about a question before you work on it: decisions, conventions, fixes.

    One line for each memory, best first. `tier`: sure ones answer, read likely ones with `show` first,
    unsure ones may be chance.
    """
    answer = read_only_calls.recall(
        desk_of(context),
        query=query,
        limit=limit,
        topic=topic,
        kind=kind,
        include_unapproved=include_unapproved,
    )
    return RecallAnswer.model_validate(answer)


@told
def show(
    context: Context[ServerPlace],
    id: Annotated[str, Field(description="As `recall` gives it, or its beginning", min_length=1)],  # noqa: A002 - the name clients see
    personal: Annotated[bool, Field(description="From the user's personal book")] = False,
) -> ShownMemory:
    """Show one memory whole. `standing` says whether it may be taken for a fact."""
    answer = read_only_calls.show(desk_of(context), id=id, personal=personal)
    return ShownMemory.model_validate(answer)


@told
def health(context: Context[ServerPlace]) -> HealthAnswer:
    """Say how much upkeep the book needs: stale, repeated and oversized memories, as a score."""
    return HealthAnswer.model_validate(read_only_calls.health(desk_of(context)))


@told
def status(context: Context[ServerPlace]) -> StatusAnswer:
    """Say which book this is, whether it is trusted, what waits for the user, and how the index is."""
    return StatusAnswer.model_validate(read_only_calls.status(desk_of(context)))


NAME = "commonplace"


def make_server(place: ServerPlace) -> MCPServer[ServerPlace]:
    """Return the server for the book at `place`; nothing is opened before a call needs it."""

    @asynccontextmanager
    async def standing_there(_: MCPServer[ServerPlace]) -> AsyncIterator[ServerPlace]:
        """Let every call know where the server stands."""
        yield place

    server = PlainServer(
        NAME,
        title="commonplace",
        description="A governed long-term memory, kept as Markdown files that people own.",
        instructions=INSTRUCTIONS,
        version=__version__,
        lifespan=standing_there,
        log_level="WARNING",
    )
    add_reading_tools(server)
    add_writing_tools(server)
    add_review(server)
    add_resources(server, place)
    add_prompts(server)
    shortened_schemas(server)
    server._lowlevel_server.middleware.append(in_our_words)  # noqa: SLF001 - as above
    return server

"""The tools that only read, as clients see them; `read_only_calls` is what they do."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import Place, desk_of, told
from commonplace.doors.mcp.schemas import (
    ALWAYS_LOADED,
    HealthAnswer,
    RecallAnswer,
    ShownMemory,
    StatusAnswer,
    hints,
)


def add_reading_tools(server: MCPServer[Place]) -> None:
    """Register the tools that only read."""
    server.tool(annotations=hints("Recall", reads=True), meta=ALWAYS_LOADED)(recall)
    server.tool(annotations=hints("Show a memory", reads=True), meta=ALWAYS_LOADED)(show)
    server.tool(annotations=hints("Health of the book", reads=True))(health)
    server.tool(annotations=hints("Status", reads=True))(status)


@told
def recall(
    *,
    context: Context[Place],
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
    context: Context[Place],
    id: Annotated[str, Field(description="As `recall` gives it, or its beginning", min_length=1)],  # noqa: A002 - the name clients see
    personal: Annotated[bool, Field(description="From the user's personal book")] = False,
) -> ShownMemory:
    """Show one memory whole. `standing` says whether it may be taken for a fact."""
    answer = read_only_calls.show(desk_of(context), id=id, personal=personal)
    return ShownMemory.model_validate(answer)


@told
def health(context: Context[Place]) -> HealthAnswer:
    """Say how much upkeep the book needs: stale, repeated and oversized memories, as a score."""
    return HealthAnswer.model_validate(read_only_calls.health(desk_of(context)))


@told
def status(context: Context[Place]) -> StatusAnswer:
    """Say which book this is, whether it is trusted, what waits for the user, and how the index is."""
    return StatusAnswer.model_validate(read_only_calls.status(desk_of(context)))

"""The server itself: ten tools, a few resources and prompts over the same flows as every door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.mcpserver import MCPServer

from commonplace import __version__
from commonplace.doors.mcp.argument_errors import PlainServer, shortened_schemas
from commonplace.doors.mcp.context import Place
from commonplace.doors.mcp.known_answers import INSTRUCTIONS
from commonplace.doors.mcp.reading_tools import add_reading_tools
from commonplace.doors.mcp.resources import add_prompts, add_resources
from commonplace.doors.mcp.reviewing import add_review
from commonplace.doors.mcp.writing_tools import add_writing_tools

NAME = "commonplace"


def make_server(place: Place) -> MCPServer[Place]:
    """Return the server for the book at `place`; nothing is opened before a call needs it."""

    @asynccontextmanager
    async def standing_there(_: MCPServer[Place]) -> AsyncIterator[Place]:
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
    return server

"""Where a call works: the folder the server was started for, its books, and who asks.

Each call opens the book anew: files are the truth, and other servers write into the same book. Whoever
calls is an agent, whatever the environment says.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from urllib.parse import urlsplit
from urllib.request import url2pathname

from commonplace.app.books import Book, open_book, open_personal_book
from commonplace.config import read_settings
from commonplace.core.agent_detection import agent_in
from commonplace.core.hygiene import defused, neutral, shorten
from commonplace.core.values import dataclass
from commonplace.doors.cli.context import Desk, asked_books
from commonplace.errors import CommonplaceError, NoBook

if TYPE_CHECKING:  # loaded by the tools: the front stands here before the library is there
    from mcp.server.mcpserver import Context

AGENT = "mcp"
NAME_CHARACTERS = 60
"""A program that names itself longer is named shorter."""

ROOTS_S = 5.0
"""How long a client may take to say which folders its user works in."""
_ANNOUNCED: ContextVar[Path | None] = ContextVar("announced", default=None)
"""The folder with a book that the client of this call has announced, where the server stands in none."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPlace:
    """Where a server stands, and which book it was told to use."""

    folder: Path
    book: str = ""
    personal: bool = False

    @classmethod
    def of(cls, arguments: list[str]) -> ServerPlace:
        """Return where a server stands that was started here with these arguments."""
        named = arguments[1] if arguments[:1] == ["--book"] else ""
        return cls(folder=Path.cwd(), book=named, personal=arguments == ["--personal"])

    @property
    def is_settled(self) -> bool:
        """Whether it is known which book is meant: it was named, or one is where the server stands."""
        return bool(self.book or self.personal) or _has_book(self.folder)

    def desk(self, caller: str = "") -> Desk:
        """Return a desk for one call of the program that names itself `caller`."""
        agent = agent_in(os.environ) or caller or AGENT
        desk = Desk(
            environ={**os.environ, "COMMONPLACE_AGENT": agent},
            folder=_ANNOUNCED.get() or self.folder,
            clock=lambda: datetime.now().astimezone(),
            is_terminal=False,
            book_named=self.book,
            wants_personal=self.personal,
        )
        desk.require_settings()
        desk.wants_personal = desk.wants_personal or _has_personal_alone(desk)
        return desk


def _has_book(folder: Path) -> bool:
    try:
        open_book(folder, read_settings(os.environ))
    except CommonplaceError:
        return False
    return True


async def look_into_roots(context: Context[ServerPlace]) -> None:
    """Let this call work in the first folder with a book that the client announces, if the server stands in none.

    Desktop programs start servers in no project. Newer connections have no roots, and no way to ask.
    """
    from anyio import move_on_after, to_thread  # noqa: PLC0415 - see above
    from mcp.shared.exceptions import MCPError  # noqa: PLC0415
    from mcp_types import ClientCapabilities, ListRootsRequest, ListRootsResult, RootsCapability  # noqa: PLC0415

    class Roots(ListRootsResult):
        """What a client may say: some have roots that are no folder of this machine."""

        roots: list[Any]

    session = context.session
    asked = ClientCapabilities(roots=RootsCapability())
    place = context.request_context.lifespan_context
    if not session.check_client_capability(asked) or place.is_settled:
        return
    with suppress(MCPError, ValueError), move_on_after(ROOTS_S):
        told = await session.send_request(ListRootsRequest(), Roots)
        named = (root.get("uri") for root in told.roots if isinstance(root, dict))
        for folder in filter(None, map(_folder_at, named)):
            if await to_thread.run_sync(_has_book, folder):
                _ANNOUNCED.set(folder)
                return


def _folder_at(address: object) -> Path | None:
    """Return the folder that a root names; None for one that is not on this machine."""
    try:
        parts = urlsplit(str(address))
    except ValueError:
        return None
    is_here = parts.scheme == "file" and parts.netloc in ("", "localhost")
    return Path(url2pathname(parts.path)) if is_here else None


def _has_personal_alone(desk: Desk) -> bool:
    """Say whether the user's own book is the only one: some programs start servers in no project."""
    chosen = read_settings(desk.environ, arguments={"book": desk.book_named})
    try:
        open_book(desk.folder, chosen)
    except NoBook:
        with suppress(NoBook):
            return open_personal_book(chosen).is_personal and not chosen.book
    return False


def desk_of(context: Context[ServerPlace]) -> Desk:
    """Return a desk where the server of this call stands."""
    return context.request_context.lifespan_context.desk(caller_of(context))


def caller_of(context: Context[ServerPlace]) -> str:
    """Return which agent is calling, as its program names itself; what it does not say the environment may tell."""
    params = context.session.client_params
    named = " ".join(neutral(params.client_info.name).split()) if params else ""
    return shorten(named, NAME_CHARACTERS) or agent_in(os.environ)


def trusted_books(desk: Desk) -> tuple[list[Book], list[Book]]:
    """Return the books that may answer, and those that nobody has trusted yet."""
    books = asked_books(desk)
    return [each for each in books if each.is_trusted], [
        each for each in books if not each.is_trusted
    ]


def told_as(error: CommonplaceError) -> str:
    """Return what a client is told of an error; it may quote what stands in a book."""
    return neutral(f"{error.message()} {error.hint()}")


def _defused(answer: T) -> T:
    """Return an answer with every text in it neutral; what a resolver returns stays as it is."""
    make = getattr(type(answer), "model_validate", None)
    return make(defused(answer.model_dump())) if make else answer  # type: ignore[attr-defined]


def told(function: Callable[P, T]) -> Callable[P, T]:
    """Let no answer pass for somebody else's words, and what we refuse reach the caller as a tool's error."""

    @wraps(function)
    def telling(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return _defused(function(*args, **kwargs))
        except CommonplaceError as error:
            from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415 - see above

            raise ToolError(told_as(error)) from error

    return telling

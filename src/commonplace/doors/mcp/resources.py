"""The book as resources: what clients attach to a conversation by name, and completion of the names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp_types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from commonplace.app.books import count_shown
from commonplace.app.recall import joined, session_blocks
from commonplace.core.contents import Room
from commonplace.core.hygiene import neutral
from commonplace.core.injection import one_line
from commonplace.core.memory import Memory
from commonplace.core.presets import CONTENTS
from commonplace.doors.cli.context import Desk, asked_books
from commonplace.doors.mcp.consent import SHOWN_CHARACTERS, shown_difference
from commonplace.doors.mcp.context import ServerPlace, told_as
from commonplace.doors.mcp.proposals import under_review, waiting_proposals
from commonplace.doors.mcp.read_only_calls import NOTICE, standing
from commonplace.errors import CommonplaceError, NoBook, NoSuchMemory
from commonplace.hook_settings import HIGHEST
from commonplace.messages import say

MARKDOWN = "text/markdown"
MOST_COMPLETIONS = 100
MOST_LISTED = 500

P = ParamSpec("P")


def add_resources(server: MCPServer[ServerPlace], place: ServerPlace) -> None:
    """Register the resources, their templates, and completion of their names."""
    shelf = BookResources(place)
    for uri, title, read in (
        ("memory://session", "What a session is told when it begins", shelf.session),
        ("memory://contents", "What the book holds, as fully as may be listed", shelf.contents),
        ("memory://index", "Every memory that holds, one line each", shelf.index),
        ("memory://note/{id}", "One memory", shelf.note),
        ("memory://topic/{+topic}", "The memories of one topic, one line each", shelf.topic),
        ("memory://proposal/{id}", "A proposal that waits for the user: not a fact", shelf.waiting),
    ):
        server.resource(uri, title=title, description=title, mime_type=MARKDOWN)(_told(read))
    server.completion()(shelf.complete)  # type: ignore[no-untyped-call]


def _told(read: Callable[P, str]) -> Callable[P, str]:
    """Let what we refuse reach the client as a resource's error: the message and the hint."""

    @wraps(read)
    def telling(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return read(*args, **kwargs)
        except (NoSuchMemory, NoBook) as error:
            raise ResourceNotFoundError(told_as(error)) from error
        except CommonplaceError as error:
            raise ResourceError(told_as(error)) from error

    return telling


def _session_text(desk: Desk, preset: str, tokens: int) -> str:
    books = asked_books(desk)
    if not any(each.is_trusted for each in books):
        return say("mcp.standing-untrusted")
    return joined(session_blocks(books, preset, Room(tokens), desk.clock().date()))


class BookResources:
    """The resources of the server that stands at one place."""

    def __init__(self, place: ServerPlace) -> None:
        self._place = place

    def session(self) -> str:
        """Return what the hook of a session says; nothing of a book that nobody trusts."""
        desk = self._place.desk()
        return _session_text(desk, desk.settings.injection, desk.settings.contents_tokens)

    def contents(self) -> str:
        """Return the contents of the books as fully as the largest budget lets them be told."""
        return _session_text(self._place.desk(), CONTENTS.name, HIGHEST["contents_tokens"])

    def index(self) -> str:
        """Return a line for each memory that holds."""
        return self._lines(lambda _: True)

    def topic(self, topic: str) -> str:
        """Return a line for each memory of a topic or one below it."""
        return self._lines(lambda memory: f"{memory.topic}/".startswith(f"{topic}/"))

    def note(self, id: str) -> str:  # noqa: A002 - the name that the template gives it
        """Return one memory as Markdown, its standing first."""
        desk = self._place.desk()
        book = desk.open()
        view = desk.look(book)
        memory = view.memory(id)
        count_shown(memory, view, book, desk.session, desk.clock())
        head = f"# {one_line(memory.title)}\n\n> {standing(memory, book)}\n> {NOTICE}"
        return f"{head}\n\n{neutral(memory.body)}\n"

    def waiting(self, id: str) -> str:  # noqa: A002 - the name that the template gives it
        """Return what a waiting proposal would change, with a banner."""
        desk = self._place.desk()
        book = desk.open()
        proposal = under_review(id, desk, book).proposal
        told = shown_difference(book, proposal, SHOWN_CHARACTERS)
        return neutral(f"> {say('mcp.waits', id=proposal.id, book=desk.naming)}\n\n{told}\n")

    def _lines(self, is_wanted: Callable[[Memory], bool]) -> str:
        desk = self._place.desk()
        book = desk.open()
        if not book.is_trusted:
            return say("mcp.standing-untrusted")
        found = [each for each in desk.look(book).reading.memories if each.is_active]
        told = [
            f"- {one_line(each.id)}: {one_line(each.line)}" for each in found if is_wanted(each)
        ]
        rest = [f"- … {len(told) - MOST_LISTED}"] if len(told) > MOST_LISTED else []
        return "\n".join((NOTICE, *told[:MOST_LISTED], *rest)) + "\n"

    async def complete(
        self,
        reference: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,  # noqa: ARG002 - no name depends on another one
    ) -> Completion:
        """Return the names that begin like the argument; none where there is no book."""
        kind = getattr(reference, "uri", argument.name)
        try:
            names = await anyio.to_thread.run_sync(self._names, f"{kind} {argument.name}")
        except CommonplaceError:
            names = []
        fitting = sorted({neutral(name) for name in names if name.startswith(argument.value)})
        return Completion(
            values=fitting[:MOST_COMPLETIONS],
            total=len(fitting),
            has_more=len(fitting) > MOST_COMPLETIONS,
        )

    def _names(self, wanted: str) -> Iterable[str]:
        """Return the names of what is asked for: proposals, topics or memories that hold."""
        desk = self._place.desk()
        book = desk.open()
        if "proposal" in wanted:
            return list(waiting_proposals(desk, book))
        active = [each for each in book.reading().memories if each.is_active]
        if "topic" in wanted:
            return [each.topic for each in active if each.topic]
        return [each.id for each in active] if wanted.endswith(" id") else []


_PROPOSE = "Every write is a proposal: the user decides. Tell what was proposed and what waits."


def add_prompts(server: MCPServer[ServerPlace]) -> None:
    """Register the prompts."""
    for prompt in (remember, learn, distill, recall, record, review, save):
        description = (prompt.__doc__ or "").split("\n")[0]
        name = f"memory-{prompt.__name__}"
        server.prompt(name=name, title=f"/{name}", description=description)(prompt)


def remember(text: str = "") -> str:
    """Remember a text, or what was learned in this conversation."""
    if text:
        return f"Call the tool `remember` with this text, in the user's own words:\n\n{text}\n\n{_PROPOSE}"
    return (
        "Look at the last turns of this conversation for what will save time next time: a decision "
        "with its reason, a fix with its root cause, a convention, a preference the user stated. "
        f"Call `remember` once for each, as few as possible. {_PROPOSE}"
    )


def learn(source: str) -> str:
    """Learn from a text, a file or folder of the project, or a task (`task 12`)."""
    return (
        f"Call the tool `learn` for this source: {source}\n\nUse `path` for a file or folder of the "
        f"project, `task` for a task's number, `text` otherwise. {_PROPOSE}"
    )


def distill() -> str:
    """Report how healthy the book is and what its upkeep would be."""
    return (
        "Call the tool `health` and report the score, the status and what each figure means. Name the "
        "pairs that repeat each other. For upkeep itself the user runs `commonplace distill` in a terminal."
    )


def recall(query: str) -> str:
    """Recall what is known about a question."""
    return (
        f"Call the tool `recall` with: {query}\n\nUse `show` for a memory you rely on. Answer from them, "
        "naming their ids; say plainly when nothing is known."
    )


def record() -> str:
    """Record what this task taught: knowledge and experience, as mem-skill's `recordnow` does."""
    return (
        "For the task just done: what would have saved time if it had been known? Call `recall` first; "
        f"then `remember` for what is new, with `keywords` one would search for. {_PROPOSE}"
    )


def review(proposal: str = "") -> str:
    """Go through the proposals that wait for the user."""
    named = f" `{proposal}`" if proposal else ""
    return (
        f"Call the tool `review` and show the user what waits{named}, five at a time, each with its difference. For each "
        "one the user wants decided now, call it again with `accept` true: the user answers, not you."
    )


def save(content: str) -> str:
    """Save into the profile: soul, user, agent or a topic."""
    return (
        f"Decide which target of the profile this belongs to (soul: who the assistant is; user: facts and "
        f"preferences of the user; agent: rules; topic: everything else) and call `save`: {content}\n\n{_PROPOSE}"
    )

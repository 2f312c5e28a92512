"""The tools that only read: recall, show, health, status.

What is served as a fact was approved: nothing pending, nothing quarantined, and no book that nobody
trusts. Stored text is cleaned of what could steer a reader, and stands inside JSON strings.
"""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from pydantic import Field

from commonplace import __version__
from commonplace.app.books import Book, personal_folder
from commonplace.app.recall import count_shown, index_of, keep_handed, searched
from commonplace.app.upkeep import care_for
from commonplace.core.gate import SURE
from commonplace.core.hygiene import neutral, shorten
from commonplace.core.injection import LINE_CHARACTERS, one_line
from commonplace.core.memory import Memory
from commonplace.core.names import check_topic
from commonplace.core.search import APPROVED, LIVING, Query
from commonplace.doors.mcp.context import Place, desk_of, told, trusted_books
from commonplace.doors.mcp.schemas import (
    ALWAYS_LOADED,
    HealthAnswer,
    RecallAnswer,
    RecalledLine,
    ShownMemory,
    StatusAnswer,
    hints,
)
from commonplace.flows.inject import Injection
from commonplace.flows.recall import Found
from commonplace.flows.recall import recall as recall_from
from commonplace.flows.view import View
from commonplace.messages import say

UNTRUSTED = "degraded:untrusted"
"""The outcome when a book that came with the folder was not asked."""
BODY_CHARACTERS = 20_000
MOST_PAIRS = 10


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
    limit: Annotated[int, Field(description="Memories at most", ge=1, le=10)] = 5,
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
    desk = desk_of(context)
    books, untrusted = trusted_books(desk)
    asked = Query(
        text=query,
        most=limit,
        topic=check_topic(topic) if topic else "",
        kind=kind,
        statuses=LIVING if include_unapproved else APPROVED,
    )
    settings = desk.settings
    sources = [searched(book, settings) for book in books]
    answer = recall_from(asked, sources, speak=settings.speak)
    sure = tuple(each for each in answer.found if each.tier == SURE)
    given = Injection(text="", outcome=answer.outcome, hits=sure)
    keep_handed(given, query, books, desk.session, desk.clock())
    outcome = UNTRUSTED if untrusted and not answer.found else answer.outcome
    return RecallAnswer(outcome=outcome, memories=[_line(each) for each in answer.found])


def _line(found: Found) -> RecalledLine:
    hit = found.hit
    return RecalledLine(
        id=neutral(hit.memory),
        line=one_line(hit.line, LINE_CHARACTERS),
        book=found.book,
        path=neutral(hit.path),
        status=hit.status.value,
        score=round(hit.score, 2),
        tier=found.tier,
        confidence=round(hit.confidence, 2),
    )


@told
def show(
    context: Context[Place],
    id: Annotated[str, Field(description="As `recall` gives it, or its beginning", min_length=1)],  # noqa: A002 - the name clients see
    personal: Annotated[bool, Field(description="From the user's personal book")] = False,
) -> ShownMemory:
    """Show one memory whole. `standing` says whether it may be taken for a fact."""
    desk = desk_of(context)
    desk.wants_personal = desk.wants_personal or personal
    desk.book_named = "" if personal else desk.book_named
    book = desk.open()
    view = desk.look(book)
    memory = view.memory(id)
    count_shown(memory, view, book, desk.session, desk.clock())
    return shown(memory, view, book)


def shown(memory: Memory, view: View, book: Book) -> ShownMemory:
    """Return a memory as it may be read by an agent."""
    body = neutral(memory.body)
    return ShownMemory(
        id=neutral(memory.id),
        title=one_line(memory.title),
        body=shorten(body, BODY_CHARACTERS),
        standing=standing(memory, book),
        kind=neutral(memory.kind),
        topic=neutral(memory.topic),
        keywords=[neutral(each) for each in memory.keywords],
        links=[neutral(each) for each in memory.links],
        created=str(memory.created or ""),
        modified=str(memory.modified or ""),
        path=neutral(view.path(memory.id)),
        is_whole=len(body) <= BODY_CHARACTERS,
    )


def standing(memory: Memory, book: Book) -> str:
    """Say whether a memory may be taken for a fact, and why not."""
    if memory.tombstone is not None:
        reason = one_line(memory.tombstone.reason)
        return say("mcp.standing-tombstoned", at=str(memory.tombstone.at), reason=reason)
    if not memory.is_active:
        return say("mcp.standing-quarantined")
    return say("mcp.standing-fact" if book.is_trusted else "mcp.standing-untrusted")


@told
def health(context: Context[Place]) -> HealthAnswer:
    """Say how much upkeep the book needs: stale, repeated and oversized memories, as a score."""
    desk = desk_of(context)
    book = desk.open()
    found = care_for(book, desk.look(book)).found.health
    return HealthAnswer(
        score=found.score,
        status=found.status,
        active=found.active,
        tombstoned=found.tombstoned,
        tokens=found.tokens,
        never_retrieved=found.never_retrieved,
        purge=found.purge,
        merge=found.merge,
        compress=found.compress,
        merge_pairs=list(found.merge_pairs[:MOST_PAIRS]),
    )


@told
def status(context: Context[Place]) -> StatusAnswer:
    """Say which book this is, whether it is trusted, what waits for the user, and how the index is."""
    desk = desk_of(context)
    book = desk.open()
    engine = index_of(book).engine.status()
    personal = personal_folder(desk.settings)
    newest = next(iter(book.store.receipts()), None)
    return StatusAnswer(
        version=__version__,
        root=str(book.root),
        layout=book.layout.name,
        is_trusted=book.is_trusted,
        memories=sum(memory.is_active for memory in book.reading().memories),
        waiting=len(book.proposals.list(desk.clock())),
        agents="save" if desk.agents_may_save else "ask",
        engine=engine.name,
        engine_ready=engine.is_ready,
        trouble=engine.trouble,
        personal_root=str(personal) if personal.is_dir() else "",
        last_receipt=newest.id if newest else "",
    )

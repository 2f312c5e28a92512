"""The tool that shows what waits for the user, and asks them about it."""
# ruff: noqa: ARG001 - the arguments of a tool reach its resolvers by name

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Context, Elicit, ElicitationResult, MCPServer, Resolve
from pydantic import Field

from commonplace.app.books import Book
from commonplace.core.changes import Proposal, name_after
from commonplace.core.hygiene import neutral
from commonplace.doors.cli.context import Desk
from commonplace.doors.mcp.consent import (
    SHOWN_CHARACTERS,
    Consent,
    Made,
    Plan,
    ask,
    planned,
    settle,
    shown_difference,
)
from commonplace.doors.mcp.context import Place, desk_of, told
from commonplace.doors.mcp.proposals import accepted, under_review, waiting_proposals
from commonplace.doors.mcp.schemas import ReviewAnswer, WaitingProposal, hints
from commonplace.doors.render.proposals import portion
from commonplace.messages import say


def add_review(server: MCPServer[Place]) -> None:
    """Register the tool."""
    server.tool(annotations=hints("Review proposals", destroys=True))(review)


@told
def _plan_review(context: Context[Place], proposal: str, accept: bool, page: int) -> Plan:
    def make(desk: Desk, book: Book) -> Made:
        if accept:
            return accepted(proposal, desk, book)
        return _shown(proposal, desk, book) if proposal else _listed(desk, book, page)

    return planned(desk_of(context), make)


def _ask_review(
    context: Context[Place], plan: Annotated[Plan, Resolve(_plan_review)]
) -> Elicit[Consent] | None:
    return ask(plan, context)


@told
def review(
    plan: Annotated[Plan, Resolve(_plan_review)],
    consent: Annotated[ElicitationResult[Consent], Resolve(_ask_review)],
    proposal: Annotated[str, Field(description="One proposal, with its difference")] = "",
    accept: Annotated[bool, Field(description="Ask the user to decide about it now")] = False,
    page: Annotated[int, Field(description="Which five of the list", ge=1)] = 1,
) -> ReviewAnswer:
    """List the proposals that wait for the user, show one, or ask the user to decide about it.

    What waits is not a fact. Only the user's own answer writes it; `accept` asks for that answer.
    """
    ending = settle(plan, consent)
    return ending if isinstance(ending, ReviewAnswer) else ReviewAnswer(**ending.model_dump())


def _listed(desk: Desk, book: Book, page: int) -> ReviewAnswer:
    found = list(waiting_proposals(desk, book).values())
    shown = portion(found, page)
    message = say("mcp.listed" if found else "mcp.nothing-waits", count=str(len(found)))
    if shown.left:
        message += " " + say("mcp.listed-more", count=str(shown.left), page=str(page + 1))
    waiting = [_waiting(each) for each in shown.items]
    return ReviewAnswer(result="listed", message=message, waiting=waiting)


def _shown(name: str, desk: Desk, book: Book) -> ReviewAnswer:
    proposal = under_review(name, desk, book).proposal
    return ReviewAnswer(
        result="pending",
        message=say("mcp.waits", id=proposal.id),
        proposal=proposal.id,
        waiting=[_waiting(proposal)],
        difference=neutral(shown_difference(book, proposal, SHOWN_CHARACTERS)),
    )


def _waiting(proposal: Proposal) -> WaitingProposal:
    return WaitingProposal(
        id=proposal.id,
        action=proposal.action,
        memories=[neutral(name_after(change)) for change in proposal.changes],
        origin=proposal.origin.value,
        made_at=proposal.made_at.isoformat(timespec="seconds"),
    )

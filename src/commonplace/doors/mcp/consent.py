"""From a proposal to its end when an agent asked for it: a person is asked through their client.

The form works in both eras of the protocol: a resolver asks before the tool's own body runs. A tool's
argument is never an approval. Where nobody can be asked the proposal waits, and the answer says how it
is reviewed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from mcp.server.mcpserver import (
    AcceptedElicitation,
    CancelledElicitation,
    Context,
    DeclinedElicitation,
    Elicit,
    ElicitationResult,
)
from pydantic import BaseModel, Field

from commonplace.app import govern
from commonplace.app.books import Book
from commonplace.app.govern import refuse_proposal
from commonplace.core.changes import Proposal, name_after
from commonplace.core.hygiene import neutral
from commonplace.core.memory import Origin
from commonplace.core.ports import Stamp
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.context import Desk
from commonplace.doors.mcp.context import AGENT, ServerPlace
from commonplace.doors.mcp.schemas import Ending, LearntPart, NearMemory, Result
from commonplace.doors.render.common import block, difference, visible
from commonplace.doors.render.proposals import MENTIONS_AT_MOST, doubts_of
from commonplace.errors import ChangedUnderneath
from commonplace.flows.settle import Settled
from commonplace.messages import say

ELICITATION, POLICY = "elicitation", "policy"
SHOWN_CHARACTERS = 4_000
"""Of the difference in a question; a longer one is for `commonplace review`."""


class Consent(BaseModel):
    """The form that the person fills in."""

    decision: Literal["write", "wait", "refuse"] = Field(
        title="Write this into the book?",
        description="write: yes · wait: decide later · refuse: no, and not again",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedWrite:
    """Something to be written if a person agrees."""

    proposal: Proposal
    must_ask: str = ""
    """Why a person has to look at it whatever agents may do, in words for that person."""
    parts: tuple[LearntPart, ...] = ()
    neighbours: tuple[NearMemory, ...] = ()
    is_kept: bool = True
    """Whether it waits among the pending proposals from now on; one under review does already."""


Made = Ending | ProposedWrite
Make = Callable[[Desk, Book], Made]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPlan:
    """What a call comes to: an ending, or a proposal that is kept while somebody is asked."""

    desk: Desk
    book: Book
    make: Make
    made: Made
    began: float

    def again(self) -> CallPlan:
        """Return the plan on the book as it is now."""
        return replace(self, made=_made(self.desk, self.book, self.make))


def planned(desk: Desk, make: Make) -> CallPlan:
    """Open the book, make the proposal, and keep it: if nobody answers, it waits."""
    began = time.monotonic()
    book = desk.open()
    return CallPlan(desk=desk, book=book, make=make, made=_made(desk, book, make), began=began)


def _made(desk: Desk, book: Book, make: Make) -> Made:
    made = make(desk, book)
    if isinstance(made, Ending) or not made.is_kept:
        return made
    agent = desk.agent if desk.agent != AGENT else ""
    proposal = replace(made.proposal, origin=Origin.AGENT, proposed_by=agent)
    if desk.agents_may_save and not made.must_ask:
        return replace(made, proposal=proposal)
    # The same proposal made twice is one: a client that comes back with the answer finds it again.
    return replace(made, proposal=replace(proposal, id=book.proposals.save(proposal, desk.clock())))


def ask(plan: CallPlan, context: Context[ServerPlace]) -> Elicit[Consent] | None:
    """Ask the person, if there is something to ask and a way to do it; None asks nobody."""
    if isinstance(plan.made, Ending) or is_allowed(plan) or not _can_be_asked(context):
        return None
    return Elicit(_question(plan.desk, plan.book, plan.made), Consent)


def is_allowed(plan: CallPlan) -> bool:
    """Say whether the user's own policy lets agents write this unasked."""
    made = plan.made
    return (
        isinstance(made, ProposedWrite)
        and plan.desk.agents_may_save
        and made.is_kept
        and not made.must_ask
    )


def settle(plan: CallPlan, answer: ElicitationResult[Consent]) -> Ending:
    """Bring a plan to its end: as the person decided, by policy, or left waiting."""
    made = plan.made
    if isinstance(made, Ending):
        return made
    if is_allowed(plan):
        return _write_by_policy(plan)
    match answer:
        case AcceptedElicitation(data=Consent(decision="write")):
            return _written(plan, made, ELICITATION)
        case AcceptedElicitation(data=Consent(decision="refuse")):
            return _refused(plan, made)
        case DeclinedElicitation():
            return _declined(plan, made)
        case AcceptedElicitation(data=Consent()) | CancelledElicitation():
            return _left_waiting(plan, made, "mcp.waits")
        case _:
            return _left_waiting(plan, made, "mcp.nobody-asked")


def _can_be_asked(context: Context[ServerPlace]) -> bool:
    capabilities = context.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _question(desk: Desk, book: Book, made: ProposedWrite) -> str:
    """Return what the person reads; it names the digest, so that an answer fits these bytes alone."""
    proposal = made.proposal
    ids = ", ".join(map(name_after, proposal.changes))
    doubts = doubts_of(proposal)[:MENTIONS_AT_MOST]
    lines = [
        made.must_ask,
        *(
            desk.text("notice.mentioned", id=one.memory, question=visible(one.doubt))
            for one in doubts
        ),
        desk.text(f"ask.{proposal.action}", ids=block(ids)),
        shown_difference(book, proposal, SHOWN_CHARACTERS),
        f"({proposal.id} · {proposal.digest[:12]})",
    ]
    return neutral("\n".join(filter(None, lines)))


def shown_difference(book: Book, proposal: Proposal, most: int) -> str:
    """Return what a proposal does to each file, as much of it as a small answer holds."""
    whole = "\n".join(difference(edit, book.store.read_one(edit.path)) for edit in proposal.edits)
    return whole if len(whole) <= most else whole[:most] + "\n…"


def _declined(plan: CallPlan, made: ProposedWrite) -> Ending:
    """Let go what the call brought; a proposal under review goes on waiting."""
    if made.is_kept:
        plan.book.proposals.drop(made.proposal.id)
    return _ending("declined", made, say("mcp.declined"))


def _left_waiting(plan: CallPlan, made: ProposedWrite, key: str) -> Ending:
    message = say(key, id=made.proposal.id, book=neutral(plan.desk.naming))
    return _ending("pending", made, message, proposal=made.proposal.id)


def _refused(plan: CallPlan, made: ProposedWrite) -> Ending:
    desk = plan.desk
    stamp = Stamp(who=desk.who, channel=ELICITATION)
    reason, now = "refused when asked", desk.clock()
    done = refuse_proposal(plan.book, made.proposal, reason, stamp, now, settings=desk.settings)
    return _ending("refused", made, _told(say("mcp.refused"), *done.endings))


def _write_by_policy(plan: CallPlan) -> Ending:
    """Write unasked; what somebody else changed meanwhile is proposed anew on the new text.

    Only as long as one would wait for a lock: agents that write at one moment shall all be heard.
    """
    while True:
        made = plan.made
        if isinstance(made, Ending):
            return made
        try:
            return _written(plan, made, POLICY)
        except ChangedUnderneath:
            if time.monotonic() - plan.began > plan.desk.settings.lock_timeout_s:
                raise
            plan = plan.again()


def _written(plan: CallPlan, made: ProposedWrite, channel: str) -> Ending:
    book, proposal = plan.book, made.proposal
    stamp = Stamp(
        who=plan.desk.who,
        channel=channel,
        seconds=round(time.monotonic() - plan.began, 3),
        neighbours=len(proposal.compared),
        undoes=proposal.undoes,
    )
    now, settings = plan.desk.clock(), plan.desk.settings
    done = govern.settle(book, proposal, stamp, now, settings, instead_of=proposal.id)
    receipt = done.receipt
    key = "mcp.conflict" if done.is_conflict else "mcp.written"
    written = say(key, receipt=receipt.id, copies=", ".join(receipt.conflicts.values()))
    result: Result = "conflict" if done.is_conflict else "committed"
    return _ending(result, made, _told(written, done), receipt=receipt.id)


def _told(result: str, *endings: Settled) -> str:
    """Return a result, and what has to be told beside it; the copies of a conflict are in it already."""
    notices = (each for ending in endings for each in ending.notices())
    beside = (say(key, **values) for key, values in notices if key != "notice.conflict")
    return " ".join((result, *beside))


def _ending(
    result: Result,
    made: ProposedWrite,
    message: str,
    *,
    proposal: str = "",
    receipt: str = "",
) -> Ending:
    return Ending(
        result=result,
        message=message,
        memories=[name_after(change) for change in made.proposal.changes],
        proposal=proposal,
        receipt=receipt,
        parts=list(made.parts),
        neighbours=list(made.neighbours),
    )

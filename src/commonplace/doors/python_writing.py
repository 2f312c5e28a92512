"""How a Python program writes: it proposes, somebody agrees by name, then it is committed.

A program cannot agree. What it writes is an agent's, approved by the person whom it names; inside an
agent program the proposal waits, whatever was named.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypedDict

from commonplace.app.books import Book
from commonplace.app.govern import counsel_for, settle
from commonplace.config import Settings, agents_may_save
from commonplace.core.agent_detection import agent_in
from commonplace.core.changes import Proposal, Receipt, name_after
from commonplace.core.governance import Skip, Veto, verb_of
from commonplace.core.memory import MemoryId, Origin
from commonplace.core.ports import Stamp
from commonplace.core.quarantine import POLICY
from commonplace.doors.render.common import difference
from commonplace.doors.render.proposals import doubts_of
from commonplace.errors import BadInput, LeftPending
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import Answer, Governance, govern
from commonplace.messages import say

CHANNEL = "program"
"""How an approval was given, for receipt and ledger: a program says that somebody agreed."""
SOURCE = "python api"


class About(TypedDict, total=False):
    """What may be said about a text beside the text itself; what is not said is read off it."""

    title: str
    topic: str
    kind: str
    tags: tuple[str, ...]
    keywords: tuple[str, ...]
    summary: str
    when_to_load: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What would be written if somebody agrees. Nothing has been written."""

    proposal: Proposal
    decision: str
    """What becomes of the text: create, extend, update, merge, supersede; or undo."""
    difference: str
    """What it does to each file, as a unified difference: what to show before asking."""
    warning: str = ""
    """The refused claim that this comes near to, or the question what it likely contradicts."""

    @property
    def id(self) -> str:
        """The name under which it would wait for `commonplace review`."""
        return self.proposal.id

    @property
    def doubts(self) -> dict[MemoryId, str]:
        """The memories that may say otherwise, each with the question that would settle it."""
        return {each.memory: each.doubt for each in doubts_of(self.proposal)}

    @property
    def memories(self) -> tuple[MemoryId, ...]:
        """The memories that it makes or changes."""
        return tuple(name_after(change) for change in self.proposal.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """There is nothing to write: it is known already, or was refused before."""

    reason: str
    """already-known, rejected or chosen."""
    memory: MemoryId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Nothing may be written before somebody answers; pass the answer to `propose`."""

    question: str
    memory: MemoryId


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """Nobody has agreed: the proposal waits for `commonplace review`."""

    id: str


Suggestion = Proposed | Skipped | Contradiction


def suggestion(book: Book, text: str, about: About, answer: Answer, now: datetime) -> Suggestion:
    """Return what should become of `text`; nothing has been written."""
    given = replace(Given(source=SOURCE, origin=Origin.AGENT), **about)
    governance = govern([capture(text, given)], book.view(now), counsel_for(book), [answer])
    decision = governance.items[0].case.decision
    match decision:
        case Veto(memory, question):
            return Contradiction(question=question, memory=memory.id)
        case Skip(reason, known):
            return Skipped(reason=reason.value, memory=known.id if known else "")
        case _:
            return proposed(
                book, governance.proposal, verb_of(decision).value, _warning(governance)
            )


def proposed(book: Book, proposal: Proposal, decision: str, warning: str = "") -> Proposed:
    """Return a proposal as a program sees it."""
    changes = [difference(edit, book.store.read_one(edit.path)) for edit in proposal.edits]
    return Proposed(
        proposal=proposal, decision=decision, difference="\n".join(changes), warning=warning
    )


def _warning(governance: Governance) -> str:
    if near := governance.nearly_refused:
        return near.claim
    return governance.doubtful.question if governance.doubtful else ""


def written(
    book: Book, agreed: Proposed, approved_by: str, settings: Settings, now: datetime
) -> Receipt:
    """Write what somebody agreed to, or leave it pending when an agent program runs this.

    Whatever agents may save by themselves: what comes with a warning waits for a person.
    """
    if not approved_by.strip():
        raise BadInput("nobody-approves")
    proposal = replace(agreed.proposal, origin=Origin.AGENT)
    agent = agent_in(os.environ)
    if agent and (agreed.warning or not agents_may_save(settings, os.environ)):
        raise LeftPending("left-by-agent", id=book.proposals.save(proposal, now), agent=agent)
    stamp = Stamp(
        who=approved_by.strip(),
        channel=POLICY if agent else CHANNEL,
        neighbours=len(proposal.compared),
        undoes=proposal.undoes,
    )
    done = settle(book, proposal, stamp, now, settings, instead_of=proposal.id)
    # The memories are safe, so nothing is raised: what else there is to know is a warning.
    for key, values in done.notices():
        warnings.warn(say(key, **values), RuntimeWarning, stacklevel=3)
    return done.receipt


def waiting(book: Book, proposal: Proposal, now: datetime) -> Pending:
    """Keep a proposal for a person to decide about."""
    return Pending(id=book.proposals.save(replace(proposal, origin=Origin.AGENT), now))

"""The door for programs in Python: open a book, ask it, propose what it should remember.

import commonplace

book = commonplace.open_book()
print(book.recall("which port does staging listen on?").text)

How a Python program writes: it proposes, somebody agrees by name, then it is committed.

A program cannot agree. What it writes is an agent's, approved by the person whom it names; inside an
agent program the proposal waits, whatever was named.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypedDict, Unpack

from commonplace.app import books
from commonplace.app.govern import neighbour_search_for, settle
from commonplace.app.recall import count_found, handed_over, searched
from commonplace.app.upkeep import care_for
from commonplace.config import Settings, agents_may_save, read_settings
from commonplace.core.agent_detection import agent_in
from commonplace.core.changes import POLICY, Proposal, Receipt, name_after
from commonplace.core.governance import Override, Skip, Verb, Veto, verb_of
from commonplace.core.health import Health
from commonplace.core.memory import Memory, MemoryId, Origin
from commonplace.core.names import check_topic
from commonplace.core.ports import Stamp
from commonplace.core.search import MOST_HITS, Query
from commonplace.core.values import dataclass, field, replace
from commonplace.doors.processes import agent_above
from commonplace.doors.render.common import difference
from commonplace.doors.render.proposals import doubts_of
from commonplace.errors import BadInput, LeftPending, NoBook
from commonplace.flows.capture import Given, capture
from commonplace.flows.commit import anew
from commonplace.flows.govern import Answer, Governance, govern
from commonplace.flows.inject import Injection
from commonplace.flows.recall import Recalled, recall
from commonplace.flows.undo import last_undoable, undo
from commonplace.hook.whole_turn import TurnTaken, turn_taken
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


def suggestion(
    book: books.Book, text: str, about: About, answer: Answer, now: datetime
) -> Suggestion:
    """Return what should become of `text`; nothing has been written."""
    given = replace(Given(source=SOURCE, origin=Origin.AGENT), **about)
    governance = govern(
        [capture(text, given)], book.view(now), neighbour_search_for(book), [answer]
    )
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


def proposed(book: books.Book, proposal: Proposal, decision: str, warning: str = "") -> Proposed:
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
    book: books.Book, agreed: Proposed, approved_by: str, settings: Settings, now: datetime
) -> Receipt:
    """Write what somebody agreed to, or leave it pending when an agent program runs this.

    Whatever agents may save by themselves: what comes with a warning waits for a person.
    """
    if not approved_by.strip():
        raise BadInput("nobody-approves")
    proposal = replace(agreed.proposal, origin=Origin.AGENT)
    agent = agent_in(os.environ) or agent_above()
    is_open = bool(agreed.warning) or proposal.is_disputed
    if agent and (is_open or not agents_may_save(settings, os.environ)):
        raise LeftPending(
            "left-by-agent", id=book.proposals.save(proposal, now), agent=agent, book=""
        )
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


def waiting(book: books.Book, proposal: Proposal, now: datetime) -> Pending:
    """Keep a proposal for a person to decide about."""
    return Pending(id=book.proposals.save(replace(proposal, origin=Origin.AGENT), now))


__all__ = [
    "Answer",
    "Book",
    "Contradiction",
    "Health",
    "Injection",
    "Memory",
    "Pending",
    "Proposed",
    "Recalled",
    "Receipt",
    "Skipped",
    "answer",
    "open_book",
]
NO_ANSWER = Answer()
VERBS = tuple(verb.value for verb in Verb if verb is not Verb.VETO)
"""What a person may say should be done with a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book that a program has opened, and the personal one beside it."""

    settings: Settings
    clock: Callable[[], datetime]
    _own: books.Book
    _beside: tuple[books.Book, ...] = field(default=())

    @property
    def root(self) -> Path:
        """The folder of the book."""
        return self._own.root

    @property
    def layout(self) -> str:
        """The name of the book's layout."""
        return self._own.layout.name

    def memories(self) -> tuple[Memory, ...]:
        """Read every memory of the book itself, tombstoned ones included, as the files are now."""
        return self._own.reading().memories

    def recall(self, prompt: str, *, session: str = "") -> Injection:
        """Return what to hand to an agent for `prompt`; an empty text when nothing is relevant.

        With a `session`, nothing is handed over twice unless it has changed. Each injection is counted
        outside the book; no file of it is written.
        """
        asked = (self._own, *self._beside)
        return handed_over(prompt, asked, self.settings, session, self.clock())

    def search(
        self, text: str, *, most: int = MOST_HITS, topic: str = "", session: str = ""
    ) -> Recalled:
        """Return whatever is known about `text`, best first; one word is enough.

        The `tier` of each hit says what a hook would do with it: say it (`sure`), point to it (`likely`) or
        be silent (`unsure`). Sure hits are counted, once a `session`.
        """
        asked = (self._own, *self._beside)
        query = Query(text=text, most=most, topic=check_topic(topic) if topic else "")
        sources = [searched(book, self.settings) for book in asked]
        answer = recall(query, sources, speak=self.settings.speak)
        count_found(answer.found, asked, session, self.clock())
        return answer

    def turn(self, text: str, *, session: str = "", skills: Sequence[str] = ()) -> TurnTaken:
        """Take one turn of mem-skill's core loop: what to load, announce and ask for `text`.

        `skills` are those used since the turn before. Within a `session` pages and memories are handed
        over once. In a mem-skill book what was read is logged, once a session; nothing else is written.
        """
        asked = (self._own, *self._beside)
        return turn_taken(text, asked, self.settings, session, skills=skills, now=self.clock())

    def propose(
        self, text: str, *, answer: Answer = NO_ANSWER, **about: Unpack[About]
    ) -> Proposed | Skipped | Contradiction:
        """Return what should become of `text`, beside the memories nearest to it; nothing is written.

        Show `Proposed.difference` to somebody who may agree, then `commit` it. A `Contradiction` carries
        the question to ask first; its answer is made by `answer`.
        """
        return suggestion(self._own, text, about, answer, self.clock())

    def commit(self, proposed: Proposed, *, approved_by: str) -> Receipt:
        """Write what `approved_by`, a person, agreed to, or raise having written nothing.

        Inside an agent program it is left pending (`LeftPending`): nobody agrees for the user there.
        """
        return written(self._own, proposed, approved_by, self.settings, self.clock())

    def remember(
        self,
        text: str,
        *,
        approved_by: str = "",
        answer: Answer = NO_ANSWER,
        **about: Unpack[About],
    ) -> Receipt | Pending | Skipped | Contradiction:
        """Propose `text` and commit it in one step, if a person agreed to it beforehand.

        Without `approved_by` the proposal waits for `commonplace review`, and so does one with a `warning`,
        which nobody agrees to unseen. When somebody else writes at the same moment it is proposed anew on
        what they wrote.
        """

        def attempt() -> Receipt | Pending | Skipped | Contradiction:
            made = self.propose(text, answer=answer, **about)
            if not isinstance(made, Proposed):
                return made
            if not approved_by or made.warning:
                return waiting(self._own, made.proposal, self.clock())
            return self.commit(made, approved_by=approved_by)

        return anew(attempt, self.settings.lock_timeout_s)

    def propose_undo(self, receipt_id: str = "") -> Proposed:
        """Return what takes a receipt back, the newest that still stands when none is named."""
        receipts = self._own.store.receipts
        receipt = self._own.receipt(receipt_id) if receipt_id else last_undoable(receipts())
        view = self._own.view(self.clock())
        return proposed(self._own, undo(receipt, view, self._own.store), "undo")

    def health(self) -> Health:
        """Return how much upkeep the book needs, as `commonplace distill` reports it; nothing is kept."""
        return care_for(self._own, self._own.view(self.clock())).found.health


def answer(
    verb: str = "",
    *,
    into: MemoryId = "",
    applies_when: str = "",
    drop: Sequence[str] = (),
    again: bool = False,
) -> Answer:
    """Return a person's answer for `propose`: what to do instead, to which memory, when it holds.

    `verb` is create, extend, update, merge, supersede or skip. `drop` names claims that may be lost;
    `again` lets in what was refused before.
    """
    chosen = verb or ("create" if applies_when else "extend" if into else "")
    if chosen not in ("", *VERBS):
        raise BadInput("unknown-verb", verb=chosen, verbs=", ".join(VERBS))
    override = Override(Verb(chosen), into, applies_when) if chosen else None
    return Answer(override=override, dropped=tuple(drop), again=again)


def open_book(path: str | os.PathLike[str] | None = None, *, personal: bool = True) -> Book:
    """Return the book at or above `path`, else above the working folder; raise `NoBook` without one.

    The personal book, where there is one, is asked beside it unless `personal` is false.
    """
    start = Path.cwd() if path is None else Path(path)
    own = books.open_book(start, read_settings(os.environ))
    settings = read_settings(os.environ, own.project)
    beside: tuple[books.Book, ...] = ()
    if personal:
        with suppress(NoBook):
            beside = (books.open_personal_book(settings),)
    return Book(
        settings=settings,
        clock=lambda: datetime.now().astimezone(),
        _own=own,
        _beside=tuple(each for each in beside if each.root != own.root),
    )

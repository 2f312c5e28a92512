"""A session in, pending proposals out: what the hook's detached child does when an agent stops.

Nothing is written to the book. What is found waits for a person among the pending proposals, of which
at most 100 are kept for at most 30 days; what waits already is not proposed again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from commonplace.app.books import Book, open_personal_book
from commonplace.app.governing import counsel_for
from commonplace.app.learning import guesses_topic
from commonplace.app.transcripts import Heard, hear, keep_heard, taken, was_heard
from commonplace.core.changes import Proposal
from commonplace.core.conversation.findings import Finding, belongs_to_person, says_the_same
from commonplace.core.governance import Verb
from commonplace.core.memory import Origin
from commonplace.errors import CommonplaceError
from commonplace.flows.capture import Given
from commonplace.flows.learn import learn
from commonplace.flows.lessons import Excerpt
from commonplace.flows.recollect import Telling, excerpts_from

BUDGET_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureOutcome:
    """What came of listening to a session."""

    session: str = ""
    findings: int = 0
    proposals: tuple[str, ...] = ()
    """The ids of the proposals that wait now because of it."""
    is_complete: bool = True
    """Whether everything was looked at before the time was up."""


def capture_session(
    book: Book,
    transcript_path: str | Path,
    host: str = "",
    *,
    session: str = "",
    upto: int | None = None,
    generation: str = "",
    budget_s: float = BUDGET_S,
) -> CaptureOutcome:
    """Hear what is new in a session and leave what is worth keeping as pending proposals.

    `session` and `generation` are the host's names for the conversation and its turn, `upto` is the
    size of the transcript when the hook was called. What is about the person goes to a personal profile, where there is one.
    """
    until = time.monotonic() + budget_s
    heard = hear(book, Path(transcript_path), host, session=session, upto=upto)
    session = heard.conversation.session
    if not heard.is_new or was_heard(book, session, generation):
        return CaptureOutcome(session=session)
    saved: list[str] = []
    is_complete = True
    for where, findings in _routed(book, heard.findings):
        for excerpt in _excerpts(where, heard, findings):
            if time.monotonic() > until:
                is_complete = False
                break
            saved += _proposed(where, excerpt)
    if is_complete:
        keep_heard(book, heard, generation)
    return CaptureOutcome(
        session=session,
        findings=len(heard.findings),
        proposals=tuple(saved),
        is_complete=is_complete,
    )


def _routed(book: Book, findings: Sequence[Finding]) -> list[tuple[Book, tuple[Finding, ...]]]:
    """Return which book takes which findings."""
    profile = None if book.layout.traits.is_profile else _personal_profile()
    if profile is None:
        return [(book, tuple(findings))]
    personal = [finding for finding in findings if belongs_to_person(finding)]
    rest = tuple(finding for finding in findings if finding not in personal)
    return [(book, rest), (profile, taken(profile, personal))]


def _personal_profile() -> Book | None:
    try:
        personal = open_personal_book()
    except CommonplaceError:
        return None
    return personal if personal.layout.traits.is_profile else None


def _excerpts(book: Book, heard: Heard, findings: Sequence[Finding]) -> tuple[Excerpt, ...]:
    telling = Telling(
        conversation=heard.conversation,
        kinds=book.layout.traits.kinds,
        form=book.layout.traits.finding_form,
        given=Given(origin=Origin.AGENT),
        guesses_topic=guesses_topic(book),
    )
    return excerpts_from(findings, telling)


def _proposed(book: Book, excerpt: Excerpt) -> list[str]:
    """Leave one excerpt as a proposal and return its id; none when it is known or waits already."""
    now = datetime.now(UTC).astimezone()
    waiting = book.proposals
    if any(_says_the_same(excerpt, other) for other in waiting.list(now)):
        return []
    learned = learn([excerpt], book.view(now), counsel_for(book))
    governance = learned.governance
    if governance is None:
        return []
    (operation,) = learned.operations
    if not governance.proposal.changes and operation.verb is not Verb.VETO:
        return []
    proposal = replace(governance.proposal, note=operation.question)
    return [waiting.save(_named(proposal, excerpt), now)]


def _named(proposal: Proposal, excerpt: Excerpt) -> Proposal:
    """Return the proposal under a name of its own: those that change nothing yet are told apart."""
    if proposal.edits:
        return proposal
    return replace(proposal, id=f"{proposal.id}-{excerpt.id}")


def _says_the_same(excerpt: Excerpt, proposal: Proposal) -> bool:
    return any(says_the_same(excerpt.candidate.body, other.body) for other in proposal.candidates)

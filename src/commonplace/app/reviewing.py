"""What becomes of a proposal that waited: refused for good, or made anew on a book that has changed since."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.governing import counsel_for
from commonplace.app.profiles import profile_in
from commonplace.app.sharing import own_file, unshared
from commonplace.app.writes import settle
from commonplace.config import Settings
from commonplace.core.changes import Create, Proposal, fingerprint
from commonplace.core.governance import Override, Verb
from commonplace.core.ports import Stamp
from commonplace.core.profile_save import SaveCode
from commonplace.core.rejections import normal
from commonplace.errors import BadInput
from commonplace.flows.govern import Answer, Governance, govern
from commonplace.flows.rejecting import refuse
from commonplace.flows.save import propose_anew
from commonplace.flows.settle import Settled

_DECIDED = frozenset(verb.value for verb in Verb)
"""Actions that name what was decided about a single text; it is decided again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """How a proposal that waited was let go."""

    is_claim: bool
    """Whether a claim is refused with it from now on."""
    endings: tuple[Settled, ...]
    """What was written for it: the page of refused claims, and the file that shared it."""


def refuse_proposal(
    book: Book, proposal: Proposal, reason: str, stamp: Stamp, now: datetime, *, settings: Settings
) -> Refused:
    """Let `proposal` go, and refuse from now on what it would have brought in."""
    endings: list[Settled] = []
    refusal = refuse(proposal, reason, stamp.who, book.view(now))
    if refusal is not None:
        endings.append(settle(book, refusal, stamp, now, settings, instead_of=proposal.id))
    if (taken_out := unshared(proposal, book.view(now))) is not None:
        endings.append(settle(book, taken_out, stamp, now, settings, instead_of=proposal.id))
    book.proposals.drop(proposal.id)
    return Refused(is_claim=refusal is not None, endings=tuple(endings))


def is_outdated(book: Book, proposal: Proposal) -> bool:
    """Say whether a file that `proposal` was made on has changed since, so that it cannot be written."""
    return any(
        fingerprint(book.store.read_one(edit.path)) != edit.before for edit in proposal.edits
    )


def saved_anew(book: Book, proposal: Proposal, now: datetime) -> Proposal | None:
    """Return a save that waited as it is on its page now; None when somebody has written it meanwhile."""
    made = propose_anew(proposal, profile_in(book), now)
    if isinstance(made, Proposal):
        return made
    if made.errcode is not SaveCode.DONE:
        raise BadInput("not-saved", reason=made.message)
    return None


def _answered(proposal: Proposal) -> tuple[Answer, ...]:
    """Return the answer that was given with a single text, where it can be told: that both are kept."""
    made = [each.memory for each in proposal.changes if isinstance(each, Create)]
    said = [normal(each.body) for each in proposal.candidates]
    if not proposal.kept_pairs or [normal(memory.body) for memory in made] != said or len(said) > 1:
        return ()
    when = made[0].validity.applies_when
    return (Answer(override=Override(Verb.CREATE, applies_when=when)),)


def governed_anew(book: Book, proposal: Proposal, now: datetime) -> Governance:
    """Return what should become of the texts of `proposal` in the book as it is now.

    Where entries share a file, each that is accepted changes the base of all others that wait.
    """
    action = "remember" if proposal.action in _DECIDED else proposal.action
    governance = govern(
        proposal.candidates,
        book.view(now),
        counsel_for(book),
        _answered(proposal),
        action=action,
        occasion=proposal.occasion,
    )
    made = replace(governance.proposal, origin=proposal.origin)
    return replace(governance, proposal=replace(made, edits=(*made.edits, *own_file(proposal))))

"""Review: what waits for a person, one after the other, beside what the book says already.

What is agreed to is what was shown: the form names the digest of it, and when the book has moved on since,
the new state of things is shown instead and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup

from commonplace.app.govern import (
    approval_of,
    governed_anew,
    is_outdated,
    saved_anew,
    shared_proposals,
)
from commonplace.core.changes import (
    Bury,
    Change,
    Compared,
    Create,
    Edit,
    Erase,
    Proposal,
    Restore,
    is_linking,
)
from commonplace.core.governance import Override, Verb, Veto
from commonplace.core.memory import Memory
from commonplace.doors.cli.consent import settle
from commonplace.doors.cli.governance_dialog import settle_governed
from commonplace.doors.cli.review import reject_proposal, reworded, settle_instead
from commonplace.doors.page.markup import (
    DiffLine,
    Span,
    difference_lines,
    rendered,
    word_difference,
)
from commonplace.doors.page.visit import NO_ENDING, PAGE_LENGTH, Ending, Page, Route, Visit, portion
from commonplace.doors.render.common import difference
from commonplace.doors.render.proposals import proposal_label
from commonplace.errors import BadInput
from commonplace.flows.govern import Answer, Governance
from commonplace.flows.quarantine import APPROVE, quarantined_memories
from commonplace.flows.view import View, named

DECISIONS = (Verb.CREATE, Verb.EXTEND, Verb.UPDATE, Verb.MERGE, Verb.SUPERSEDE)
"""What a person may choose instead of what is proposed; the first keeps both."""
FIELDS = (
    "title",
    "topic",
    "kind",
    "tags",
    "keywords",
    "summary",
    "when_to_load",
    "source",
    "links",
)
"""What is compared beside the text, in the words of `Memory`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One thing that waits: a proposal, or a memory of the book that nobody has approved."""

    id: str
    action: str
    label: str
    what: Proposal | Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A proposal as it would be written now, with what was decided about its texts."""

    proposal: Proposal
    governance: Governance | None = None
    is_done: bool = False
    """Whether somebody has written it meanwhile, so that it only has to be let go."""

    @property
    def veto(self) -> Veto | None:
        """The contradiction that has to be settled before there is anything to write."""
        items = self.governance.items if self.governance else ()
        found = (item.case.decision for item in items)
        return next((each for each in found if isinstance(each, Veto)), None)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write: it is known already."""
        return self.is_done or (self.governance is not None and not self.proposal.changes)


def review(visit: Visit) -> Page:
    """Show what waits, and one of it whole: the one that is asked for, else the first."""
    waiting = _waiting(visit)
    asked = visit.get("proposal")
    at = _place(waiting, asked) if asked else 0
    return _shown(visit, waiting, at)


def accept(visit: Visit) -> Page:
    """Write exactly what was shown."""
    waiting, at, proposal = _asked(visit)
    described = _described(visit, proposal)
    if described.proposal.digest != visit.get("digest"):
        return _shown(visit, waiting, at, Ending(said=(visit.text("page.review-moved"),)))
    if described.is_empty and described.veto is None:
        visit.book.proposals.drop(proposal.id)
        return _next(visit, at, Ending(said=(visit.text("page.review-known"),)))
    how = replace(visit.wish, instead_of=proposal.id)
    if described.governance is not None:
        settling = partial(settle_governed, visit.desk, visit.book, described.governance, how)
    else:
        settling = partial(settle, visit.desk, visit.book, described.proposal, how)
    return _next(visit, at, _settled(visit, proposal, settling))


def edit(visit: Visit) -> Page:
    """Write the text of a proposal in the person's own words, as they decided or as is proposed then."""
    _, at, proposal = _asked(visit)
    words = {name: visit.get(name) for name in ("title", "topic", "body")}
    now = visit.desk.clock()
    governance = governed_anew(visit.book, reworded(proposal, words), now, _answer(visit))
    how = replace(visit.wish, instead_of=proposal.id)
    settling = partial(settle_governed, visit.desk, visit.book, governance, how)
    return _next(visit, at, _settled(visit, proposal, settling))


def reject(visit: Visit) -> Page:
    """Let a proposal go, and refuse from now on what it says."""
    _, at, proposal = _asked(visit)
    reason = visit.get("reason") or visit.text("page.review-reason-default")
    rejecting = partial(reject_proposal, visit.desk, visit.book, proposal, reason, visit.wish)
    return _next(visit, at, visit.ending(rejecting))


def _settled(visit: Visit, proposal: Proposal, settling: Callable[[], int]) -> Ending:
    return visit.ending(partial(settle_instead, visit.book, proposal, settling))


def _waiting(visit: Visit) -> list[Waiting]:
    """Return everything that waits: proposals here and in the book, then what stands there unapproved."""
    pending = (*visit.book.proposals.list(visit.desk.clock()), *shared_proposals(visit.book))
    found = [
        Waiting(id=each.id, action=each.action, label=proposal_label(each), what=each)
        for each in pending
    ]
    asked = {each.id for each in found}
    held = [
        Waiting(id=each.id, action=APPROVE, label=each.title, what=each)
        for each in quarantined_memories(visit.view())
        if each.id not in asked
    ]
    return [*found, *held]


def _place(waiting: Sequence[Waiting], name: str) -> int:
    return named(name, {each.id: at for at, each in enumerate(waiting)}, "no-proposal")


def _asked(visit: Visit) -> tuple[list[Waiting], int, Proposal]:
    waiting = _waiting(visit)
    at = _place(waiting, visit.get("proposal"))
    return waiting, at, _proposal(visit, waiting[at])


def _proposal(visit: Visit, waiting: Waiting) -> Proposal:
    if isinstance(waiting.what, Proposal):
        return waiting.what
    return approval_of(visit.book, waiting.what, visit.view())


def _described(visit: Visit, proposal: Proposal) -> Described:
    """Return what accepting would write now: decided anew where the book has moved on, or as was asked."""
    book, now, answer = visit.book, visit.desk.clock(), _answer(visit)
    is_old = is_outdated(book, proposal)
    if proposal.request and is_old:
        made = saved_anew(book, proposal, now)
        return Described(proposal=made or proposal, is_done=made is None)
    if proposal.candidates and (answer or is_old or proposal.is_question):
        governance = governed_anew(book, proposal, now, answer)
        return Described(proposal=governance.proposal, governance=governance)
    return Described(proposal=proposal)


def _answer(visit: Visit) -> Answer | None:
    """Return what the person wants done instead of what is proposed; None when they said nothing."""
    asked, when = visit.get("as"), visit.get("when")
    if not asked:
        return None
    if asked not in DECISIONS:
        raise BadInput("unknown-decision", name=asked, names=", ".join(DECISIONS))
    target = "" if asked == Verb.CREATE else visit.get("into")
    return Answer(override=Override(Verb(asked), target, when))


def _next(visit: Visit, at: int, ending: Ending) -> Page:
    """Show what waits now at the place of what was decided."""
    waiting = _waiting(visit)
    return _shown(visit, waiting, min(at, len(waiting) - 1), ending, moves=True)


def _shown(
    visit: Visit,
    waiting: Sequence[Waiting],
    at: int,
    ending: Ending = NO_ENDING,
    *,
    moves: bool = False,
) -> Page:
    fresh = replace(visit, told={}) if moves else visit
    number = visit.number if visit.get("page") and not moves else at // PAGE_LENGTH + 1
    values: dict[str, object] = {
        "queue": portion(waiting, number),
        "count": len(waiting),
        "place": at + 1,
        "item": None,
    }
    location = visit.link("/review")
    if waiting:
        current = waiting[at]
        location = visit.link("/review", proposal=current.id)
        values |= {
            "item": _item(fresh, _proposal(visit, current)),
            "current": current,
            "previous": waiting[at - 1].id if at else "",
            "following": waiting[at + 1].id if at + 1 < len(waiting) else "",
        }
    return Page(template="review.html", values=values, location=location, ending=ending)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One memory as a proposal leaves it: its text, and by words what is different."""

    kind: str
    memory: Memory
    text: Markup
    spans: tuple[Span, ...] = ()
    fields: tuple[tuple[str, tuple[Span, ...]], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A memory that the new text was compared with, and what was found."""

    compared: Compared
    relation: str
    memory: Memory | None
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Everything that is shown of one proposal."""

    proposal: Proposal
    asked: Proposal
    """The proposal as it waits, whose texts are edited."""
    described: Described
    changes: tuple[Changed, ...]
    near: tuple[Near, ...]
    files: tuple[tuple[DiffLine, ...], ...]
    decisions: tuple[Verb, ...]
    chosen: Answer | None


def _item(visit: Visit, asked: Proposal) -> Item:
    described, view = _described(visit, asked), visit.view()
    proposal = described.proposal
    edits = [difference(each, visit.book.store.read_one(each.path)) for each in proposal.edits]
    return Item(
        proposal=proposal,
        asked=asked,
        described=described,
        changes=tuple(_changes(proposal.changes)),
        near=tuple(_near(visit, proposal, view)),
        files=tuple(map(difference_lines, edits)),
        decisions=DECISIONS if asked.candidates else (),
        chosen=_answer(visit),
    )


def _changes(changes: Sequence[Change]) -> Iterator[Changed]:
    """Yield what happens to each memory; what is only linked comes after what says something new."""
    for change in sorted(changes, key=is_linking):
        match change:
            case Create(memory):
                yield Changed(kind="create", memory=memory, text=rendered(memory.body))
            case Edit(before, after):
                yield _edited(before, after, "link" if is_linking(change) else "edit")
            case Bury(memory, tombstone):
                text = rendered(memory.body)
                yield Changed(kind="bury", memory=memory, text=text, reason=tombstone.reason)
            case Restore(memory):
                yield Changed(kind="restore", memory=memory, text=rendered(memory.body))
            case Erase(memory):
                yield Changed(kind="erase", memory=memory, text=rendered(memory.body))


def _edited(before: Memory, after: Memory, kind: str) -> Changed:
    told = [(name, _words(before, name), _words(after, name)) for name in FIELDS]
    fields = tuple((name, word_difference(old, new)) for name, old, new in told if old != new)
    spans = word_difference(before.body, after.body) if before.body != after.body else ()
    is_approval = before.status != after.status and not (fields or spans)
    return Changed(
        kind=APPROVE if is_approval else kind,
        memory=after,
        text=rendered(after.body),
        spans=spans,
        fields=fields,
    )


def _words(memory: Memory, name: str) -> str:
    value = getattr(memory, name)
    return value if isinstance(value, str) else ", ".join(value)


def _near(visit: Visit, proposal: Proposal, view: View) -> Iterator[Near]:
    said = "\n\n".join(each.body for each in proposal.candidates)
    known = {memory.id: memory for memory in view.reading.memories}
    for compared in proposal.compared:
        memory = known.get(compared.memory)
        yield Near(
            compared=compared,
            relation=visit.text(f"relation.{compared.relation}"),
            memory=memory,
            spans=word_difference(memory.body, said) if memory else (),
        )


ROUTES = (
    Route(path="/review", shown=review),
    Route(path="/review/accept", shown=accept, writes=True),
    Route(path="/review/edit", shown=edit, writes=True),
    Route(path="/review/reject", shown=reject, writes=True),
)

"""Several at once: what waits, twenty on a page, each with what it would write; what is ticked is decided together.

Each decision is written by itself and has its own receipt. What is agreed to is what was shown: a box holds
the seal of the changes beside it, and what has changed since waits on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from commonplace.core.changes import Proposal
from commonplace.core.hashing import digest
from commonplace.core.values import dataclass
from commonplace.doors.page.activity import undone
from commonplace.doors.page.review import (
    Changed,
    Described,
    changed,
    described_now,
    proposal_of,
    rejected,
    waiting_in,
    written,
)
from commonplace.doors.page.visit import (
    NO_ENDING,
    DecisionResult,
    Route,
    ShownPage,
    Visit,
    portion,
    result_of,
)
from commonplace.errors import CommonplaceError

BOX = "box-"
"""How the name of each box begins; the id of what waits follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRow:
    """One thing that waits, with what it would write."""

    id: str
    label: str
    source: str
    changes: tuple[Changed, ...]
    doubts: tuple[str, ...]
    """What speaks against it: where there is anything, its box is left empty."""
    seal: str
    """Of the changes; empty where they cannot be agreed to before a question is answered."""


def batch(visit: Visit) -> ShownPage:
    """Show what waits, with a box for each."""
    return _shown(visit, NO_ENDING)


def accept_chosen(visit: Visit) -> ShownPage:
    """Write everything that is ticked, as it was shown."""
    return _decided(visit, written)


def reject_chosen(visit: Visit) -> ShownPage:
    """Let everything go that is ticked, and refuse from now on what it says."""
    reason = visit.text("page.review-reason-default")
    return _decided(visit, lambda _, proposal, __: rejected(visit, proposal, reason))


def _decided(
    visit: Visit, decide: Callable[[Visit, Proposal, Described], DecisionResult]
) -> ShownPage:
    """Decide about one after the other; what fails is told, and the rest waits on."""
    left: list[str] = []
    moved = 0
    try:
        for proposal, seal in _chosen(visit):
            described = described_now(visit, proposal)
            if seal and _seal(described) == seal:
                left.insert(0, decide(visit, proposal, described).receipt)
            else:
                moved += 1
    except CommonplaceError as trouble:
        visit.desk.echo(trouble.message(visit.desk.language))
    if moved:
        visit.desk.notice("page.batch-moved", count=moved)
    return _shown(visit, result_of(visit, left))


def take_back(visit: Visit) -> ShownPage:
    """Undo what was decided together, and show what waits."""
    return _shown(visit, undone(visit))


def _chosen(visit: Visit) -> Iterator[tuple[Proposal, str]]:
    """Yield what is ticked and still waits, with the seal of what was shown."""
    ticked = {
        name.removeprefix(BOX): seal for name, seal in visit.told.items() if name.startswith(BOX)
    }
    for each in waiting_in(visit):
        if each.id in ticked:
            yield proposal_of(visit, each), ticked[each.id]


def _shown(visit: Visit, ending: DecisionResult) -> ShownPage:
    waiting = waiting_in(visit)
    shown = portion(waiting, visit.number)
    values: dict[str, object] = {
        "count": len(waiting),
        "undo_at": "/review/batch/undo",
        "queue": shown,
        "rows": [_row(visit, proposal_of(visit, each), each.label) for each in shown.items],
    }
    return ShownPage(
        template="batch.html", values=values, location=visit.link("/review/batch"), ending=ending
    )


def _row(visit: Visit, proposal: Proposal, label: str) -> BatchRow:
    described = described_now(visit.asking(), proposal)
    doubts = [asked for _, asked in described.questions]
    if described.veto is not None:
        doubts.append(described.veto.question)
    return BatchRow(
        id=proposal.id,
        label=label,
        source=", ".join(dict.fromkeys(each.source for each in proposal.candidates if each.source)),
        changes=tuple(changed(described.proposal.changes)),
        doubts=tuple(doubts),
        seal=_seal(described),
    )


def _seal(described: Described) -> str:
    """Return what changes when what is shown does; where entries share a file, its other lines may move."""
    if described.veto is not None:
        return ""
    return digest(repr(described.proposal.changes).encode("utf-8", "backslashreplace"))


ROUTES = (
    Route(path="/review/batch", shown=batch),
    Route(path="/review/batch/accept", shown=accept_chosen, writes=True),
    Route(path="/review/batch/reject", shown=reject_chosen, writes=True),
    Route(path="/review/batch/undo", shown=take_back, writes=True),
)

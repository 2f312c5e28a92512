"""Activity: what was written and can be undone, what agents were handed, hooks that had trouble, what arrived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, islice

from commonplace.app.provenance import (
    accept_arrivals,
    arrivals_told,
    waiting_arrivals,
    waiting_lines,
)
from commonplace.app.recall import SessionUse, last_injection, sessions_told
from commonplace.core.changes import Receipt
from commonplace.core.memory import Status
from commonplace.core.search import Sought
from commonplace.core.values import dataclass, replace
from commonplace.doctor.machine import failures, runs
from commonplace.doors.page.markup import DiffLine, difference_lines
from commonplace.doors.page.visit import (
    CHANNEL,
    NO_ENDING,
    PAGE_LENGTH,
    DecisionResult,
    ListPart,
    Route,
    ShownPage,
    Visit,
    portion,
    result_of,
)
from commonplace.doors.render.common import file_difference
from commonplace.errors import CommonplaceError
from commonplace.flows.proposals import survey
from commonplace.flows.undo import standing, undo

MOST_SESSIONS, MOST_TROUBLES, MOST_ARRIVALS = 30, 20, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One receipt, whether it still stands, and whether it can be taken back."""

    receipt: Receipt
    stands: bool
    label: str = ""
    """The titles of its memories, or their names where they are gone."""

    @property
    def can_undo(self) -> bool:
        """Whether there are bytes to bring back."""
        return self.stands and bool(self.receipt.images)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """A memory that a session was handed, and how often its answers used it and did not."""

    memory: str
    title: str
    used: int
    unused: int
    is_pointer: bool
    """Whether it was only named."""


def activity(visit: Visit) -> ShownPage:
    """Show what happened to the book and what was told from it."""
    return _shown(visit, NO_ENDING)


def receipt(visit: Visit) -> ShownPage:
    """Show what one commit changed."""
    found = visit.book.receipt(visit.get("id"))
    stands = next(
        stands for each, stands in standing(visit.book.store.receipts()) if each.id == found.id
    )
    return ShownPage(
        template="receipt.html",
        values={
            "written": Written(receipt=found, stands=stands),
            "files_changed": tuple(_files(found)),
        },
    )


def take_back(visit: Visit) -> ShownPage:
    """Undo one commit, and show what was written."""
    return _shown(visit, undone(visit))


def undone(visit: Visit) -> DecisionResult:
    """Undo what a decision wrote, the newest first; the text that comes back was approved when it was written.

    Where one of several commits cannot be undone, that is told, and the others are.
    """
    receipts = [visit.book.receipt(name) for name in visit.get("id").split()]
    done: list[str] = []
    for found in receipts:
        try:
            proposal = undo(found, visit.book.view(visit.desk.clock()), visit.book.store)
            done.insert(0, visit.settle(proposal, replace(visit.wish, what=found.action)).receipt)
        except CommonplaceError as trouble:
            if len(receipts) == 1:
                raise
            visit.desk.echo(trouble.message(visit.desk.language))
    return result_of(visit, done)


def let_in(visit: Visit) -> ShownPage:
    """Let agents have what arrived and was shown; what arrived since waits on."""
    shown = set(visit.get("ids").split("\n"))
    wanted = [each for each in waiting_arrivals(visit.book) if each.id in shown]
    accept_arrivals(visit.book, wanted, visit.desk.who, visit.desk.clock(), CHANNEL)
    said = visit.text("done.arrivals", count=len(wanted))
    return _shown(visit, DecisionResult(said=(said,)))


def _shown(visit: Visit, ending: DecisionResult) -> ShownPage:
    visit.outline(
        Sought(texts=(Status.QUARANTINED,))
    )  # which enters in the ledger what has arrived: where no line waits, nothing is read
    waits = waiting_lines(visit.book)
    waiting = waiting_arrivals(visit.book, visit.view().reading) if waits else ()
    receipts, sessions = _receipts(visit), sessions_told(visit.book)[:MOST_SESSIONS]
    arrivals = arrivals_told(visit.book)[:MOST_ARRIVALS]
    titles = _titles(
        visit,
        *(each.receipt.memories for each in receipts.items),
        *(each.memories for each in arrivals),
        *((*given.told, *given.pointed) for each in sessions for given in each.prompts),
    )
    values: dict[str, object] = {
        "receipts": receipts,
        "days": _by_day(receipts.items, titles),
        "sessions": [(each, tuple(_handed(each, titles))) for each in sessions],
        "last": last_injection([visit.book]),
        "runs": runs(),
        "troubles": list(reversed(failures()))[:MOST_TROUBLES],
        "waiting": waiting[:PAGE_LENGTH],
        "waiting_count": len(waiting),
        "holdings": survey([replace(each, status=each.status.ACTIVE) for each in waiting]),
        "arrivals": [(each, _called(each.memories, titles)) for each in arrivals],
    }
    location = visit.link("/activity")
    return ShownPage(template="activity.html", values=values, location=location, ending=ending)


def _titles(visit: Visit, *names: Sequence[str]) -> Mapping[str, str]:
    """Return the title of each memory that still stands, without reading the others."""
    sought = tuple(dict.fromkeys(chain.from_iterable(names)))
    if not sought:
        return {}
    return {each.id: each.title for each in visit.outline(Sought(names=sought)).memories}


def _called(names: Sequence[str], titles: Mapping[str, str]) -> str:
    return " · ".join(titles.get(each, each) for each in names)


def _receipts(visit: Visit) -> ListPart[Written]:
    """Return one part of the receipts; no more of them are read than it takes to know of a next part."""
    most = visit.number * PAGE_LENGTH + 1
    found = islice(standing(visit.book.store.receipts()), most)
    return portion([Written(receipt=each, stands=stands) for each, stands in found], visit.number)


def _by_day(
    written: Sequence[Written], titles: Mapping[str, str]
) -> Sequence[tuple[str, Sequence[Written]]]:
    """Return what was written day by day, each with the titles of its memories."""
    called = [replace(each, label=_called(each.receipt.memories, titles)) for each in written]
    days = groupby(called, lambda each: each.receipt.at.astimezone().date().isoformat())
    return [(day, list(found)) for day, found in days]


def _handed(
    session: SessionUse, titles: Mapping[str, str]
) -> Iterator[tuple[str, list[HandedOver]]]:
    """Yield each prompt of a session with what was handed over for it; its beginning hands over no memory."""
    for given in session.prompts:
        named = [(name, False) for name in given.told] + [(name, True) for name in given.pointed]
        handed = [
            HandedOver(
                memory=name,
                title=titles.get(name, name),
                used=session.uses.get(name, (0, 0))[0],
                unused=session.uses.get(name, (0, 0))[1],
                is_pointer=is_pointer,
            )
            for name, is_pointer in named
        ]
        if handed:
            yield given.prompt, handed


def _files(receipt: Receipt) -> Iterator[tuple[DiffLine, ...]]:
    for image in receipt.images:
        yield difference_lines(file_difference(image.path, image.before, image.after))


ROUTES = (
    Route(path="/activity", shown=activity),
    Route(path="/activity/receipt", shown=receipt),
    Route(path="/activity/undo", shown=take_back, writes=True),
    Route(path="/activity/arrivals", shown=let_in, writes=True),
)

"""Activity: what was written and can be undone, what agents were handed, hooks that had trouble, what arrived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from commonplace.app.arrivals import accept_arrivals, arrivals_told, waiting_arrivals
from commonplace.app.recall import SessionUse, last_injection, sessions_told, uses_of
from commonplace.core.changes import Receipt
from commonplace.doctor.programs import failures
from commonplace.doors.page.markup import DiffLine, difference_lines
from commonplace.doors.page.visit import (
    CHANNEL,
    NO_ENDING,
    PAGE_LENGTH,
    Ending,
    Page,
    Portion,
    Route,
    Visit,
    portion,
)
from commonplace.doors.render.common import file_difference
from commonplace.flows.quarantine import survey
from commonplace.flows.undo import standing, undo

MOST_SESSIONS, MOST_TROUBLES, MOST_ARRIVALS = 30, 20, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One receipt, whether it still stands, and whether it can be taken back."""

    receipt: Receipt
    stands: bool

    @property
    def can_undo(self) -> bool:
        """Whether there are bytes to bring back."""
        return self.stands and bool(self.receipt.images)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """A memory that a session was handed, and how often answers used it and did not, all in all."""

    memory: str
    used: int
    unused: int


def activity(visit: Visit) -> Page:
    """Show what happened to the book and what was told from it."""
    return _shown(visit, NO_ENDING)


def receipt(visit: Visit) -> Page:
    """Show what one commit changed."""
    found = visit.book.receipt(visit.get("id"))
    stands = next(
        stands for each, stands in standing(visit.book.store.receipts()) if each.id == found.id
    )
    return Page(
        template="receipt.html",
        values={
            "written": Written(receipt=found, stands=stands),
            "files_changed": tuple(_files(found)),
        },
    )


def take_back(visit: Visit) -> Page:
    """Undo one commit; the text that comes back was approved when it was written."""
    found = visit.book.receipt(visit.get("id"))
    proposal = undo(found, visit.book.view(visit.desk.clock()), visit.book.store)
    return _shown(visit, visit.settle(proposal, replace(visit.wish, what=found.action)))


def let_in(visit: Visit) -> Page:
    """Let agents have what arrived and was shown; what arrived since waits on."""
    shown = set(visit.get("ids").split("\n"))
    wanted = [each for each in waiting_arrivals(visit.book) if each.id in shown]
    accept_arrivals(visit.book, wanted, visit.desk.who, visit.desk.clock(), CHANNEL)
    said = visit.text("done.arrivals", count=len(wanted))
    return _shown(visit, Ending(said=(said,)))


def _shown(visit: Visit, ending: Ending) -> Page:
    waiting = waiting_arrivals(visit.book, visit.view().reading)
    values: dict[str, object] = {
        "receipts": _receipts(visit),
        "sessions": [
            (each, _handed(visit, each)) for each in sessions_told(visit.book)[:MOST_SESSIONS]
        ],
        "last": last_injection([visit.book]),
        "troubles": list(reversed(failures()))[:MOST_TROUBLES],
        "waiting": waiting[:PAGE_LENGTH],
        "waiting_count": len(waiting),
        "holdings": survey([replace(each, status=each.status.ACTIVE) for each in waiting]),
        "arrivals": arrivals_told(visit.book)[:MOST_ARRIVALS],
    }
    location = visit.link("/activity")
    return Page(template="activity.html", values=values, location=location, ending=ending)


def _receipts(visit: Visit) -> Portion:
    """Return one part of the receipts; no more of them are read than it takes to know of a next part."""
    most = visit.number * PAGE_LENGTH + 1
    found = islice(standing(visit.book.store.receipts()), most)
    return portion([Written(receipt=each, stands=stands) for each, stands in found], visit.number)


def _handed(visit: Visit, session: SessionUse) -> Sequence[HandedOver]:
    uses = uses_of(visit.book)
    counted = ((name, *uses.get(name, (0, 0))) for name in session.memories)
    return [HandedOver(memory=name, used=used, unused=unused) for name, used, unused in counted]


def _files(receipt: Receipt) -> Iterator[tuple[DiffLine, ...]]:
    for image in receipt.images:
        yield difference_lines(file_difference(image.path, image.before, image.after))


ROUTES = (
    Route(path="/activity", shown=activity),
    Route(path="/activity/receipt", shown=receipt),
    Route(path="/activity/undo", shown=take_back, writes=True),
    Route(path="/activity/arrivals", shown=let_in, writes=True),
)

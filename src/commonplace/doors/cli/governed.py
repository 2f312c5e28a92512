"""From governance to its end: a veto is a question, a skip is told, everything else is settled."""

from __future__ import annotations

from dataclasses import replace

from commonplace.app.books import Book
from commonplace.core.governance import Skip, SkipReason, Veto
from commonplace.core.rejections import Exact, Near
from commonplace.doors.cli.consent import Wish, settle
from commonplace.doors.cli.desk import Desk
from commonplace.doors.render import Json, visible
from commonplace.errors import Vetoed
from commonplace.flows.govern import Governance, Governed


def settle_governed(desk: Desk, book: Book, governance: Governance, how: Wish) -> int:
    """Bring what was decided to its end and return the exit code.

    A contradiction that nobody has settled is an error of its own (exit code 3), whatever was agreed
    in advance: `--yes` agrees to a proposal, and here there is none to agree to.
    """
    if governance.degraded:
        desk.notice("notice.compared-by-words", why=governance.degraded)
    code = 0
    if near := governance.nearly_refused:
        desk.notice("notice.nearly-refused", at=near.at, claim=visible(near.claim))
    if governance.proposal.changes:
        settled = replace(how, must_ask=how.must_ask or near is not None)
        code = settle(desk, book, governance.proposal, settled)
    for item in governance.items:
        _tell(desk, item)
    return code


def _tell(desk: Desk, item: Governed) -> None:
    match item.case.decision:
        case Veto(memory, question):
            raise Vetoed("vetoed", question=question, id=memory.id, title=memory.title)
        case Skip(SkipReason.REJECTED as reason):
            _tell_refused(desk, item.case.refused, {"result": "skipped", "reason": reason.value})
        case Skip(reason, memory):
            name = memory.id if memory else ""
            value: dict[str, Json] = {"result": "skipped", "reason": reason.value, "memory": name}
            desk.show(desk.text(f"skipped.{reason}", id=name), value)
        case _:
            return


def _tell_refused(desk: Desk, refused: Exact | Near | None, value: dict[str, Json]) -> None:
    assert refused is not None, "what is skipped as refused names its rejection"
    rejection = refused.rejection
    why = f" ({visible(rejection.reason)})" if rejection.reason else ""
    text = desk.text("skipped.rejected", at=rejection.at, why=why)
    desk.show(text, {**value, "rejection": rejection.id, "at": str(rejection.at)})

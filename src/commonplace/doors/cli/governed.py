"""From governance to its end: a veto is a question, a skip is told, everything else is settled."""

from __future__ import annotations

from commonplace.app.books import Book
from commonplace.core.governance import Skip, Veto
from commonplace.doors.cli.consent import Wish, settle
from commonplace.doors.cli.desk import Desk
from commonplace.doors.render import Json
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
    if governance.proposal.changes:
        code = settle(desk, book, governance.proposal, how)
    for item in governance.items:
        _tell(desk, item)
    return code


def _tell(desk: Desk, item: Governed) -> None:
    match item.case.decision:
        case Veto(memory, question):
            raise Vetoed("vetoed", question=question, id=memory.id, title=memory.title)
        case Skip(reason, memory):
            name = memory.id if memory else ""
            value: dict[str, Json] = {"result": "skipped", "reason": reason.value, "memory": name}
            desk.show(desk.text(f"skipped.{reason}", id=name), value)
        case _:
            return

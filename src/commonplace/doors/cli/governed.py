"""From governance to its end: a veto is a question, a skip is told, everything else is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from commonplace.app.books import Book
from commonplace.app.governing import counsel_for
from commonplace.core.changes import Change
from commonplace.core.governance import Skip, SkipReason, Veto
from commonplace.core.memory import Candidate
from commonplace.core.names import check_topic
from commonplace.core.ports import Question
from commonplace.core.rejections import Exact, Near
from commonplace.core.selection import chosen
from commonplace.doors.cli.asking import Terminal, is_asked
from commonplace.doors.cli.consent import Wish, settle, settle_anew, tell_doubts
from commonplace.doors.cli.curating import Again, Agreed, Declined, converse, is_talked_about
from commonplace.doors.cli.desk import Desk
from commonplace.doors.render import Json, visible
from commonplace.errors import Vetoed
from commonplace.flows.ahead import advanced
from commonplace.flows.capture import line
from commonplace.flows.govern import Answer, Governance, Governed, govern
from commonplace.flows.nearest import Counsel
from commonplace.flows.view import View


@dataclass(frozen=True, slots=True)
class Asked:
    """One text that somebody wants to be remembered, and what they said about it in advance."""

    candidate: Candidate
    answer: Answer


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A text as a person wants it."""

    asked: Asked
    changes: tuple[Change, ...]
    """What it means for the texts after it."""
    is_agreed: bool
    """Whether they have agreed to just this; else they are asked once for all."""


def settle_texts(desk: Desk, book: Book, texts: Sequence[Asked], how: Wish) -> int:
    """Govern `texts` and bring them to their end: in a conversation when somebody is there."""
    counsel = counsel_for(book)
    if is_asked(desk, yes=how.yes) and not how.dry_run:
        spoken = _talk_through(desk, book, _chosen(desk, texts), counsel)
        if not spoken:
            desk.show(desk.text("notice.declined"), {"result": "declined"})
            return 0
        texts = [each.asked for each in spoken]
        if all(each.is_agreed for each in spoken):
            how = replace(how, agreed="terminal")

    def attempt(view: View) -> int:
        candidates, answers = zip(*((each.candidate, each.answer) for each in texts), strict=True)
        return settle_governed(desk, book, govern(candidates, view, counsel, answers), how)

    return settle_anew(desk, book, attempt, how)


def _chosen(desk: Desk, texts: Sequence[Asked]) -> list[Asked]:
    """Ask which of several texts are meant at all; one alone is asked about by itself."""
    if len(texts) == 1:
        return list(texts)
    for number, each in enumerate(texts, 1):
        desk.echo(f"{number}. {visible(each.candidate.title)}", err=True)
    question = Question(text=desk.text("ask.which"), is_open=True)
    answer = Terminal(colour=desk.colour).ask(question) or "none"
    return [texts[place] for place in chosen(answer, [each.candidate.title for each in texts])]


def _talk_through(
    desk: Desk, book: Book, texts: Sequence[Asked], counsel: Counsel
) -> list[_Spoken]:
    """Talk about each text and return those that are wanted; nothing is written before the last answer.

    Whoever leaves at a question leaves the book as it was, whatever was said about the texts before.
    """
    wanted: list[_Spoken] = []
    ahead = book.view(desk.clock())
    for text in texts:
        if spoken := _talk(desk, book, text, ahead, counsel):
            wanted.append(spoken)
            ahead = advanced(ahead, spoken.changes)
    return wanted


def _talk(desk: Desk, book: Book, asked: Asked, view: View, counsel: Counsel) -> _Spoken | None:
    """Talk about one text until it is agreed what becomes of it; None when it is not wanted."""
    while True:
        governance = govern([asked.candidate], view, counsel, [asked.answer])
        (item,) = governance.items
        if not is_talked_about(item):
            return _Spoken(asked, item.changes, is_agreed=not item.changes)
        tell_doubts(desk, governance)
        match converse(desk, book, item, governance.proposal, asked.answer):
            case Agreed():
                return _Spoken(asked, item.changes, is_agreed=True)
            case Declined():
                # A contradiction that nobody settles is told at the end, whatever else is written.
                is_veto = isinstance(item.case.decision, Veto)
                return _Spoken(asked, (), is_agreed=True) if is_veto else None
            case Again(answer, topic):
                asked = Asked(_filed(asked.candidate, topic), answer)


def _filed(candidate: Candidate, topic: str) -> Candidate:
    return replace(candidate, topic=line(check_topic(topic))) if topic else candidate


def settle_governed(desk: Desk, book: Book, governance: Governance, how: Wish) -> int:
    """Bring what was decided to its end and return the exit code.

    A contradiction that nobody has settled is an error of its own (exit code 3), whatever was agreed
    in advance: `--yes` agrees to a proposal, and here there is none to agree to.
    """
    if governance.degraded:
        desk.notice("notice.compared-by-words", why=governance.degraded)
    code = 0
    if not how.agreed:
        tell_doubts(desk, governance)
    if governance.proposal.changes:
        settled = replace(how, must_ask=how.must_ask or governance.is_open)
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

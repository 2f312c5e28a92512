"""Candidates that wait for a person: shown as LingXi shows them, chosen by number, written or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.app.books import Book
from commonplace.app.govern import neighbour_search_for
from commonplace.app.learn import current_transcript, project_sources
from commonplace.core.answers import chosen
from commonplace.core.changes import Proposal
from commonplace.core.governance import CreateMemory
from commonplace.core.memory import Candidate, Origin
from commonplace.core.ports import Question
from commonplace.core.record.lingxi import (
    TURNS_LOOKED_AT,
    CandidateSelection,
    Card,
    OfConversation,
    card_of,
    intent_of,
)
from commonplace.doors.cli.consent import Wish, wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.governance_dialog import RememberRequest, settle_governed, settle_texts
from commonplace.doors.cli.learn import Transcript, learn_transcript
from commonplace.doors.cli.questions import terminal_of
from commonplace.doors.render.common import visible
from commonplace.errors import BadInput, Vetoed
from commonplace.flows.capture import Given
from commonplace.flows.govern import Answer, govern
from commonplace.flows.learn import candidates_in

ACTION = "capture"
_CAPTURED = (ACTION, "learn")
"""The proposals that were made of candidates nobody has looked at."""


def capture_project(desk: Desk, book: Book) -> None:
    """Read the project's own files and show what is worth remembering; nothing is written unasked."""
    origin = Origin.AGENT if desk.agent else Origin.HUMAN
    found = candidates_in(project_sources(book.project), book.layout.holds, origin)
    _keep(desk, book, found)
    waiting = waiting_in(desk, book)
    if not waiting:
        return
    desk.echo(candidates_as_text(waiting, desk), err=True)
    if not desk.is_terminal or desk.agent:
        desk.notice("capture.kept")
        return
    said = terminal_of(desk).ask(Question(text=desk.text("ask.candidates"), is_open=True))
    if said and chosen(said, [""] * len(waiting)):
        settle_chosen(desk, book, said, wish(yes=False))
    else:
        desk.notice("capture.kept")


def waiting_in(desk: Desk, book: Book) -> tuple[Proposal, ...]:
    """Return the proposals about single candidates that wait, in the order in which they are numbered."""
    waiting = book.proposals.list(desk.clock())
    return tuple(each for each in waiting if each.action in _CAPTURED and len(each.candidates) == 1)


def settle_chosen(desk: Desk, book: Book, said: str, how: Wish) -> int:
    """Write the candidates that `said` names and return the exit code; they wait no longer."""
    waiting = waiting_in(desk, book)
    if not waiting:
        raise BadInput("no-candidates", said=said)
    codes: list[int] = []
    vetoes: list[Vetoed] = []
    for place in chosen(said, [each.candidates[0].title for each in waiting]):
        own = replace(how, instead_of=waiting[place].id)
        try:
            codes.append(_settle(desk, book, waiting[place].candidates[0], own))
        except Vetoed as question:  # One contradiction must not cost the others.
            vetoes.append(question)
            continue
        if not how.dry_run:
            book.proposals.drop(waiting[place].id)
    _tell_waiting(desk, waiting_in(desk, book))
    _tell_vetoes(desk, vetoes)
    return max(codes, default=0)


def _tell_vetoes(desk: Desk, vetoes: Sequence[Vetoed]) -> None:
    """Tell every contradiction, the first of them as the error that the command ends with."""
    for question in vetoes[1:]:
        desk.echo(question.message(desk.language), err=True)
    if vetoes:
        raise vetoes[0]


def _tell_waiting(desk: Desk, waiting: Sequence[Proposal]) -> None:
    """Show what waits on: with fewer of them each has another number than before."""
    titles = [
        f"{number}. {visible(each.candidates[0].title)}" for number, each in enumerate(waiting, 1)
    ]
    if titles:
        desk.notice("capture.left", titles="\n".join(titles))


def _settle(desk: Desk, book: Book, candidate: Candidate, how: Wish) -> int:
    """Write one candidate: choosing it agrees to a note of its own; to join another is asked about."""
    outcome = govern([candidate], desk.view(book), neighbour_search_for(book), action=ACTION)
    is_new = isinstance(outcome.items[0].case.decision, CreateMemory)
    if desk.is_terminal and not desk.agent:
        if is_new and not outcome.is_open:
            return settle_governed(desk, book, outcome, replace(how, agreed="terminal"))
        return settle_texts(desk, book, [RememberRequest(candidate, Answer())], how)
    return settle_texts(desk, book, [RememberRequest(candidate, Answer())], replace(how, yes=True))


def candidates_as_text(waiting: Sequence[Proposal], desk: Desk) -> str:
    """Return the candidates in the original's form."""
    cards = [
        _card_as_text(number, card_of(each.candidates[0]), desk)
        for number, each in enumerate(waiting, 1)
    ]
    return "\n\n".join((desk.text("capture.title"), *cards))


def _card_as_text(number: int, card: Card, desk: Desk) -> str:
    rows = (
        ("capture.when", card.when),
        ("capture.line", card.line),
        ("capture.decision", card.decision),
        ("capture.signals", card.signals),
        ("capture.pointers", card.pointers),
    )
    head = desk.text("capture.candidate", number=number, title=visible(card.title), kind=card.kind)
    told = [desk.text(key, text=visible(text)) for key, text in rows if text]
    also = [f"- **{label}**: {visible(text)}" for label, text in card.also]
    return "\n".join((head, *told, *also))


def _keep(desk: Desk, book: Book, candidates: Sequence[Candidate]) -> None:
    """Leave each candidate that the book does not know as a proposal of its own."""
    view, neighbour_search = desk.view(book), neighbour_search_for(book)
    for number, candidate in enumerate(candidates, start=1):
        proposal = govern([candidate], view, neighbour_search, action=ACTION).proposal
        if proposal.changes:
            moment, _, rest = proposal.id.partition("-")
            # They are made in one second and told apart by number, which is also their order.
            named = replace(proposal, action=ACTION, id=f"{moment}-{number:02}{rest}")
            book.proposals.save(named, desk.clock())


def follow(desk: Desk, book: Book, text: str, how: Wish) -> int | None:
    """Do what `text` means when it is no text to remember, and return the exit code; None when it is.

    Words that come with a hint at the conversation are the better memory: they are remembered.
    """
    match intent_of(text):
        case CandidateSelection(said) if book.layout.traits.takes_numbers or waiting_in(desk, book):
            return settle_chosen(desk, book, said, how)
        case OfConversation(hint):
            return _from_conversation(desk, book, hint, how)
        case _:
            return None


def _from_conversation(desk: Desk, book: Book, hint: str, how: Wish) -> int:
    """Learn from the session that this command runs in; without one there is nothing to look at."""
    path = current_transcript(desk.environ)
    if not path:
        raise BadInput("no-session-here", said=hint)
    given = Given(origin=Origin.AGENT if desk.agent else Origin.HUMAN)
    asked = Transcript(path=str(path), again=True, latest=TURNS_LOOKED_AT)
    return learn_transcript(desk, book, asked, given, how)

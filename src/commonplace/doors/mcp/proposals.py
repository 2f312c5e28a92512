"""What each writing tool proposes: a call's arguments in, a proposal or its ending out.

Nothing is written here. Everything is the agent's, whoever it claims to speak for.
"""

from __future__ import annotations

from pathlib import Path

from commonplace.app.books import Book
from commonplace.app.govern import neighbour_search_for, profile_in, shared_proposals
from commonplace.app.learn import (
    file_lesson,
    folder_lesson,
    folder_material,
    refuse_many,
    task_material,
    text_lesson,
)
from commonplace.core.changes import Proposal
from commonplace.core.governance import (
    Label,
    Opinion,
    Override,
    Skip,
    SkipReason,
    Verb,
    Veto,
)
from commonplace.core.hygiene import neutral, shorten
from commonplace.core.memory import Origin, Status
from commonplace.core.profile_save import SaveCode, SaveRequest
from commonplace.core.values import dataclass
from commonplace.doors.cli.context import Desk
from commonplace.doors.mcp.consent import Made, ProposedWrite
from commonplace.doors.mcp.schemas import Ending, LabelGiven, LearntPart, NearMemory
from commonplace.doors.render.common import visible
from commonplace.doors.render.proposals import neighbour_as_json
from commonplace.errors import BadInput
from commonplace.flows.capture import Given, capture, plain
from commonplace.flows.change import forget
from commonplace.flows.govern import Answer, Governance, Governed, govern
from commonplace.flows.learn import ExcerptOperation, Learned, Lesson, excerpts_of, learn
from commonplace.flows.save import propose_save
from commonplace.flows.undo import last_undoable, undo
from commonplace.flows.view import named
from commonplace.messages import say

SOURCE = "agent"
NEIGHBOURS_TOLD = 10
"""How many memories an answer names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """How the user answered what stands in the way of a text."""

    verb: str = ""
    into: str = ""
    applies_when: str = ""
    labels: tuple[Label, ...] = ()
    """What the agent says about the neighbours: an opinion, and no answer."""

    @property
    def answer(self) -> Answer:
        """The answer as governance takes it."""
        if not (self.verb or self.into or self.applies_when):
            return Answer(labels=self.labels)
        verb = self.verb or (Verb.CREATE if self.applies_when else Verb.EXTEND)
        override = Override(Verb(verb), self.into, self.applies_when)
        return Answer(override=override, labels=self.labels)


def remembered(text: str, given: Given, settling: Settling, desk: Desk, book: Book) -> Made:
    """Propose that `text` is remembered."""
    view = book.view(desk.clock())
    governance = govern([capture(text, given)], view, neighbour_search_for(book), [settling.answer])
    (item,) = governance.items
    near = neighbours_of(governance.proposal)
    if ending := _unwritten(item):
        return ending.model_copy(update={"neighbours": list(near)})
    return ProposedWrite(
        proposal=governance.proposal, must_ask=near_refusal(governance, desk), neighbours=near
    )


def neighbours_of(proposal: Proposal) -> tuple[NearMemory, ...]:
    """Return what the texts were compared with, each memory once, as the agent may read it."""
    near = {each.memory: each for each in reversed(proposal.compared)}
    return tuple(
        NearMemory.model_validate(neighbour_as_json(each))
        for each in list(reversed(near.values()))[:NEIGHBOURS_TOLD]
    )


def labels_in(given: list[LabelGiven], agent: str) -> tuple[Label, ...]:
    """Return the opinions of `agent` as governance takes them."""
    return tuple(
        Label(
            memory=each.memory,
            opinion=Opinion(each.label),
            reason=plain(each.reason),
            agent=agent,
        )
        for each in given
    )


def near_refusal(governance: Governance, desk: Desk) -> str:
    """Say to the person what they refused before or likely contradict; empty when there is nothing."""
    if near := governance.nearly_refused:
        return desk.text("mcp.near-refused", at=near.at, claim=visible(near.line))
    if governance.doubtful or not governance.proposal.is_disputed:
        return visible(governance.doubtful.question) if governance.doubtful else ""
    asked = (each.question for each in governance.proposal.compared)
    return desk.text("mcp.settled-by-agent", question=visible(next(filter(None, asked), "-")))


def _unwritten(item: Governed) -> Ending | None:
    """Return the ending of a text that is not to be written; None for every other."""
    match item.case.decision:
        case Veto(memory, question):
            message = say("mcp.vetoed", id=memory.id)
            return Ending(result="vetoed", message=message, memories=[memory.id], question=question)
        case Skip(SkipReason.REJECTED):
            refused = item.case.refused
            assert refused is not None, "what is skipped as refused names its rejection"
            return skipped(say("mcp.refused-before", at=str(refused.rejection.at)))
        case Skip(SkipReason.ALREADY_KNOWN, memory) if memory:
            is_held = memory.status is Status.QUARANTINED
            return skipped(
                say("mcp.known-held" if is_held else "mcp.known", id=memory.id), memory.id
            )
        case Skip(SkipReason.SAYS_NOTHING):
            return skipped(say("mcp.says-nothing"))
        case Skip():
            return skipped(say("mcp.chosen"))
        case _:
            return None


def skipped(why: str, *memories: str) -> Ending:
    """Return the ending of a call that has nothing to write."""
    return Ending(result="skipped", message=say("mcp.skipped", why=why), memories=list(memories))


def forgotten(ids: list[str], reason: str, desk: Desk, book: Book) -> Made:
    """Propose to bury memories; more at once than the brake allows is for a terminal."""
    proposal = forget(ids, reason, book.view(desk.clock()), who=desk.who)
    return ProposedWrite(proposal=proposal)


def undone(receipt_id: str, desk: Desk, book: Book) -> Made:
    """Propose to bring back the bytes from before a receipt, the newest one when none is named."""
    receipt = book.receipt(receipt_id) if receipt_id else last_undoable(book.store.receipts())
    return ProposedWrite(proposal=undo(receipt, book.view(desk.clock()), book.store))


def saved(request: SaveRequest, labels: tuple[Label, ...], desk: Desk, book: Book) -> Made:
    """Propose to save into a profile."""
    made = propose_save(request, profile_in(book), desk.clock(), Origin.AGENT, labels)
    if isinstance(made, Proposal):
        return ProposedWrite(
            proposal=made, must_ask=visible(made.note), neighbours=neighbours_of(made)
        )
    if made.errcode is SaveCode.DONE:
        return Ending(result="skipped", message=made.message)
    raise BadInput("not-saved", reason=made.message)


def waiting_proposals(desk: Desk, book: Book) -> dict[str, Proposal]:
    """Return what waits for a person, here and in the book, by name."""
    waiting = (*book.proposals.list(desk.clock()), *shared_proposals(book))
    return {each.id: each for each in waiting}


def under_review(name: str, desk: Desk, book: Book) -> ProposedWrite:
    """Return the waiting proposal called `name`, which only a person may let in."""
    proposal = named(name, waiting_proposals(desk, book), "no-proposal")
    return ProposedWrite(proposal=proposal, is_kept=False)


def accepted(name: str, desk: Desk, book: Book) -> Made:
    """Return the waiting proposal called `name` for a person to accept; a question is told instead."""
    made = under_review(name, desk, book)
    if not made.proposal.is_question:
        return made
    waits = made.proposal
    message = say("mcp.question", id=waits.id)
    return Ending(result="vetoed", message=message, proposal=waits.id, question=waits.note)


MOST_PARTS = 40
"""In one answer; the proposal holds them all."""
SAID_CHARACTERS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """What to learn from, one of three, and what the agent said about it."""

    text: str
    path: str
    task: int | None
    given: Given
    labels: tuple[Label, ...] = ()


def learnt(taught: Taught, desk: Desk, book: Book) -> Made:
    """Propose what a text, a file, a folder or a task has to teach."""
    lesson = _lesson(taught, desk, book)
    excerpts = excerpts_of(lesson)
    answers = {each.id: Answer(labels=taught.labels) for each in excerpts}
    learned = learn(excerpts, book.view(desk.clock()), neighbour_search_for(book), answers)
    governance = learned.governance
    if governance is None or not governance.proposal.changes:
        ending = skipped(say("mcp.nothing-new"))
        return ending.model_copy(update={"parts": _parts(learned)})
    return ProposedWrite(
        proposal=governance.proposal,
        must_ask=near_refusal(governance, desk),
        parts=tuple(_parts(learned)),
        neighbours=neighbours_of(governance.proposal),
    )


def _lesson(taught: Taught, desk: Desk, book: Book) -> Lesson:
    text, path, task, given = taught.text, taught.path, taught.task, taught.given
    if sum((bool(text.strip()), bool(path), task is not None)) != 1:
        raise BadInput("one-source")
    if text.strip():
        return text_lesson(text, given, book)
    if task is not None:
        material = task_material(book, task)
        return folder_lesson(material, material.files, given, book, task)
    if _inside(path, desk.folder, book.project).is_dir():
        material = folder_material(book, desk.folder, path)
        refuse_many(material.files)
        return folder_lesson(material, material.files, given, book, None)
    return file_lesson(path, given, book, desk.folder)


def _inside(path: str, folder: Path, project: Path) -> Path:
    """Return the file or folder meant, links followed; one outside the project is refused unread."""
    try:
        whole, home = (folder / path).resolve(), project.resolve()
        whole.is_dir()
    except (
        OSError,
        ValueError,
    ) as cause:  # a loop of links, a NUL, a name longer than names may be
        raise BadInput("file-not-found", path=path) from cause
    if not whole.is_relative_to(home):
        raise BadInput("outside-project", path=path, project=project)
    return whole


def _parts(learned: Learned) -> list[LearntPart]:
    return [_part(each) for each in learned.operations[:MOST_PARTS]]


def _part(operation: ExcerptOperation) -> LearntPart:
    return LearntPart(
        verb=operation.verb.value,
        said=shorten(neutral(operation.excerpt.segment.summary), SAID_CHARACTERS),
        memory=operation.memory,
        question=operation.question,
    )

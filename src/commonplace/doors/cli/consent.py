"""From a proposal to its end: shown, asked about, then committed, declined or left pending."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from commonplace.app.books import Book
from commonplace.app.govern import keep_beside
from commonplace.app.govern import settle as settle_write
from commonplace.core.changes import (
    QUOTED,
    Create,
    Edit,
    FileImage,
    Proposal,
    is_held,
    is_linking,
    name_after,
)
from commonplace.core.memory import Origin, Status
from commonplace.core.ports import Asker, Question, Stamp
from commonplace.core.redaction import marks_in
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import option
from commonplace.doors.cli.questions import YES, StandingAnswer, asker_for
from commonplace.doors.render.common import Json, difference, receipt_as_json, visible
from commonplace.doors.render.proposals import (
    MENTIONS_AT_MOST,
    doubts_of,
    pairs_as_text,
    proposal_as_json,
)
from commonplace.errors import ChangedUnderneath, LeftPending
from commonplace.flows.govern import Governance
from commonplace.flows.proposals import held
from commonplace.flows.settle import Settled
from commonplace.flows.view import View

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How the caller wants a write to be settled."""

    yes: bool = False
    dry_run: bool = False
    must_ask: bool = False
    """Whether a person has to look at it now, whatever was agreed in advance."""
    is_named: bool = False
    """Whether what is agreed to was named as that which is approved: `review` shows it first."""
    agreed: str = ""
    """The channel through which a person has agreed to exactly this already."""
    instead_of: str = ""
    """The waiting proposal that this is decided in the place of: that it is closed needs no telling."""
    what: str = ""
    """What the result names before the memories: the action that an undo takes back."""
    preface: str = ""
    """What people read above the result: the story of several texts that were settled as one."""
    beside: Callable[[str], dict[str, Json]] = lambda _: {}
    """What programs are told beside a result of that name."""
    declined: str = "notice.declined"
    """The message for a person who says no."""
    began: float = 0.0
    """When the work began, on the monotonic clock, for the receipt's seconds."""

    @property
    def seconds(self) -> float:
        """How long the work has taken until now."""
        return round(time.monotonic() - self.began, 3)


def consent_options(function: F) -> F:
    """Add `--yes` and `--dry-run`."""
    return option("--yes", "-y", is_flag=True)(option("--dry-run", is_flag=True)(function))


def wish(*, yes: bool, dry_run: bool = False) -> Wish:
    """Return the wish of a run that begins now."""
    return Wish(yes=yes, dry_run=dry_run, began=time.monotonic())


def settle(desk: Desk, book: Book, proposal: Proposal, how: Wish) -> int:
    """Bring `proposal` to its end and return the exit code.

    Nobody there and no `--yes` leaves it pending, which is an error of its own (exit code 4).
    """
    if desk.agent and how.agreed != QUOTED:
        proposal = replace(proposal, origin=Origin.AGENT)
    asker = _asker(desk, how)
    if is_held(proposal.origin, asker.channel) and not how.is_named:
        proposal = held(proposal, book.view(desk.clock()))
    differences = [difference(edit, book.store.read_one(edit.path)) for edit in proposal.edits]
    value = proposal_as_json(proposal, differences)
    if how.dry_run:
        told = _lines(_coloured(differences), how.preface, desk.text("notice.dry-run"))
        desk.show(told, {"result": "dry-run", **how.beside("dry-run"), "proposal": value})
        return 0
    question = Question(
        text=desk.text(f"ask.{proposal.action}", ids=_ids(proposal)),
        details=_coloured(differences),
    )
    match asker.ask(question):
        case None:
            waiting = book.proposals
            kept_as = waiting.save(replace(proposal, proposed_by=desk.agent), desk.clock())
            tell_dropped(desk, waiting.dropped)
            raise LeftPending(_why_left(desk, how), id=kept_as, agent=desk.agent, book=desk.naming)
        case answer if answer != YES:
            ending = {"result": "declined", **how.beside("declined"), "proposal": value}
            desk.show(desk.text(how.declined), ending)
            return 0
    return _write(desk, book, proposal, how, asker.channel)


def _why_left(desk: Desk, how: Wish) -> str:
    if how.must_ask:
        return "left-for-review"
    return "left-by-agent" if desk.agent else "left-pending"


def _asker(desk: Desk, how: Wish) -> Asker:
    if how.agreed:
        return StandingAnswer(answer=YES, channel=how.agreed)
    return asker_for(desk, yes=how.yes, must_ask=how.must_ask)


def tell_doubts(desk: Desk, governance: Governance, key: str = "notice.doubtful") -> None:
    """Say what was refused before or likely contradicts this, before anybody agrees; `key` how to answer."""
    if near := governance.nearly_refused:
        desk.notice("notice.nearly-refused", at=near.at, claim=visible(near.line))
    if (doubt := governance.doubtful) and doubt.disputed:
        question = visible(doubt.question)
        desk.notice(key, id=doubt.disputed.id, question=question)
    for each in doubts_of(governance.proposal)[:MENTIONS_AT_MOST]:
        desk.notice("notice.mentioned", id=each.memory, question=visible(each.doubt))


def shown_differences(book: Book, proposal: Proposal) -> str:
    """Return what `proposal` does to each file, in colour."""
    return _coloured([difference(edit, book.store.read_one(edit.path)) for edit in proposal.edits])


def tell_listed(desk: Desk, key: str, lines: Sequence[str], count: int) -> None:
    """Say `key` above `lines` that somebody should have seen before they agree; nothing where there are none."""
    if lines:
        desk.notice(key, count=count)
    for line in lines:
        desk.echo(f"  - {visible(line)}", err=True)


def tell_dropped(desk: Desk, ids: Sequence[str]) -> None:
    """Name the proposals that were let go because they were too old or too many."""
    if ids:
        desk.notice("notice.dropped-proposals", ids=", ".join(ids))


def settle_anew(
    desk: Desk, book: Book, attempt: Callable[[View], int], how: Wish, *, is_part: bool = False
) -> int:
    """Make an attempt, and another on the new text when somebody else was quicker.

    An attempt that asks for a few memories is given a view (`is_part`) that reads no others.

    Only what was agreed in advance is proposed again, and only as long as one would wait for a lock: two
    agents that remember things of one name at one moment shall both be heard.
    """
    while True:
        try:
            now = desk.clock()
            return attempt(book.part_view(now) if is_part else book.view(now))
        except ChangedUnderneath:
            if not how.yes or time.monotonic() - how.began > desk.settings.lock_timeout_s:
                raise


def _write(desk: Desk, book: Book, proposal: Proposal, how: Wish, channel: str) -> int:
    if book.lost_rejections():  # told before a new page hides it
        desk.notice("notice.rejections-gone", path=PAGE)
    stamp = Stamp(
        who=desk.who,
        channel=channel,
        seconds=how.seconds,
        neighbours=len(proposal.compared),
        undoes=proposal.undoes,
    )
    done = settle_write(
        book, proposal, stamp, desk.clock(), desk.settings, instead_of=how.instead_of
    )
    _tell(desk, book, proposal, done, replace(how, beside=_beside(how, done.closed)))
    tell_ending(desk, done)
    return 1 if done.is_conflict else 0


def tell_ending(desk: Desk, done: Settled) -> None:
    """Tell what came of a write beside its result."""
    for key, values in done.notices(desk.language):
        desk.notice(key, **values)


def tell_kept_beside(desk: Desk, book: Book, paths: Sequence[str] = ()) -> None:
    """Keep in git what was written without a receipt, for who wants that, and tell what kept it from that."""
    if cause := keep_beside(book, desk.settings, paths):
        desk.notice("notice.git", cause=cause)


def _beside(how: Wish, closed: tuple[str, ...]) -> Callable[[str], dict[str, Json]]:
    """Return what programs are told beside a result, and which proposals it closed."""
    if not closed:
        return how.beside
    return lambda result: {**how.beside(result), "closed": list(closed)}


def _tell(desk: Desk, book: Book, proposal: Proposal, done: Settled, how: Wish) -> None:
    receipt = done.receipt
    ids: list[Json] = list(receipt.memories)
    what = f"{how.what} {_ids(proposal)}".strip()
    done_text = desk.text(f"done.{proposal.action}", ids=what, receipt=receipt.id)
    text = _lines(how.preface, proposal.note, done_text)
    value: dict[str, Json] = {
        "result": receipt.outcome.value,
        **how.beside(receipt.outcome.value),
        "id": ids[0] if ids else None,
        "ids": ids,
        "receipt": receipt_as_json(receipt),
    }
    if doubts := doubts_of(proposal):
        value["doubts"] = [{"memory": one.memory, "question": one.doubt} for one in doubts]
    desk.show(text, value)
    desk.tell_mended(book)
    if kept := ", ".join(dict.fromkeys(pair.other for pair in proposal.kept_pairs)):
        desk.notice("done.kept-pairs", ids=kept)
    if names := _held_names(proposal):
        desk.notice("notice.quarantined", ids=names)
    if receipt.images and (hidden := _redactions(receipt.images)):
        desk.notice("notice.redacted", count=hidden)


def _held_names(proposal: Proposal) -> str:
    held_back = (each for each in proposal.changes if isinstance(each, Create | Edit))
    memories = (each.after if isinstance(each, Edit) else each.memory for each in held_back)
    return ", ".join(each.id for each in memories if each.status is Status.QUARANTINED)


def _lines(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def _redactions(images: Sequence[FileImage]) -> int:
    """Return how many secrets are kept out of the files, each counted once wherever it stood."""
    before, after = (
        marks_in("\n".join((text or b"").decode("utf-8", "replace") for text in texts))
        for texts in zip(*((image.before, image.after) for image in images), strict=True)
    )
    return len(after - before)


def _ids(proposal: Proposal) -> str:
    told = [each for each in proposal.changes if not is_linking(each)] or proposal.changes
    names = ", ".join(map(name_after, told)) or pairs_as_text(proposal)
    return names or ", ".join(edit.path for edit in proposal.edits)


def _coloured(differences: list[str]) -> str:
    lines = "\n".join(differences).split("\n")
    return "\n".join(_tinted(line) for line in lines)


def _tinted(line: str) -> str:
    if line.startswith("+") and not line.startswith("+++"):
        return click.style(line, fg="green")
    if line.startswith("-") and not line.startswith("---"):
        return click.style(line, fg="red")
    return line

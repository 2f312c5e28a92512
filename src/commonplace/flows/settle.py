"""The one ending of a write: committed, what waited for it closed, taken in, kept in git, and told.

A door asks a person and shows what came of it; what happens in between is the same for all of them.
The proposal is held back before that where nobody has looked at it (`flows.proposals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from commonplace.core.changes import Create, Edit, Outcome, Proposal, Receipt, name_after
from commonplace.core.ports import Reading, Stamp, Store
from commonplace.core.rejections import PAGE, Exact, Rejection, recognise, spelled
from commonplace.core.values import dataclass, replace
from commonplace.errors import CommonplaceError
from commonplace.flows.commit import Committed
from commonplace.flows.refusals import rejections_in, saying

Notice = tuple[str, Mapping[str, str]]
"""The key of a sentence, and the values that stand in it."""


class WaitingProposals(Protocol):
    """The proposals about a book that wait for a person."""

    def list(self, now: datetime | None = None) -> tuple[Proposal, ...]:
        """Return what waits, oldest first."""

    def drop(self, proposal_id: str) -> bool:
        """Let one go and say whether it is gone."""


class OpenBook(Protocol):
    """A book as the ending of a write needs it."""

    @property
    def store(self) -> Store:
        """Its files."""

    @property
    def proposals(self) -> WaitingProposals:
        """What waits for a person."""

    def reading(self) -> Reading:
        """Read its memories as they are now."""

    def commit(self, proposal: Proposal, stamp: Stamp, now: datetime) -> Committed:
        """Write an approved proposal, or raise having written nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftercare:
    """What else is done about a book that was written."""

    refresh: Callable[[Sequence[str]], None]
    """Take in the files at these paths; never a writer's trouble."""
    keep_in_git: Callable[[Receipt], str] | None = None
    """Commit what a receipt wrote, and return why that could not be done; None where nobody wants it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a write ended."""

    receipt: Receipt
    closed: tuple[str, ...] = ()
    """The other proposals that waited for the same."""
    stale: CommonplaceError | None = None
    unlisted: CommonplaceError | None = None
    not_in_git: str = ""
    """Why it is not in git although the user wants it there."""

    @property
    def is_conflict(self) -> bool:
        """Whether somebody else wrote at the same moment, so that there are two texts."""
        return self.receipt.outcome is Outcome.CONFLICT

    def notices(self, language: str = "") -> Iterator[Notice]:
        """Yield what has to be told beside the result, in the order in which it happened."""
        for path, copy in self.receipt.conflicts.items():
            yield "notice.conflict", {"path": path, "copy": copy}
        if self.receipt.outcome is Outcome.COMMITTED_PENDING:
            yield "notice.committed-pending", {}
        if self.stale:
            yield "notice.stale-index", {"cause": self.stale.message(language)}
        if self.unlisted:
            yield "notice.unlisted", {"cause": self.unlisted.message(language)}
        if self.closed:
            yield "notice.closed", {"ids": ", ".join(self.closed)}
        if self.not_in_git:
            yield "notice.git", {"cause": self.not_in_git}


def settle(
    book: OpenBook,
    proposal: Proposal,
    stamp: Stamp,
    now: datetime,
    after: Aftercare,
    *,
    instead_of: str = "",
) -> Settled:
    """Write an approved proposal and bring it to its end, or raise having written nothing.

    `instead_of` is the waiting proposal that this is decided in the place of: that it is closed needs
    no telling.
    """
    done = book.commit(proposal, stamp, now)
    gone = close_waiting(book, proposal, now)
    ended = Settled(
        receipt=done.receipt,
        closed=tuple(name for name in gone if name != instead_of),
        stale=done.stale,
        unlisted=done.unlisted,
    )
    # The ledger has its say about these files only now; an index may have read them before.
    paths = [image.path for image in done.receipt.images] or _places(book, proposal)
    return looked_after(ended, after, [*paths, *_met_by_page(book, done.receipt, now.date())])


def looked_after(ended: Settled, after: Aftercare, paths: Sequence[str]) -> Settled:
    """Take in the files at `paths` and keep them in git, after a write that is done."""
    after.refresh(paths)
    if after.keep_in_git is None:
        return ended
    return replace(ended, not_in_git=after.keep_in_git(ended.receipt))


def _met_by_page(book: OpenBook, done: Receipt, today: date) -> list[str]:
    """Return where memories stand that are held now, or no longer, because something else is refused."""
    page = next((image for image in done.images if image.path == PAGE), None)
    if page is None:
        return []
    turned = {*rejections_in(page.before)} ^ {*rejections_in(page.after)}
    asked = [replace(each, lifted=None) for each in turned]
    reading = book.reading()
    return [reading.places[name].path for name in saying(reading.memories, asked, today)]


def _places(book: OpenBook, proposal: Proposal) -> list[str]:
    """Return where the memories of a proposal stand that changes no file, only what is trusted."""
    places = book.reading().places
    return [places[name].path for name in map(name_after, proposal.changes) if name in places]


def close_waiting(book: OpenBook, done: Proposal, now: datetime) -> tuple[str, ...]:
    """Let go of what waited for `done` and return its names: itself, and proposals of the same text.

    A text is the same in whatever case, width or order of words it was told. A proposal of several texts
    waits on while one of them is neither written nor refused.
    """
    waiting = book.proposals
    refused = _refused(book, done)
    answered = [
        each.id
        for each in waiting.list(now)
        if _is_answered(each, done) or _is_refused(each, refused, now.date())
    ]
    return tuple(name for name in answered if waiting.drop(name))


def _refused(book: OpenBook, done: Proposal) -> tuple[Rejection, ...]:
    """Return what is refused in the book, if something has been refused just now."""
    has_page = any(edit.path == PAGE for edit in done.edits)
    return rejections_in(book.store.read_one(PAGE)) if has_page else ()


def _is_refused(waiting: Proposal, refused: Sequence[Rejection], today: date) -> bool:
    texts = waiting.candidates if refused else ()
    found = (recognise(each.body, refused, each.topic, today) for each in texts)
    return bool(texts) and all(isinstance(each, Exact) for each in found)


def close_written(book: OpenBook, done: Receipt, now: datetime) -> tuple[str, ...]:
    """Let go of what waits although `done` wrote every file as it would make it, and return the names."""
    waiting, written = book.proposals, {image.path: image.after for image in done.images}
    stale = [each.id for each in waiting.list(now) if _is_written(each, written)]
    return tuple(name for name in stale if waiting.drop(name))


def _is_written(waiting: Proposal, written: Mapping[str, bytes | None]) -> bool:
    edits = waiting.edits
    return bool(edits) and all(
        edit.path in written and written[edit.path] == edit.after for edit in edits
    )


def _is_answered(waiting: Proposal, done: Proposal) -> bool:
    if waiting.digest == done.digest:
        return True
    from commonplace.core.judge.restatement import restates  # noqa: PLC0415 - loaded where something waits

    written = [("", text) for text in _written(done)]
    said = [("", candidate.body) for candidate in waiting.candidates]
    return bool(said) and all(any(restates(each, other) for other in written) for each in said)


def _written(done: Proposal) -> tuple[str, ...]:
    """Return the texts of a proposal that stand in the book with it; others were left out as vetoed."""
    brought = (
        each.after if isinstance(each, Edit) else each.memory
        for each in done.changes
        if isinstance(each, Create | Edit)
    )
    whole = "\n".join(" ".join(spelled(memory.body)) for memory in brought)
    texts = (candidate.body for candidate in done.candidates)
    return tuple(text for text in texts if " ".join(spelled(text)) in whole)

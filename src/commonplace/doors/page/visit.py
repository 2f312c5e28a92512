"""One request to the page: whose book it is about, what was asked or sent, and what is shown for it.

The books as the page knows them: what has not changed since the last request is not read again.

Reading ten thousand notes takes seconds. A page lists memories from the index and reads the files of those that
it shows; all of them are read where something is decided, and weighed where health is looked at.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar
from urllib.parse import urlencode

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.recall import Outline, SessionUse, count_known, outline_of, sessions_told
from commonplace.app.upkeep import care_for
from commonplace.core.changes import Proposal
from commonplace.core.memory import Memory, Status
from commonplace.core.ports import Snapshot
from commonplace.core.search import EVERYTHING, Sought
from commonplace.core.values import dataclass, field, replace
from commonplace.doors.cli.consent import Wish, settle
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.upkeep_offers import SHELVES, OfferedCandidates
from commonplace.errors import CommonplaceError, NoBook
from commonplace.flows.upkeep.outcome import Care
from commonplace.flows.view import Selection, View, select, view

QUICKLY_WEIGHED = 1_000
"""So many memories are weighed before the page is shown; of more it is shown first, and what takes time later."""


MOST_OUTLINES = 100
"""So many outlines are kept, each of the memories that one page needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A book as upkeep weighs it, and what each kind of upkeep offers."""

    care: Care
    shelves: Mapping[str, OfferedCandidates]
    told: tuple[SessionUse, ...]
    """What sessions had been handed then: how often a memory is used weighs, too."""

    def is_of(self, view: View, told: tuple[SessionUse, ...]) -> bool:
        """Say whether this is how the book of `view` weighs still."""
        known = self.care.view
        is_read = (view.files, view.reading.memories) == (known.files, known.reading.memories)
        return is_read and (view.today, told) == (known.today, self.told)


class Library:
    """The books as they were read last; one is read again when a file or its ledger looks different."""

    def __init__(self, quickly_weighed: int = QUICKLY_WEIGHED) -> None:
        self._quickly_weighed = quickly_weighed
        self._lock = Lock()
        self._views: dict[Path, tuple[str, View]] = {}
        self._outlines: dict[tuple[Path, Sought], Outline] = {}
        self._weighed: dict[Path, Weighed] = {}
        self._newest: dict[Path, tuple[Outline, int, Sequence[Memory]]] = {}

    def view(self, book: Book, now: datetime) -> View:
        """Return the book as it is now; looking at ten thousand files is quicker than reading them."""
        look = book.look(now)
        with self._lock:
            known, view = self._views.get(book.root, ("", None))
        if view is not None and look and look == known:
            return replace(view, now=now)
        view = book.view(now)
        with self._lock:
            # What was read may be newer than the look, never older: the next look then differs.
            self._views[book.root] = (look, view)
        return view

    def outline(self, book: Book, now: datetime, sought: Sought = EVERYTHING) -> Outline:
        """Return which memories there are: as the index says, or the files where there is none yet.

        No others need be in it than those that are `sought`.
        """
        whole, part = (book.root, EVERYTHING), (book.root, sought)
        with self._lock:
            known = self._outlines.get(whole) or self._outlines.get(part)
        found = outline_of(book, known, freshen=BookIndex.freshen_at_a_glance, sought=sought)
        if found is None:
            return _outline_in(self.view(book, now))
        if found is not known:
            with self._lock:
                self._keep(book.root, part, found)
        return found

    def _keep(self, root: Path, part: tuple[Path, Sought], found: Outline) -> None:
        """Keep an outline, and let go of those that an older index gave."""
        outlines = self._outlines.items()
        kept = {at: each for at, each in outlines if at[0] != root or each.stamp == found.stamp}
        self._outlines = {part: found} if len(kept) > MOST_OUTLINES else {**kept, part: found}

    def newest(self, book: Book, outline: Outline) -> Sequence[Memory]:
        """Return the memories of an outline, the newest first; they are put in order once for as long as all stays."""
        size = book.ledger.size
        with self._lock:
            known = self._newest.get(book.root)
        if known is not None and (known[0] is outline, known[1]) == (True, size):
            return known[2]
        found = select(outline.memories, Selection(), book.ledger.moments())
        with self._lock:
            self._newest[book.root] = (outline, size, found)
        return found

    def view_of(
        self, book: Book, name: str, outline: Outline, now: datetime
    ) -> tuple[View, Memory]:
        """Return the memory called `name`, or the only one so beginning, and a view of its file alone.

        The file is read now, so what is shown stands there. Where the memory does not, or is tombstoned,
        the whole book is asked.
        """
        path = outline.paths.get(name)
        if path is None:
            whole = self.view(book, now)
            return whole, whole.memory(name)
        content = book.store.read_one(path)
        files = {} if content is None else {path: content}
        found = view(book.layout, str(book.root), Snapshot(files=files), now)
        if not any(each.id == name for each in found.reading.memories):
            found = self.view(book, now)
        return found, found.memory(name)

    def weighed(self, book: Book, now: datetime) -> Weighed:
        """Return how the book weighs; of a large one that takes seconds when it has changed."""
        view, told = self.view(book, now), sessions_told(book)
        with self._lock:
            known = self._weighed.get(book.root)
        if known is not None and known.is_of(view, told):
            return known
        care = care_for(book, view)
        shelves = {mode: offered(book, care, now) for mode, offered in SHELVES.items()}
        found = Weighed(care=care, shelves=shelves, told=told)
        with self._lock:
            self._weighed[book.root] = found
        return found

    def is_quickly_weighed(self, book: Book, now: datetime) -> bool:
        """Say whether `weighed` is quick: the book is small, or was weighed as it is."""
        with self._lock:
            outline = self._outlines.get((book.root, EVERYTHING))
        count = len(outline.memories) if outline else count_known(book)
        if count is None:
            count = len(self.outline(book, now).memories)
        if count <= self._quickly_weighed:
            return True
        with self._lock:
            known = self._weighed.get(book.root)
        return known is not None and known.is_of(self.view(book, now), sessions_told(book))


def _outline_in(view: View) -> Outline:
    found = [each for each in view.reading.memories if each.status is not Status.TOMBSTONED]
    return Outline(memories=tuple(found), paths={each.id: view.path(each.id) for each in found})


CHANNEL = "page"
"""How an approval is entered that somebody gave here: they had to look at it, as at a terminal."""
PROJECT, PERSONAL = "project", "personal"


@dataclasses.dataclass(slots=True, kw_only=True)
class PageDesk(Desk):
    """A desk that keeps what would be printed, for the page to show."""

    said: list[str] = dataclasses.field(default_factory=list)

    def echo(self, text: str, *, err: bool = False) -> None:  # noqa: ARG002 - a page is one stream
        """Keep one thing that is told."""
        self.said.append(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Where the page was started: its folder, which books can be looked at, and whether it may write."""

    environ: Mapping[str, str]
    folder: Path
    clock: Callable[[], datetime]
    book_named: str = ""
    books: tuple[str, ...] = (PROJECT,)
    """The names of the books that there are; the first is shown unless another is asked for."""
    is_read_only: bool = False
    library: Library = field(default_factory=Library)

    def desk(self, which: str) -> PageDesk:
        """Return a desk for one request about the book `which`."""
        return PageDesk(
            environ=self.environ,
            folder=self.folder,
            clock=self.clock,
            is_terminal=False,
            book_named=self.book_named,
            wants_personal=which == PERSONAL,
        )

    def visit(self, told: Mapping[str, str]) -> Visit:
        """Open the book that a request is about."""
        asked = told.get("book", "")
        which = asked if asked in self.books else self.books[0]
        desk = self.desk(which)
        desk.require_settings()
        return Visit(house=self, desk=desk, book=desk.open(), which=which, told=told)

    def look_ahead(self) -> None:
        """Read now what the first list of all memories would wait for, from an index where there is one.

        Whoever asks for the list is told what is wrong.
        """
        with suppress(CommonplaceError, OSError):
            visit = self.visit({})
            if count_known(visit.book) is not None:
                visit.newest(visit.outline())


def books_of(desk: Desk) -> tuple[str, ...]:
    """Return which books a desk can open: the one that was named, or the project's and the personal one."""
    if desk.book_named or desk.wants_personal:
        desk.open()
        return (PERSONAL,) if desk.wants_personal else (PROJECT,)
    found = tuple(name for name in (PROJECT, PERSONAL) if _is_there(desk, name))
    if not found:
        desk.open()  # which says what there is to do
    return found


def _is_there(desk: Desk, which: str) -> bool:
    try:
        replace(desk, wants_personal=which == PERSONAL).open()
    except NoBook:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One request: the open book, what was asked for or sent, and where its answer is told."""

    house: House
    desk: PageDesk
    book: Book
    which: str
    told: Mapping[str, str]
    """The fields of the form that was sent, else what the address asks for."""
    began: float = field(default_factory=time.monotonic)

    def get(self, name: str) -> str:
        """Return one field, empty when it was not sent."""
        return self.told.get(name, "")

    @property
    def number(self) -> int:
        """Which part of a long list is wanted, from 1."""
        asked = self.get("page")
        return max(1, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 1

    def asking(self, **told: str) -> Visit:
        """Return the same visit with another question."""
        return replace(self, told=told)

    def view(self) -> View:
        """Return the book as it is now, every file of it read: what proposals are made on."""
        return self.house.library.view(self.book, self.desk.clock())

    def outline(self, sought: Sought = EVERYTHING) -> Outline:
        """Return which memories there are; of a large book that is quicker than `view` by far, for few the more so."""
        return self.house.library.outline(self.book, self.desk.clock(), sought)

    def newest(self, outline: Outline) -> Sequence[Memory]:
        """Return the memories of an outline, the newest first."""
        return self.house.library.newest(self.book, outline)

    def view_of(self, name: str, outline: Outline) -> tuple[View, Memory]:
        """Return the memory called `name` and a view of the file where it stands by `outline`."""
        return self.house.library.view_of(self.book, name, outline, self.desk.clock())

    def weighed(self) -> Weighed:
        """Return how the book weighs."""
        return self.house.library.weighed(self.book, self.desk.clock())

    @property
    def is_quickly_weighed(self) -> bool:
        """Whether `weighed` takes but a moment."""
        return self.house.library.is_quickly_weighed(self.book, self.desk.clock())

    def text(self, key: str, /, **values: object) -> str:
        """Return a sentence in the person's language."""
        return self.desk.text(key, **values)

    def link(self, path: str, /, **values: object) -> str:
        """Return an address of this page, about the same book; what is empty is left out."""
        asked = {name: str(value) for name, value in values.items() if value}
        if self.which != self.house.books[0]:
            asked.setdefault("book", self.which)
        return f"{path}?{urlencode(asked)}" if asked else path

    @property
    def wish(self) -> Wish:
        """How what a person decided on this page is settled: shown to them, and agreed to."""
        return Wish(agreed=CHANNEL, is_named=True, began=self.began)

    def settle(self, proposal: Proposal, how: Wish | None = None) -> DecisionResult:
        """Write what the person agreed to, through the one ending that every door has."""
        return self.ending(lambda: settle(self.desk, self.book, proposal, how or self.wish))

    def ending(self, settling: Callable[[], object]) -> DecisionResult:
        """Carry out what was decided, and return what it said and the receipt that it left."""
        before = self._newest_receipt()
        settling()
        after = self._newest_receipt()
        return DecisionResult(said=tuple(self.desk.said), receipt=after if after != before else "")

    def _newest_receipt(self) -> str:
        return next((receipt.id for receipt in self.book.store.receipts()), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionResult:
    """What came of a decision: what has to be told, and the receipt by which it can be undone."""

    said: tuple[str, ...] = ()
    receipt: str = ""
    earlier: tuple[str, ...] = ()
    """The receipts of the same decision before that one, the newest first: they are undone with it."""


NO_ENDING = DecisionResult()


def result_of(visit: Visit, receipts: Sequence[str]) -> DecisionResult:
    """Return what came of several commits, the newest first; an empty receipt is of one that wrote nothing."""
    left = tuple(filter(None, receipts))
    return DecisionResult(said=tuple(visit.desk.said), receipt="".join(left[:1]), earlier=left[1:])


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """What is shown: a template, what stands in it, and under which address it can be shown again."""

    template: str
    values: Mapping[str, object]
    location: str = ""
    """Where the person is after something was sent; empty for where they asked to be."""
    ending: DecisionResult = NO_ENDING


Shown = Callable[[Visit], ShownPage]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One address of the page, how it is asked, and what answers."""

    path: str
    shown: Shown
    writes: bool = False
    """Whether it is asked by POST, with the token; everything else is only read."""


PAGE_LENGTH = 20


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPart(Generic[T]):
    """One part of a long list, and the numbers of the parts beside it; 0 for none."""

    items: Sequence[T]
    number: int = 1
    before: int = 0
    after: int = 0


def portion(items: Sequence[T], number: int, length: int = PAGE_LENGTH) -> ListPart[T]:
    """Return part `number` of a list; the last one when there are not so many."""
    last = max(1, -(-len(items) // length))
    number = min(number, last)
    start = (number - 1) * length
    return ListPart(
        items=items[start : start + length],
        number=number,
        before=number - 1,
        after=number + 1 if number < last else 0,
    )

"""Which layouts there are, where a book is found, and what it is made of.

Flows receive a layout and a store through the ports.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from commonplace import __version__
from commonplace.app.guard import guarded, ledger_of, unguarded
from commonplace.config import Settings
from commonplace.core.approvals import (
    Way,
    approval_of_arrival,
    approval_of_book,
    approval_of_page,
    approvals_of,
    approvals_of_all,
    content_of,
)
from commonplace.core.hashing import digest
from commonplace.core.memory import Memory, MemoryId, Origin
from commonplace.core.names import check_path, is_conflict_copy
from commonplace.core.ports import Layout, Reading, Snapshot, Stamp
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass, replace
from commonplace.engines.local.entries import read_topics
from commonplace.engines.local.query import Connection, open_index, path_of
from commonplace.engines.local.records import SQLITE_TROUBLES, Trouble
from commonplace.errors import BadInput, CommonplaceError, NoBook, WriteRefused
from commonplace.flows.freshness import read_or_none
from commonplace.flows.view import PartFiles, PartReading, View, files_of, named, view
from commonplace.layouts.registry import MARKS, layout_of
from commonplace.layouts.registry import NAMES as NAMES  # noqa: PLC0414 - for doors
from commonplace.storage import usage
from commonplace.storage.change_detection import sweep
from commonplace.storage.hook_state import keep_pages
from commonplace.storage.last_look import LastLook, WriterLook, look_of, look_over
from commonplace.storage.places import (
    INDEX,
    book_at,
    cache_of,
    data_home,
    folders_from,
    is_strict,
    is_trusted,
    is_watched,
    state_of,
)
from commonplace.storage.retention import sweep_daily, sweep_scratch
from commonplace.storage.store import FolderStore
from commonplace.storage.trust import Ledger, be_strict, distrust, trust, watch
from commonplace.storage.trust import read_token as read_token  # noqa: PLC0414 - for doors
from commonplace.storage.trust import renew_token as renew_token  # noqa: PLC0414
from commonplace.storage.trust import token_path as token_path  # noqa: PLC0414

if TYPE_CHECKING:
    from commonplace.core.changes import Edit, Files, Proposal, Receipt
    from commonplace.core.traits import PackFormat
    from commonplace.flows.commit import Committed
    from commonplace.storage.proposals import PendingProposals

T = TypeVar("T")

WORKSPACE = "mem-skill"
"""The layout that `init` sets up in the original's words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A folder of memories in one layout, open for reading and for proposals."""

    layout: Layout
    store: FolderStore
    root: Path
    """The folder that the layout knows, for example `.memory`."""
    project: Path
    """The folder that the book belongs to; its settings file is here."""
    is_personal: bool = False

    @property
    def proposals(self) -> PendingProposals:
        """The proposals about this book that wait for a person."""
        from commonplace.storage.proposals import PendingProposals  # noqa: PLC0415 - as in `commit`

        return PendingProposals(self.root)

    @property
    def ledger(self) -> Ledger:
        """The approvals given for this book on this machine."""
        return ledger_of(self.layout, str(self.root))

    @property
    def is_trusted(self) -> bool:
        """Whether a hook may inject what the book says: this user made it here, or said so."""
        return is_trusted(str(self.root))

    def trust(self, who: str, now: datetime, channel: str = "terminal") -> bool:
        """Trust the book and all that it holds from now on, and say whether it was not trusted before."""
        if is_trusted(str(self.root)):
            return False
        lines = approvals_of_all(self.unlisted(), who, now, channel)
        self.ledger.append([approval_of_book(who, channel, now), *lines])
        return self.adopt()

    def adopt(self) -> bool:
        """Trust a book that was made here and now: there is nothing in it that anybody approves."""
        self._let_pages_in()
        watch(str(self.root))
        return trust(str(self.root))

    def watch(self, now: datetime) -> int:
        """Enter from now on what arrives in a trusted book; return how many memories were accepted for that.

        What it holds when this begins was handed to agents all along, and is accepted once.
        """
        if not is_trusted(str(self.root)) or is_watched(str(self.root)):
            return 0
        places = self.reading().places
        lines = [
            approval_of_arrival(
                each, places[each.id].path, Way.UPGRADE, is_accepted=True, who="", at=now
            )
            for each in self.unlisted()
        ]
        self.ledger.append(lines)
        self._let_pages_in()
        watch(str(self.root))
        return len(lines)

    def _let_pages_in(self) -> None:
        """Let in what pages say beside their memories, of which the ledger has no lines."""
        if self.hands_pages_over:
            keep_pages(state_of(str(self.root)), page_hashes(self.snapshot().files))

    @property
    def hands_pages_over(self) -> bool:
        """Whether agents are handed files of this book whole, and not its memories alone."""
        traits = self.layout.traits
        return traits.reads_whole or traits.categories is not None

    def list_saved(self, receipt: Receipt) -> None:
        """Enter what was saved without a proposal, as a profile is, and nothing that arrived beside it."""
        files = {each.path: each.after for each in receipt.images if each.after is not None}
        found = unguarded(self.layout).parse(files).memories
        saved = [each for each in found if each.id in receipt.memories]
        lines = approvals_of_all(saved, receipt.who, receipt.at, receipt.channel)
        self.ledger.append(replace(line, origin=receipt.origin) for line in lines)

    def unlisted(self) -> list[Memory]:
        """Return the living memories that the ledger does not know."""
        standing = self.ledger.standing()
        found = unguarded(self.layout).parse(self.snapshot().files).memories
        living = (each for each in found if each.is_active)
        return [each for each in living if standing.trust_of(content_of(each)) is None]

    @property
    def is_strict(self) -> bool:
        """Whether only those words are trusted that somebody let in on this machine."""
        return is_strict(str(self.root))

    def lost_rejections(self) -> str:
        """Return the hash of the page of refused claims as it was written here, when the page is gone; else empty."""
        written = self.ledger.standing().pages
        return written[-1] if written and self.store.read_one(PAGE) is None else ""

    def accept_lost_rejections(self, who: str, now: datetime) -> None:
        """Take the page of refused claims for gone on purpose, so that it is missed no longer."""
        self.ledger.append(
            [approval_of_page(b"", Stamp(who=who, channel="terminal"), now, Origin.HUMAN)]
        )

    def be_strict(self, who: str, now: datetime, *, strict: bool) -> bool:
        """Hold from now on what arrives without us, or nothing any more, and say whether that is new.

        What stands in the book when it begins is approved with it.
        """
        if strict and not self.is_strict:
            self.ledger.append(approvals_of_all(self.unlisted(), who, now))
        return be_strict(str(self.root), strict=strict)

    def distrust(self) -> bool:
        """Trust the book no longer, and say whether it was trusted."""
        return distrust(str(self.root))

    def snapshot(self) -> Snapshot:
        """Read the book's files as they are now."""
        return self.store.read(self.layout.reads)

    def reading(self) -> Reading:
        """Read the book's memories as they are now."""
        return self.layout.parse(self.snapshot().files)

    def view(self, now: datetime) -> View:
        """Read the book as a proposal needs it."""
        return view(self.layout, str(self.root), self.store.read(files_of(self.layout)), now)

    def part_view(self, now: datetime) -> View:
        """Return the book as `view` does, each file read when it is asked for.

        For a proposal about one or a few memories. Storage's complaints about other files are not in it.
        """
        self.store.finish()
        names = self.store.names(files_of(self.layout))
        paths = sorted(path for path in names if not is_conflict_copy(path))
        files = PartFiles(paths, partial(read_or_none, self.store))
        reading = PartReading(files, self.layout.parse, self._topics)
        return View(
            layout=self.layout,
            book=str(self.root),
            files=files,
            reading=reading,
            unread=(),
            now=now,
        )

    def _topics(self) -> set[str] | None:
        """Return the topics that the index knows, None when it cannot tell."""
        return self._indexed(read_topics)

    def _indexed(self, question: Callable[[Connection], T]) -> T | None:
        """Ask the search index as it is, None when it cannot answer; nothing is made or mended."""
        path = os.path.join(cache_of(str(self.root)), INDEX)
        with suppress(OSError, Trouble, *SQLITE_TROUBLES), closing(open_index(path)) as connection:
            return question(connection)
        return None

    def look(self, now: datetime) -> str:
        """Return one line for how the files and the ledger look without being read, to compare with a later one.

        It is empty when a file changed so lately that it may change again within the same tick.
        """
        looks = self.store.looks(files_of(self.layout))
        files = look_of(looks, now.date(), _nanoseconds(now))
        return "" if files.racy else f"{files.digest} {self.ledger.size}"

    def fresh_view(self, now: datetime) -> View:
        """Read the book and mend derived files that are stale, waiting for nobody.

        They are not derived again while every file looks as it did when they were last found fresh.
        Looks come before the reading: what is saved in between looks different to the next reader.
        """
        last = LastLook(self.root, __version__)
        writer = WriterLook(last, self.store, self.layout.reads, now.date())
        look = writer.look(_nanoseconds(now))
        view = self.view(now)
        writer.read(unread=len(view.problems))

        def hash_of(path: str) -> str | None:
            content = view.files.get(path)
            return None if content is None else digest(content)

        is_like = last.is_like(look, hash_of)
        is_fresh = is_like
        if not is_like:
            from commonplace.flows.check import renew_indices  # noqa: PLC0415 - only after a change

            patient = _store(self.layout, self.root, timeout_s=0)
            is_fresh = renew_indices(view, patient, writer)
        if is_fresh and not (is_like and last.unread == len(view.problems)):
            last.keep(look, hash_of, unread=len(view.problems))
        return view

    def is_as_read(self, now: datetime) -> bool:
        """Say whether every file looks as it did when the whole book was last found fresh and readable."""
        self.store.finish()
        last = LastLook(self.root, __version__)
        if last.is_at_a_glance(self.store, now.date()):
            return True
        began_ns = time.time_ns()
        seen = sweep(self.store.root, self.store.folders_below(), began_ns, "")
        look = look_over(self.store, self.layout.reads, now.date(), _nanoseconds(now))
        if not last.is_readable(look, self._hash_of):
            return False
        last.keep_glance(seen, look, now.date(), began_ns)
        return True

    def _hash_of(self, path: str) -> str | None:
        content = self.store.read_one(path)
        return None if content is None else digest(content)

    def memories_at(self, paths: Iterable[str]) -> tuple[Memory, ...]:
        """Read the memories in the files at `paths`, as far as they can be read."""
        read = {path: read_or_none(self.store, path) for path in paths}
        files = {path: text for path, text in read.items() if text is not None}
        return self.layout.parse(files).memories

    def view_of(self, name: str, now: datetime) -> View:
        """Read the book as `fresh_view` does, but no more of it than the file where the memory `name` stands.

        So while the book `is_as_read`, and the index knows one file for exactly that name. Otherwise the
        whole book is read.
        """
        if self.is_as_read(now) and (path := self._indexed(lambda index: path_of(index, name))):
            content = self.store.read_one(path)
            files = {} if content is None else {path: content}
            found = view(self.layout, str(self.root), Snapshot(files=files), now)
            if any(each.id == name for each in found.reading.memories):
                return found
        return self.fresh_view(now)

    def receipt(self, name: str) -> Receipt:
        """Return the receipt called `name`, or the only one whose name begins with it."""
        return self.store.receipt(check_path(name))

    def proposal(self, name: str, now: datetime) -> Proposal:
        """Return the pending proposal called `name`, or the only one whose name begins with it."""
        return named(name, {each.id: each for each in self.proposals.list(now)}, "no-proposal")

    def commit(self, proposal: Proposal, stamp: Stamp, now: datetime) -> Committed:
        """Write an approved proposal, or raise having written nothing."""
        if proposal.book != str(self.root):
            raise WriteRefused("other-book", path=proposal.book)
        from commonplace.core.changes import POLICY, is_held  # noqa: PLC0415 - most commands only read
        from commonplace.flows.commit import commit  # noqa: PLC0415
        from commonplace.flows.proposals import held  # noqa: PLC0415
        from commonplace.storage.upkeep_state import fold_usage  # noqa: PLC0415

        fold_usage(str(self.root), proposal.upkeep)
        if stamp.channel == POLICY and is_held(proposal.origin, POLICY):
            proposal = held(proposal, self.view(now))  # nobody has looked at it
        last = LastLook(self.root, __version__)
        look = WriterLook(last, self.store, self.layout.reads, now.date())
        done = commit(proposal, self.layout, self.store, stamp, now.date(), look=look)
        try:
            let_in = approvals_of(proposal, stamp, now, self._read_back(proposal))
            pages = [edit.after or b"" for edit in proposal.edits if edit.path == PAGE]
            written = (approval_of_page(page, stamp, now, proposal.origin) for page in pages)
            self.ledger.append((*let_in, *written))
        except CommonplaceError as trouble:  # The memories are written: nothing may say otherwise.
            done = replace(done, unlisted=trouble)
        self.keep_upkeep(proposal.upkeep, done.receipt)
        return done

    def keep_upkeep(self, entry: str, receipt: Receipt | None = None) -> None:
        """Note the health that a run of upkeep left, for its curve and for the project's state.

        Without a `receipt` it only looked; one that undoes another takes back what that one told.
        """
        from commonplace.storage.upkeep_state import keep_health, take_back_health  # noqa: PLC0415

        name = receipt.id if receipt else ""
        keep_health(str(self.root), self.project, entry, receipt=name)
        if receipt and receipt.undoes:
            take_back_health(str(self.root), self.project, receipt.undoes, name)

    def _read_back(self, proposal: Proposal) -> dict[MemoryId, Memory]:
        """Return the memories of a proposal as they read in the files that it wrote."""
        files = {each.path: each.after for each in proposal.edits if each.after is not None}
        return {memory.id: memory for memory in unguarded(self.layout).parse(files).memories}

    def check_profile(self) -> None:
        """Raise `BadInput` unless the book is a profile, which alone can be saved into."""
        if not self.layout.traits.is_profile:
            raise BadInput("not-a-profile", path=self.root, layout=self.layout.name)


def open_book(start: Path, settings: Settings = Settings()) -> Book:  # noqa: B008 - frozen
    """Return the book at or above `start`, the main repository's when `start` is in a worktree.

    A book named by the settings wins, and is looked for nowhere else.
    """
    if settings.book:
        named = (start / Path(settings.book).expanduser()).resolve()
        if book := _book_at(named, settings):
            return book
        raise NoBook("no-book-there", path=named)
    for folder in folders_from(str(start.resolve())):
        if book := _book_at(Path(folder), settings):
            return book
    raise NoBook("no-book", path=start)


def open_personal_book(settings: Settings = Settings()) -> Book:  # noqa: B008 - frozen
    """Return the user's own book, which is recalled beside every project's."""
    folder = personal_folder(settings)
    if book := _book_at(folder, settings, is_personal=True):
        return book
    raise NoBook("no-personal-book", path=folder)


def personal_folder(settings: Settings) -> Path:
    """Return where the personal book is, or would be made."""
    if settings.personal_book:
        return Path(settings.personal_book).expanduser().resolve()
    return Path(data_home()).resolve() / "personal"


def found_book(
    folder: Path, settings: Settings, now: datetime, *, is_personal: bool = False
) -> Book:
    """Make an empty book for `folder` in the layout of the settings, over nothing that is there."""
    from commonplace.flows.commit import found  # noqa: PLC0415 - as in `Book.commit`

    layout = layout_named(settings.layout)
    root = folder / layout.home
    book = _book(layout, root, folder, settings, is_personal=is_personal)
    book.store.make_root()
    found(layout, book.store, now.date())
    book.ledger.append(approvals_of_all(book.unlisted(), "", now, "init"))
    book.adopt()
    return book


def page_hashes(files: Files) -> dict[str, str]:
    """Return the hash of each file, by which what was let in is known again."""
    return {path: digest(content) for path, content in files.items()}


def workspace_in(folder: Path, settings: Settings) -> Book:
    """Return the mem-skill workspace that is in `folder`, or would be."""
    return _book(layout_named(WORKSPACE), folder, folder, settings, is_personal=False)


def pack_in(folder: Path, book: Book, settings: Settings) -> Book:
    """Return the pack that is in `folder`, or would be, in the form of the memories of `book`."""
    if folder == book.root:
        raise BadInput("pack-is-book", path=folder)
    layout = unguarded(book.layout)
    store = _store(layout, folder, settings.lock_timeout_s)
    return Book(layout=layout, store=store, root=folder, project=folder)


def pack_view(pack: Book, form: PackFormat, now: datetime) -> View:
    """Read the notes and the card of a pack; a folder that is not there holds none."""
    reads, found = pack.layout.reads, Snapshot(files={})
    if pack.root.is_dir():
        found = pack.store.read(lambda path: path == form.card or reads(path))
    return view(pack.layout, str(pack.root), found, now)


def count_shown(memory: Memory, view: View, book: Book, session: str, now: datetime) -> None:
    """Count that `memory` was read whole; what is buried or held is no fact to be used."""
    if memory.is_active:
        content = view.files[view.path(memory.id)]
        count_seen(book, {memory.id: digest(content)}, session, now)


def count_seen(book: Book, seen: dict[str, str], session: str, now: datetime) -> None:
    """Count that the memories `seen` were read, once for each session."""
    with suppress(OSError):  # usage is told, never worth an answer
        usage.count(state_of(str(book.root)), now.date().isoformat(), session, seen)


def propose_upgrade(book: Book, view: View) -> Proposal | None:
    """Return the proposal that brings an older book up to date, its report as a note; None if it is."""
    upgrade = book.layout.traits.upgrade
    plan = upgrade(view.files, view.today) if upgrade else None
    if plan is None or not plan.edits:
        return None
    from commonplace.flows.proposals import propose  # noqa: PLC0415 - as in `Book.commit`

    return propose("upgrade", (), view, edits=plan.edits, note="\n".join(plan.report))


def propose_mending(book: Book, view: View) -> Proposal | None:
    """Return the proposal that mends links which need no decision, None when there are none."""
    changes = _mended_links(book, view)
    from commonplace.flows.proposals import propose  # noqa: PLC0415 - as in `Book.commit`

    return propose("mend", changes, view) if changes else None


def propose_lost_rejections(book: Book, view: View) -> Proposal | None:
    """Return the proposal that puts the page of refused claims back as it was written here last, if it is gone."""
    wanted = book.lost_rejections()
    if not wanted:
        return None
    images = (image for receipt in book.store.receipts() for image in receipt.images)
    pages = (image.after for image in images if image.path == PAGE and image.after is not None)
    kept = next((page for page in pages if digest(page) == wanted), None)
    from commonplace.core.changes import FileEdit  # noqa: PLC0415 - as in `Book.commit`
    from commonplace.flows.proposals import propose  # noqa: PLC0415

    return propose("put-back", (), view, edits=(FileEdit(PAGE, None, kept),)) if kept else None


def exact_memories(book: Book, view: View) -> tuple[Memory, ...]:
    """Return the memories with every link as exact as it can be said, for a book that knows no other."""
    exact = {change.before.id: change.after for change in _mended_links(book, view)}
    return tuple(exact.get(memory.id, memory) for memory in view.reading.memories)


def _mended_links(book: Book, view: View) -> tuple[Edit, ...]:
    mended_links = book.layout.traits.mended_links
    return mended_links(view.files) if mended_links else ()


def layout_named(name: str) -> Layout:
    """Return the layout of that name."""
    if name not in NAMES:
        raise BadInput("unknown-layout", name=name, names=", ".join(NAMES))
    return layout_of(name)


def book_in(folder: Path, settings: Settings, *, is_personal: bool = False) -> Book | None:
    """Return the book that stands in `folder` itself, if one does."""
    return _book_at(folder.resolve(), settings, is_personal=is_personal)


def _book_at(folder: Path, settings: Settings, *, is_personal: bool = False) -> Book | None:
    located = book_at(str(folder), MARKS)
    if located is None:
        return None
    sweep_scratch()
    sweep_daily()
    name, root, project = located
    layout = layout_named(name)
    return _book(layout, Path(root), Path(project), settings, is_personal=is_personal)


def _book(
    layout: Layout, root: Path, project: Path, settings: Settings, *, is_personal: bool
) -> Book:
    store = _store(layout, root, settings.lock_timeout_s)
    if settings.ids != Settings().ids and settings.ids in layout.traits.id_forms:
        layout = cast("Layout", replace(cast("Any", layout), ids=settings.ids))
    return Book(
        layout=guarded(layout, str(root)),
        store=store,
        root=root,
        project=project,
        is_personal=is_personal,
    )


def _store(layout: Layout, root: Path, timeout_s: float) -> FolderStore:
    return FolderStore(root, timeout_s=timeout_s, folders=layout.folders, derives=layout.derives)


def _nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1_000_000_000)

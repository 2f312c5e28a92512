"""The files of one book, read with care and written through one door."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from commonplace.core.answers import has_vanished
from commonplace.core.changes import FileEdit, KeptReceipt, Proposal, Receipt
from commonplace.core.ports import NO_LOOKS, NOTHING_READ, FileLook, Problem, Snapshot, Stamp
from commonplace.core.values import replace
from commonplace.errors import (
    BadInput,
    BookBusy,
    Bug,
    NoBook,
    NoSuchMemory,
    TooManyAtOnce,
    WriteFailed,
)
from commonplace.storage import publish
from commonplace.storage.codec import Malformed
from commonplace.storage.disk import (
    MAX_DERIVED_BYTES,
    MAX_FILE_BYTES,
    Disk,
    failure,
    unreadable,
)
from commonplace.storage.displaced import Displaced, Tally, TallyFile, moment_of, next_id
from commonplace.storage.folders import FolderReader, names_below
from commonplace.storage.journal import Journal
from commonplace.storage.lock import TIMEOUT_S, WriterLock
from commonplace.storage.places import make_private, state_of
from commonplace.storage.publish import Publisher, Staged, look_at
from commonplace.storage.records import Record, plan, receipt_of, record_of

SWEEP_EVERY_S = 3600
MOST_NAMED = 5
"""How many receipts a message lists when a beginning fits several."""


class FolderStore(FolderReader):
    """A book in a folder, and its state in the user's own folder.

    `notices` tells what opening the book had to mend: promises kept for a dead writer, records put
    aside, texts an editor saved too late.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        state: str | None = None,
        disk: Disk | None = None,
        timeout_s: float = TIMEOUT_S,
        folders: tuple[str, ...] | None = None,
        derives: Callable[[str], bool] = lambda _: False,
        most_bytes: int = MAX_FILE_BYTES,
    ) -> None:
        super().__init__(os.fspath(root), folders=folders, derives=derives, most_bytes=most_bytes)
        self.state = state or state_of(self.root)
        self.notices: tuple[Problem, ...] = ()
        self._disk = disk or Disk()
        self._lock = WriterLock(self.state, timeout_s)
        self._journal = Journal(self.state, self._disk)
        self._displaced = Displaced(self.root, self.state, self._disk, self._journal)
        self._publisher = Publisher(self.root, self._disk, self._displaced)
        self._tally = TallyFile(self.state)
        self._is_settled = False

    def read(self, wanted: Callable[[str], bool]) -> Snapshot:
        """Read every wanted regular file below the root, after finishing what a dead writer began."""
        self.finish()
        return super().read(wanted)

    def finish(self) -> None:
        """Finish what a dead writer began, unless a living one is at it right now."""
        if not self._lock.is_held and not self._journal.is_empty:
            self._try_to_finish()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the book's only writer's place; unfinished work of a dead writer is finished first."""
        if not os.path.isdir(self.root):
            raise NoBook("no-book", path=self.root)
        try:
            make_private(self.state)
            self._journal.prepare()
            self._displaced.prepare()
        except OSError as trouble:
            raise failure(trouble, self.state) from trouble
        with self._lock.hold():
            self._recover()
            yield

    def apply(
        self, proposal: Proposal, stamp: Stamp, read: Mapping[str, bytes | None] = NOTHING_READ
    ) -> Receipt:
        """Write all edits of `proposal` or none; only inside `locked`.

        Every text is staged before the promise is written, so what can fail fails while nothing has
        changed. A promise that cannot be kept is taken back; only where that fails, too, or where the
        files stand already and the receipt alone is missing, the next opening finishes it.
        """
        self._require_lock()
        tally = self._tally.read()
        self._check_book_is_there(tally)
        steps = plan(self.root, proposal.edits, self._most_bytes, read)
        staged = self._publisher.stage(steps)
        now = datetime.now(UTC)
        record_id = next_id(tally.last_id or self._newest_id(), now, os.urandom(3).hex())
        record = record_of(proposal, stamp, staged.steps, record_id, now)
        try:
            self._journal.promise(record)
        except OSError as trouble:
            self._publisher.unstage(staged)
            raise failure(trouble, self.state) from trouble
        receipt = self._keep_promise(record, staged, is_read=bool(read))
        self._remember(tally, record)
        return receipt

    def refresh(
        self, edits: Sequence[FileEdit], looks: Mapping[str, FileLook | None] = NO_LOOKS
    ) -> None:
        """Replace derived files and append logs: atomic each, outside receipts; inside `locked`.

        A file that looks as in `looks`, taken before the caller read it, is not read again.
        """
        self._require_lock()
        now = {edit.path: look_at(os.path.join(self.root, edit.path)) for edit in edits}
        known = [path for path, look in looks.items() if look and self.look(path) == look]
        steps = plan(self.root, edits, MAX_DERIVED_BYTES, unread=known)
        self._publisher.replace(steps, now)

    def make_root(self) -> None:
        """Make the folder of a new book."""
        try:
            os.makedirs(self.root, exist_ok=True)
        except OSError as trouble:
            raise failure(trouble, self.root) from trouble

    def accept_emptiness(self) -> None:
        """Forget how many notes there were: a person says that the book is empty on purpose."""
        with self.locked():
            self._tally.write(replace(self._tally.read(), notes=0))

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts, newest first; one that cannot be read is passed over."""
        for record_id in self._closed_ids():
            try:
                yield receipt_of(self._journal.load_closed(record_id))
            except (OSError, Malformed):
                continue

    def receipt(self, record_id: str) -> Receipt:
        """Return the receipt whose id is or begins with `record_id`."""
        matches = [each for each in self._closed_ids() if each.startswith(record_id)]
        if len(matches) > 1:
            raise BadInput("ambiguous-name", name=record_id, names=", ".join(matches[:MOST_NAMED]))
        if not matches:
            raise NoSuchMemory("no-receipt", name=record_id)
        try:
            return receipt_of(self._journal.load_closed(matches[0]))
        except (OSError, Malformed) as trouble:
            raise NoSuchMemory("no-receipt", name=record_id) from trouble

    def kept_receipts(self) -> tuple[KeptReceipt, ...]:
        """Return the receipts unread, newest first, each as young as its name or its file says."""
        return tuple(map(self._kept, self._closed_ids()))

    def _kept(self, record_id: str) -> KeptReceipt:
        try:
            size, written = self._journal.closed_size(record_id)
        except OSError as trouble:
            raise unreadable(trouble, self.state) from trouble
        at = max(moment_of(record_id), datetime.fromtimestamp(written, UTC))
        return KeptReceipt(id=record_id, at=at, size=size)

    def drop_receipts(self, ids: Collection[str]) -> tuple[str, ...]:
        """Remove the receipts `ids` for good and return those that are gone; only inside `locked`.

        One that a displaced file still needs stays: without it nobody would know whose late text that is.
        """
        self._require_lock()
        needed = self._displaced.record_ids()
        gone = tuple(each for each in ids if each not in needed)
        try:
            self._journal.drop_closed(gone)
        except OSError as trouble:
            raise failure(trouble, self.state) from trouble
        return gone

    def holder(self) -> str:
        """Return who writes the book at this moment, empty when nobody does."""
        return self._lock.holder()

    def unfinished(self) -> tuple[list[str], list[str]]:
        """Return the promises of dead writers that wait, and those put aside as damaged."""
        try:
            return self._journal.names()
        except OSError as trouble:
            raise unreadable(trouble, self.state) from trouble

    def _closed_ids(self) -> list[str]:
        try:
            return self._journal.closed_ids()
        except OSError as trouble:
            raise unreadable(trouble, self.state) from trouble

    def _require_lock(self) -> None:
        if not self._lock.is_held:
            raise Bug("written-unlocked")

    def _check_book_is_there(self, tally: Tally) -> None:
        """Refuse to begin an empty book where a full one was: its disk may not be mounted."""
        remembered = tally.notes or 0
        if has_vanished(remembered, listed=0) and not any(self._notes()):
            raise TooManyAtOnce("book-vanished", path=self.root, count=remembered)

    def _notes(self) -> Iterator[str]:
        return (path for path in names_below(self.root, self.folders) if path.endswith(".md"))

    def _newest_id(self) -> str:
        return next(iter(self._closed_ids()), "")

    def _keep_promise(self, record: Record, staged: Staged, *, is_read: bool) -> Receipt:
        try:
            done = self._publisher.publish(record, is_read=is_read)
            self._journal.close(done)
        except OSError as trouble:
            refused = self._taken_back(record)
            if not refused:
                return receipt_of(record, is_pending=True)
            self._publisher.unstage(staged)
            raise failure(trouble, os.path.join(self.root, refused)) from trouble
        return receipt_of(done)

    def _taken_back(self, record: Record) -> str:
        """Leave every file as it was and return the one that was refused; empty where that cannot be."""
        try:
            if refused := self._publisher.first_open(record):
                self._publisher.retract(record)
                self._journal.withdraw(record)
        except (OSError, WriteFailed):
            return ""
        return refused

    def _remember(self, tally: Tally, record: Record) -> None:
        notes = tally.notes
        if notes is None:
            notes = sum(1 for _ in self._notes())
        else:
            steps = [step for step in record.steps if step.path.endswith(".md")]
            notes += sum((step.before is None) - (step.after is None) for step in steps)
        with suppress(OSError):
            self._tally.write(replace(tally, last_id=record.id, notes=max(0, notes)))

    def _try_to_finish(self) -> None:
        """Finish a dead writer's work before reading, unless a living one is at it right now."""
        with suppress(BookBusy, WriteFailed), self._lock.hold(timeout_s=0):
            self._recover()

    def _recover(self) -> None:
        try:
            for notice in publish.replay(self._journal, self._publisher):
                self.notices += (notice,)
        except OSError as trouble:
            raise failure(trouble, self.root) from trouble
        if not self._is_settled:
            self._is_settled = True
            with suppress(OSError):
                self._clear_up(datetime.now(UTC))

    def _clear_up(self, now: datetime) -> None:
        for notice in publish.settle(self._displaced, now):
            self.notices += (notice,)
        tally = self._tally.read()
        if abs(now.timestamp() - tally.swept_at) >= SWEEP_EVERY_S:
            publish.sweep(self.root, self._displaced, now, self.folders)
            publish.sweep(self.state, self._displaced, now)
            self._tally.write(replace(tally, swept_at=now.timestamp()))

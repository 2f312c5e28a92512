"""The redo journal and the receipts it turns into: a receipt is a closed journal.

A record under its final name in `journal/` is a promise: it will be carried out, now or by whoever
opens the book next. Moved to `receipts/`, it is history.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress

from commonplace.core.values import dataclass
from commonplace.storage.codec import Malformed
from commonplace.storage.disk import Disk, read_guarded
from commonplace.storage.places import make_private
from commonplace.storage.records import Record, host_id, seal, unseal

MAX_RECORD_BYTES = 1 << 30
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class RecordDamaged:
    """A record that cannot be trusted: put aside, never applied."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A record of another machine: its intent is not ours to carry out."""

    name: str
    host: str


class Journal:
    """The promises and the history of one book, below its state folder."""

    def __init__(self, state: str, disk: Disk) -> None:
        self._disk = disk
        self._open = os.path.join(state, "journal")
        self._bad = os.path.join(self._open, "bad")
        self._closed = os.path.join(state, "receipts")

    def prepare(self) -> None:
        """Make the folders."""
        for folder in (self._open, self._bad, self._closed):
            make_private(folder)

    def promise(self, record: Record) -> None:
        """Write `record` so that it survives; when this returns, the commit has happened."""
        try:
            self.renew(record)
        except OSError:
            with suppress(OSError):
                self._disk.unlink(self._path(self._open, record.id))
            raise

    def withdraw(self, record: Record) -> None:
        """Forget a promise that was taken back, so that nobody keeps it later."""
        self._disk.unlink(self._path(self._open, record.id))
        self._disk.sync_folder(self._open)

    def renew(self, record: Record) -> None:
        """Replace an open record by a newer form of itself; the old one stays if this fails."""
        self._put(record)
        self._disk.sync_folder(self._open)

    def _put(self, record: Record) -> None:
        path = self._path(self._open, record.id)
        draft = path + ".tmp"
        with suppress(FileNotFoundError):
            self._disk.unlink(draft)
        try:
            self._disk.write_new(draft, seal(record))
            # Decision 0004: this rename is the commit point.
            self._disk.rename(draft, path)
        except OSError:
            with suppress(OSError):
                self._disk.unlink(draft)
            raise

    def close(self, record: Record) -> None:
        """Move a kept promise to the receipts.

        Only the receipts' folder is flushed: should the name in the journal come back after a power
        failure, the receipt of the same id says that there is nothing left to do.
        """
        if record.conflicts:
            self._put(record)
        # Decision 0004: there is no moment at which a change is done and has no receipt.
        self._disk.rename(self._path(self._open, record.id), self._path(self._closed, record.id))
        self._disk.sync_folder(self._closed)

    @property
    def is_empty(self) -> bool:
        """Say whether every promise was kept, as far as one look at a folder tells.

        A journal one may not look into is the writer's trouble, not the reader's.
        """
        try:
            return not self._pending_names()
        except OSError:
            return True

    def names(self) -> tuple[list[str], list[str]]:
        """Return what waits and what was put aside as damaged; nothing is carried out."""
        try:
            aside = sorted(os.listdir(self._bad))
        except FileNotFoundError:
            aside = []
        return self._pending_names(), aside

    def pending(self) -> Iterator[Record | RecordDamaged | Foreign]:
        """Yield what waits in the journal, oldest first; what is damaged is put aside on the way."""
        for name in self._pending_names():
            if os.path.exists(os.path.join(self._closed, name)):
                self._disk.unlink(os.path.join(self._open, name))
                continue
            try:
                record = self._load(os.path.join(self._open, name))
            except Malformed as trouble:
                self._disk.rename(os.path.join(self._open, name), os.path.join(self._bad, name))
                yield RecordDamaged(name, str(trouble))
            else:
                yield record if record.host == host_id() else Foreign(name, record.host)

    def _pending_names(self) -> list[str]:
        try:
            return sorted(name for name in os.listdir(self._open) if name.endswith(_SUFFIX))
        except FileNotFoundError:
            return []

    def closed_ids(self) -> list[str]:
        """Return the ids of all receipts, newest first."""
        try:
            names = os.listdir(self._closed)
        except FileNotFoundError:
            return []
        ids = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
        return sorted(ids, reverse=True)

    def load_closed(self, record_id: str) -> Record:
        """Return one closed record; raise `Malformed` or `FileNotFoundError`."""
        return self._load(self._path(self._closed, record_id))

    def closed_size(self, record_id: str) -> tuple[int, float]:
        """Return how many bytes a closed record takes, and when its file was written."""
        found = os.stat(self._path(self._closed, record_id))
        return found.st_size, found.st_mtime

    def drop_closed(self, ids: Iterable[str]) -> None:
        """Remove closed records for good.

        The journal's folder is flushed first: a name in it that came back after a power failure would be
        carried out again, now that no receipt says that it was done.
        """
        self._disk.sync_folder(self._open)
        for record_id in ids:
            with suppress(FileNotFoundError):
                self._disk.unlink(self._path(self._closed, record_id))
        self._disk.sync_folder(self._closed)

    def load_open(self, record_id: str) -> Record:
        """Return one record that still waits; raise `Malformed` or `FileNotFoundError`."""
        return self._load(self._path(self._open, record_id))

    def _load(self, path: str) -> Record:
        return unseal(read_guarded(path, MAX_RECORD_BYTES))

    @staticmethod
    def _path(folder: str, record_id: str) -> str:
        return os.path.join(folder, record_id + _SUFFIX)

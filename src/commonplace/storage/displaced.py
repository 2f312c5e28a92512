"""Files that our writes pushed out, kept a day because an editor may still be writing into them.

An editor that saves in place holds an open descriptor. If our swap falls between its opening and its
writing, its text lands in the file we displaced. So such a file is looked at again before it is
let go; when it says something new, it returns to the book as a conflict copy.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from commonplace.core.changes import fingerprint
from commonplace.core.names import conflict_copy
from commonplace.core.values import dataclass
from commonplace.storage.codec import Malformed, decode, encode, jot, read_jotted
from commonplace.storage.disk import MAX_DERIVED_BYTES, Disk, NotReadable, read_guarded
from commonplace.storage.journal import Journal
from commonplace.storage.places import make_private
from commonplace.storage.records import Record, Step

ID_MOMENT = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The newest receipt, how many notes there were, and when leftovers were last looked for."""

    last_id: str = ""
    notes: int | None = None
    swept_at: float = 0.0


class TallyFile:
    """Where the tally is kept."""

    def __init__(self, state: str) -> None:
        self._path = os.path.join(state, "tally.json")

    def read(self) -> Tally:
        """Return the tally, an empty one when there is none that can be read."""
        try:
            tally: Tally = decode(Tally, read_jotted(self._path))
        except Malformed:
            return Tally()
        return tally

    def write(self, tally: Tally) -> None:
        """Keep `tally`."""
        jot(self._path, encode(tally))


def next_id(last_id: str, now: datetime, mark: str) -> str:
    """Return an id that sorts after `last_id`, even when the clock was set back."""
    moment = now.astimezone(UTC).strftime(ID_MOMENT)
    last = last_id.partition("-")[0]
    if moment <= last:
        later = moment_of(last_id) + timedelta(microseconds=1)
        moment = later.strftime(ID_MOMENT)
    return f"{moment}-{mark}"


def moment_of(record_id: str) -> datetime:
    """Return the moment that an id begins with; one of another make is of no age."""
    try:
        return datetime.strptime(record_id.partition("-")[0], ID_MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


KEEP_S = 24 * 3600
LAST = ".last"
"""Ends the name of a displaced file whose first day is over: its second begins with the new name."""


def seen_at(path: str) -> str | None:
    """Return the fingerprint of what stands at `path`; what cannot be read equals nothing we wrote."""
    try:
        return fingerprint(read_guarded(path, MAX_DERIVED_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotReadable as trouble:
        return trouble.code


class Displaced:
    """The folder of displaced files of one book."""

    def __init__(self, root: str, state: str, disk: Disk, journal: Journal) -> None:
        self._root = root
        self._disk = disk
        self._journal = journal
        self._folder = os.path.join(state, "displaced")

    def prepare(self) -> None:
        """Make the folder."""
        make_private(self._folder)

    def keep(self, path: str, record: Record, step: Step) -> None:
        """Take the displaced file at `path`, inode and all, out of the book.

        On another device the inode cannot come along. Its bytes are in the record, so it is enough
        that the caller has just compared them; `doctor` tells that a late save is lost there.
        """
        self._take(path, f"{record.id}.{record.steps.index(step)}")

    def keep_orphan(self, path: str) -> None:
        """Take a leftover that no record knows."""
        self._take(path, f"orphan-{os.urandom(4).hex()}")

    def _take(self, path: str, name: str) -> None:
        try:
            self._disk.rename(path, os.path.join(self._folder, name))
        except OSError as trouble:
            if trouble.errno != errno.EXDEV:
                raise
            self._disk.unlink(path)

    def put_aside(self, path: str, beside: str, now: datetime | None = None) -> str:
        """Give the file at `path` a conflict copy's name beside the note and return that name."""
        stamp = (now or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S")
        copy = conflict_copy(beside, stamp, os.urandom(3).hex())
        target = os.path.join(self._root, copy)
        try:
            self._disk.publish_new(path, target)
        except OSError as trouble:
            if trouble.errno != errno.EXDEV:
                raise
            self._disk.write_new(target, read_guarded(path))
            self._disk.unlink(path)
        return copy

    def settle(self, now: datetime) -> Iterator[tuple[str, str]]:
        """Let go of what is two days old; yield path and conflict copy of each that was written late.

        After the first day it gets another name, and with that another time: a clock that jumps ahead
        cannot end both days at once.
        """
        for name in self._names():
            path = os.path.join(self._folder, name)
            found = os.lstat(path)
            is_old = now.timestamp() - found.st_ctime >= KEEP_S
            if not is_old and not _may_be_late(name, found.st_mtime):
                continue
            step = self._step_of(name)
            if step is not None and seen_at(path) != fingerprint(step.before):
                yield step.path, self._return_to_book(path, step, now)
            elif name.endswith(LAST) and is_old:
                self._disk.unlink(path)
            elif is_old:
                self._disk.rename(path, path + LAST)

    def record_ids(self) -> frozenset[str]:
        """Return the records whose displaced files are still kept."""
        return frozenset(name.partition(".")[0] for name in self._names())

    def has_late_text(self) -> bool:
        """Say whether a file holds a text that no record has: one that was written late, or is nobody's."""
        for name in self._names():
            step = self._step_of(name)
            if step is None or seen_at(os.path.join(self._folder, name)) != fingerprint(
                step.before
            ):
                return True
        return False

    def _names(self) -> list[str]:
        try:
            return sorted(os.listdir(self._folder))
        except FileNotFoundError:
            return []

    def _return_to_book(self, path: str, step: Step, now: datetime) -> str:
        folder = os.path.dirname(os.path.join(self._root, step.path))
        os.makedirs(folder, exist_ok=True)
        copy = self.put_aside(path, step.path, now)
        self._disk.sync_folder(folder)
        return copy

    def _step_of(self, name: str) -> Step | None:
        record_id, _, index = name.removesuffix(LAST).partition(".")
        for load in (self._journal.load_closed, self._journal.load_open):
            with suppress(OSError, Malformed, ValueError, IndexError):
                return load(record_id).steps[int(index)]
        return None


def _may_be_late(name: str, written: float) -> bool:
    """Say whether the file was written after the moment of the commit that its name begins with."""
    moment = datetime.fromtimestamp(written, UTC).strftime(ID_MOMENT)
    return moment >= name.partition("-")[0]

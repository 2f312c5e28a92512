"""Bring the files of a record into the book: stage, swap, then look at what came out.

An editor does not take our lock, so a check before the write proves nothing about the moment of the
write. Every displaced file is therefore compared afterwards with what was expected; when it is
somebody else's text, both texts are kept and the path is told.

Finish what a dead writer began, and clear away what it left: no daemon, just the next opening.

Redo, not undo: carrying out a record twice changes nothing, so dying again here is harmless.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from commonplace.core import values
from commonplace.core.changes import fingerprint
from commonplace.core.ports import Problem
from commonplace.core.values import dataclass
from commonplace.storage.disk import OLD, Disk, failure
from commonplace.storage.displaced import Displaced, seen_at
from commonplace.storage.folders import names_below
from commonplace.storage.journal import Foreign, Journal, RecordDamaged
from commonplace.storage.records import Record, Step

STAGED_PREFIX = ".mem-"


def staged_name() -> str:
    """Return a fresh name for a text that waits: it tells whose it is."""
    return f"{STAGED_PREFIX}{os.getpid()}-{os.urandom(6).hex()}.tmp"


@dataclass(frozen=True, slots=True)
class Staged:
    """Texts that wait beside their targets, and the folders that were made for them."""

    steps: tuple[Step, ...]
    folders: tuple[str, ...]


Look = tuple[int, int, int]
"""What tells a file from another one and from itself after a save: inode, size, time of the last write."""
RECENT_NS = 2_000_000_000
"""Within this time two saves may bear the same time: only the bytes tell."""


def look_at(path: str) -> Look | None:
    """Return how the file at `path` looks, None when there is none."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _is_recent(look: Look) -> bool:
    return abs(time.time_ns() - look[2]) < RECENT_NS


class Publisher:
    """The hand that puts files into one book."""

    def __init__(self, root: str, disk: Disk, displaced: Displaced) -> None:
        self._root = root
        self._disk = disk
        self._displaced = displaced

    def stage(self, steps: Iterable[Step]) -> Staged:
        """Write every new text beside its target, or raise `WriteFailed` having left nothing.

        Here a full disk or a missing permission shows itself, while nothing has changed yet.
        """
        folders: list[str] = []
        ready: list[Step] = []
        for step in steps:
            ready.append(values.replace(step, staged=staged_name()))
            try:
                self._stage(ready[-1], folders)
            except OSError as trouble:
                self.unstage(Staged(tuple(ready), tuple(folders)))
                raise failure(trouble, self._target(step)) from trouble
        return Staged(tuple(ready), tuple(folders))

    def _stage(self, step: Step, folders: list[str]) -> None:
        self._make_folders(os.path.dirname(step.path), folders)
        if step.after is not None:
            self._disk.write_new(self._waiting(step), step.after, self._mode(step))
        elif not os.access(folder := os.path.dirname(self._target(step)), os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)

    def unstage(self, staged: Staged) -> None:
        """Take staged texts and the folders made for them away again."""
        for step in staged.steps:
            with suppress(OSError):
                self._disk.unlink(self._waiting(step))
        for folder in reversed(staged.folders):
            with suppress(OSError):
                os.rmdir(folder)

    def publish(self, record: Record, *, is_read: bool = False) -> Record:
        """Carry out every step of `record` and return it with the conflicts that were met.

        With `is_read` the caller has just read each target: only what is displaced is looked at.
        """
        conflicts = dict(record.conflicts)
        for step in record.steps:
            if step.path not in conflicts:
                copy = self._publish(record, step, is_read=is_read)
                copy = copy if copy or is_read else self._verify(step)
                if copy:
                    conflicts[step.path] = copy
        self._sync_folders(record.steps)
        return values.replace(record, conflicts=conflicts)

    def replace(self, steps: Sequence[Step], looks: Mapping[str, Look | None]) -> None:
        """Put derived files in place, each whole or not at all; they can be computed again.

        Logs and keywords of categories are people's, too: what was saved since the first of `looks` is
        kept beside the file.
        """
        staged = self.stage(steps)
        try:
            for step in staged.steps:
                self._put(step)
                self._look_back(step, looks[step.path])
            self._sync_folders(staged.steps)
        except OSError as trouble:
            for step in staged.steps:
                self._put_back(step)
            self.unstage(staged)
            raise failure(trouble, self._root) from trouble

    def _look_back(self, step: Step, look: Look | None) -> None:
        """Let go of what a derived file displaced, unless it is a text that nobody has looked at."""
        waiting = self._waiting(step)
        now = look_at(waiting)
        is_known = now is None or (now == look and not _is_recent(now))
        if is_known or seen_at(waiting) in (fingerprint(step.before), fingerprint(step.after)):
            self._discard(waiting)
        else:
            self._displaced.put_aside(waiting, step.path)

    def resume(self, record: Record) -> Record:
        """Clear up after a writer that died, and return the record with its texts staged anew."""
        conflicts = dict(record.conflicts)
        for step in record.steps:
            self._put_back(step)
            for path in (self._waiting(step), self._waiting(step) + OLD):
                copy = self._settle(path, record, step)
                if copy:
                    conflicts[step.path] = copy
        open_steps = [step for step in record.steps if step.path not in conflicts]
        anew = {step.path: step for step in self.stage(open_steps).steps}
        steps = tuple(anew.get(step.path, step) for step in record.steps)
        return values.replace(record, steps=steps, conflicts=conflicts)

    def first_open(self, record: Record) -> str:
        """Return the path of the first step of `record` that is not carried out, empty when all are."""
        done = (seen_at(self._target(step)) == fingerprint(step.after) for step in record.steps)
        return next(
            (step.path for step, is_done in zip(record.steps, done, strict=True) if not is_done), ""
        )

    def retract(self, record: Record) -> None:
        """Put back what stood before `record`, or raise; what a person has saved since stays."""
        for step in record.steps:
            self._put_back(step)
            for path in (self._waiting(step), self._waiting(step) + OLD):
                self._settle(path, record, step)
        back = [
            values.replace(step, before=None if now is None else step.after, after=step.before)
            for step in record.steps
            if (now := seen_at(self._target(step))) != fingerprint(step.before)
            and now in (None, fingerprint(step.after))
        ]
        # Under a name of its own, so that it displaces nothing that the record has displaced.
        undone = values.replace(record, id=f"{record.id}-back", steps=self.stage(back).steps)
        self.publish(undone)

    def _publish(self, record: Record, step: Step, *, is_read: bool) -> str | None:
        """Carry out one step; return the conflict copy when somebody else's text was met."""
        now = fingerprint(step.before) if is_read else seen_at(self._target(step))
        if now == fingerprint(step.after):
            self._discard(self._waiting(step))
            return None
        if now != fingerprint(step.before):
            return self._keep_ours(step)
        try:
            self._put(step)
        except (FileExistsError, FileNotFoundError):
            self._put_back(step)
            self._settle(self._waiting(step) + OLD, record, step)
            return self._keep_ours(step)
        return self._settle(self._waiting(step), record, step)

    def _put(self, step: Step) -> None:
        """Move the one name; what stood there is afterwards under the waiting name."""
        target, waiting = self._target(step), self._waiting(step)
        if step.before is None:
            self._disk.publish_new(waiting, target)
        elif step.after is None:
            self._disk.rename(target, waiting)
        else:
            self._disk.exchange(waiting, target)

    def _put_back(self, step: Step) -> None:
        """Give the note its name again that an exchange in steps has taken away and not put back."""
        old = self._waiting(step) + OLD
        if os.path.lexists(old):
            with suppress(FileExistsError):
                self._disk.publish_new(old, self._target(step))

    def _settle(self, path: str, record: Record, step: Step) -> str | None:
        """Decide about the file under a waiting name: as expected, our own, or a person's."""
        found = seen_at(path)
        if found is None:
            return None
        if found == fingerprint(step.before):
            self._displaced.keep(path, record, step)
        elif found == fingerprint(step.after):
            self._discard(path)
        else:
            return self._displaced.put_aside(path, step.path)
        return None

    def _verify(self, step: Step) -> str | None:
        """Read back what was written: some network and sync folders say yes and do nothing."""
        if seen_at(self._target(step)) == fingerprint(step.after):
            return None
        return self._keep_ours(step)

    def _keep_ours(self, step: Step) -> str:
        """Leave their text where it is and put ours beside it; a removal is just not done."""
        if step.after is None:
            return step.path
        waiting = self._waiting(step)
        if not os.path.lexists(waiting):
            self._make_folders(os.path.dirname(step.path), [])
            self._disk.write_new(waiting, step.after, self._mode(step))
        return self._displaced.put_aside(waiting, step.path)

    def _sync_folders(self, steps: Iterable[Step]) -> None:
        """Flush each folder once, however many of its files have changed."""
        for folder in sorted({os.path.dirname(self._target(step)) for step in steps}):
            if os.path.isdir(folder):
                self._disk.sync_folder(folder)

    def _discard(self, waiting: str) -> None:
        with suppress(FileNotFoundError):
            self._disk.unlink(waiting)

    def _make_folders(self, relative: str, made: list[str]) -> None:
        """Make the missing folders down to `relative`, each flushed into its parent."""
        folder = self._root
        for part in filter(None, relative.split("/")):
            parent, folder = folder, os.path.join(folder, part)
            if os.path.islink(folder):  # put there since the path was checked
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), folder)
            if not os.path.isdir(folder):
                self._disk.make_folder(folder)
                made.append(folder)
                self._disk.sync_folder(parent)

    def _mode(self, step: Step) -> int:
        """Return the mode of the file to be replaced; a new note is as open as its folder."""
        target = self._target(step)
        try:
            return os.lstat(target).st_mode & 0o777
        except FileNotFoundError:
            return os.lstat(os.path.dirname(target)).st_mode & 0o666

    def _target(self, step: Step) -> str:
        return os.path.join(self._root, step.path)

    def _waiting(self, step: Step) -> str:
        return os.path.join(os.path.dirname(self._target(step)), step.staged)


LEFTOVER_AGE_S = 3600


def replay(journal: Journal, publisher: Publisher) -> Iterator[Problem]:
    """Keep every promise that waits in the journal and yield what there is to tell about it."""
    for waiting in journal.pending():
        match waiting:
            case RecordDamaged():
                yield _notice(waiting.name, "journal-damaged", waiting.reason, is_error=True)
            case Foreign():
                yield _notice(waiting.name, "journal-elsewhere", waiting.host, is_error=True)
            case Record():
                yield from _finish(waiting, journal, publisher)


def _finish(record: Record, journal: Journal, publisher: Publisher) -> Iterator[Problem]:
    ready = publisher.resume(record)
    journal.renew(ready)
    done = publisher.publish(ready)
    journal.close(done)
    yield _notice(record.id, "replayed", record.action)
    for path, copy in done.conflicts.items():
        yield _notice(path, "kept-both", copy)


def settle(displaced: Displaced, now: datetime) -> Iterator[Problem]:
    """Let go of old displaced files and yield the ones an editor wrote into after the swap."""
    for path, copy in displaced.settle(now):
        yield _notice(path, "late-save", copy)


def sweep(
    root: str, displaced: Displaced, now: datetime, folders: tuple[str, ...] | None = None
) -> None:
    """Take staged texts out of a book or its state that somebody left who died before putting them in place.

    They are kept a day with the displaced files: it costs nothing, and nothing is ever lost by it.
    """
    for relative in names_below(root, folders):
        name = relative.rpartition("/")[2]
        if name.startswith(STAGED_PREFIX) and is_leftover(os.path.join(root, relative), now):
            displaced.keep_orphan(os.path.join(root, relative))


def is_leftover(path: str, now: datetime) -> bool:
    """Say whether whoever staged the file at `path` died long ago."""
    pid = os.path.basename(path).removeprefix(STAGED_PREFIX).partition("-")[0]
    age_s = now.timestamp() - os.lstat(path).st_ctime
    return age_s >= LEFTOVER_AGE_S and pid.isdecimal() and not _is_alive(int(pid))


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return False  # there, asking would end the process; age and our lock must do
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _notice(path: str, code: str, detail: str, *, is_error: bool = False) -> Problem:
    return Problem(path=path, code=code, detail=detail, is_error=is_error)

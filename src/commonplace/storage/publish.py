"""Bring the files of a record into the book: stage, swap, then look at what came out.

An editor does not take our lock, so a check before the write proves nothing about the moment of the
write. Every displaced file is therefore compared afterwards with what was expected; when it is
somebody else's text, both texts are kept and the path is told.
"""

from __future__ import annotations

import dataclasses
import errno
import os
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from commonplace.core.changes import fingerprint
from commonplace.storage.disk import Disk, failure
from commonplace.storage.displaced import Displaced, seen_at
from commonplace.storage.records import Record, Step

STAGED_PREFIX = ".mem-"


def staged_name() -> str:
    """Return a fresh name for a text that waits: it tells whose it is."""
    return f"{STAGED_PREFIX}{os.getpid()}-{secrets.token_hex(6)}.tmp"


@dataclass(frozen=True, slots=True)
class Staged:
    """Texts that wait beside their targets, and the folders that were made for them."""

    steps: tuple[Step, ...]
    folders: tuple[str, ...]


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
            ready.append(dataclasses.replace(step, staged=staged_name()))
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
        return dataclasses.replace(record, conflicts=conflicts)

    def replace(self, steps: Sequence[Step]) -> None:
        """Put derived files in place, each whole or not at all; they can be computed again."""
        staged = self.stage(steps)
        try:
            for step in staged.steps:
                if step.after is None:
                    self._disk.unlink(self._target(step))
                else:
                    self._disk.rename(self._waiting(step), self._target(step))
            self._sync_folders(staged.steps)
        except OSError as trouble:
            self.unstage(staged)
            raise failure(trouble, self._root) from trouble

    def resume(self, record: Record) -> Record:
        """Clear up after a writer that died, and return the record with its texts staged anew."""
        conflicts = dict(record.conflicts)
        for step in record.steps:
            for path in (self._waiting(step), self._waiting(step) + ".old"):
                copy = self._settle(path, record, step)
                if copy:
                    conflicts[step.path] = copy
        open_steps = [step for step in record.steps if step.path not in conflicts]
        anew = {step.path: step for step in self.stage(open_steps).steps}
        steps = tuple(anew.get(step.path, step) for step in record.steps)
        return dataclasses.replace(record, steps=steps, conflicts=conflicts)

    def first_open(self, record: Record) -> str:
        """Return the path of the first step of `record` that is not carried out, empty when all are."""
        done = (seen_at(self._target(step)) == fingerprint(step.after) for step in record.steps)
        return next(
            (step.path for step, is_done in zip(record.steps, done, strict=True) if not is_done), ""
        )

    def retract(self, record: Record) -> None:
        """Put back what stood before `record`, or raise; what a person has saved since stays."""
        for step in record.steps:
            for path in (self._waiting(step), self._waiting(step) + ".old"):
                self._settle(path, record, step)
        back = [
            dataclasses.replace(step, before=None if now is None else step.after, after=step.before)
            for step in record.steps
            if (now := seen_at(self._target(step))) != fingerprint(step.before)
            and now in (None, fingerprint(step.after))
        ]
        # Under a name of its own, so that it displaces nothing that the record has displaced.
        undone = dataclasses.replace(record, id=f"{record.id}-back", steps=self.stage(back).steps)
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

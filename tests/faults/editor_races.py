"""A disk on which a person's editor works between any two of our operations: deterministic races, no timing.

An editor's save is a row of steps. It begins before the operation with a given number and makes one step
before each operation from there on, so that every way of falling between each other is tried in turn.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from commonplace.storage.disk import Disk
from commonplace.storage.swap import SwapUnsupported

Save = Callable[[Path, bytes], Iterator[None]]


def in_place(note: Path, text: bytes) -> Iterator[None]:
    """Empty the file, then write it in two pieces."""
    with note.open("wb", buffering=0) as file:
        yield
        file.write(text[: len(text) // 2])
        yield
        file.write(text[len(text) // 2 :])


def write_and_rename(note: Path, text: bytes) -> Iterator[None]:
    """Write a new file and rename it over the old one."""
    draft = note.with_name(f".{note.name}.swp")
    draft.write_bytes(text)
    yield
    draft.replace(note)


def unlink_and_create(note: Path, text: bytes) -> Iterator[None]:
    """Remove the file, then make it again."""
    note.unlink(missing_ok=True)
    yield
    note.write_bytes(text)


def backup_and_rename(note: Path, text: bytes) -> Iterator[None]:
    """Move the old file away, write a new one, remove the old."""
    backup = note.with_name(note.name + "~")
    if note.exists():
        note.replace(backup)
    yield
    note.write_bytes(text)
    yield
    backup.unlink(missing_ok=True)


STYLES: dict[str, Save] = {
    each.__name__.replace("_", "-"): each
    for each in (in_place, write_and_rename, unlink_and_create, backup_and_rename)
}


class Contested(Disk):
    """The real disk, and somebody who acts before each operation from the one numbered `first`."""

    def __init__(self, act: Iterator[None], first: int) -> None:
        self.act = act
        self.first = first
        self.done = 0

    def _step(self) -> None:
        if self.done >= self.first:
            next(self.act, None)
        self.done += 1

    def finish(self) -> None:
        """Let them end what they began."""
        for _ in self.act:
            pass

    def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
        self._step()
        super().write_new(path, content, mode)

    def sync_folder(self, path: str) -> None:
        self._step()
        super().sync_folder(path)

    def make_folder(self, path: str, mode: int = 0o777) -> None:
        self._step()
        super().make_folder(path, mode)

    def link(self, source: str, target: str) -> None:
        self._step()
        super().link(source, target)

    def exchange_at_once(self, staged: str, target: str) -> None:
        self._step()
        super().exchange_at_once(staged, target)

    def rename(self, source: str, target: str) -> None:
        self._step()
        super().rename(source, target)

    def unlink(self, path: str) -> None:
        self._step()
        super().unlink(path)


class Network(Contested):
    """The same over a network: two names cannot be exchanged, and an answer may be lost on its way.

    The first link is made, and then said to be refused because its name is taken, as NFS does when it
    sends a request twice.
    """

    def __init__(self, act: Iterator[None], first: int) -> None:
        super().__init__(act, first)
        self.has_lost_an_answer = False

    def exchange_at_once(self, staged: str, target: str) -> None:
        raise SwapUnsupported(95, os.strerror(95), target)

    def link(self, source: str, target: str) -> None:
        super().link(source, target)
        if not self.has_lost_an_answer:
            self.has_lost_an_answer = True
            raise FileExistsError(17, os.strerror(17), target)


DISKS = {"swap": Contested, "network": Network}

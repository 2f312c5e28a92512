"""What a power failure may leave: every legal state of the disk, from the operations recorded.

The method is ALICE's. A disk keeps the names of each folder in the order they were changed, but may
have written any beginning of that order; folders are independent of each other, so a move between
two of them may be seen in one and not in the other; a file's bytes are only there for sure once the
file was flushed, before that it may be empty or half.
"""

import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from commonplace.storage.disk import Disk

FOLDER = "a folder"


@dataclass
class Inode:
    """A file's bytes and the moment from which on they survive."""

    content: bytes
    synced_at: int | None = None


@dataclass
class Names:
    """What happened to the names of one folder: at which moment, which name, which file."""

    base: dict[str, Inode | str] = field(default_factory=dict)
    changes: list[tuple[int, dict[str, Inode | str | None]]] = field(default_factory=list)
    flushes: list[int] = field(default_factory=list)

    def possible(self, moment: int) -> Iterator[dict[str, Inode | str]]:
        """Yield what the folder may hold when the power fails right after `moment`."""
        past = [(when, change) for when, change in self.changes if when <= moment]
        flushed = max((when for when in self.flushes if when <= moment), default=-1)
        sure = sum(when <= flushed for when, _ in past)
        for length in range(sure, len(past) + 1):
            names: dict[str, Inode | str | None] = dict(self.base)
            for _, change in past[:length]:
                names.update(change)
            yield {name: found for name, found in names.items() if found is not None}


class RecordingDisk(Disk):
    """The real disk, which also writes down what a power failure could undo."""

    def __init__(self, top: Path) -> None:
        self.top = str(top)
        self.moment = 0
        self.folders: dict[str, Names] = {}
        self.live: dict[str, Inode | str] = {}
        for where, folders, files in os.walk(self.top):
            self.folders[where] = Names()
            for name in folders:
                self._found(where, name, FOLDER)
            for name in files:
                self._found(where, name, Inode(Path(where, name).read_bytes(), synced_at=0))

    def _found(self, where: str, name: str, inode: Inode | str) -> None:
        self.folders[where].base[name] = inode
        self.live[os.path.join(where, name)] = inode

    def _change(self, changes: dict[str, Inode | str | None]) -> None:
        self.moment += 1
        by_folder: dict[str, dict[str, Inode | str | None]] = {}
        for path, inode in changes.items():
            where, name = os.path.split(path)
            by_folder.setdefault(where, {})[name] = inode
            if inode is None:
                self.live.pop(path)
            else:
                self.live[path] = inode
        for where, names in by_folder.items():
            self.folders[where].changes.append((self.moment, names))

    def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
        self._change({path: Inode(content)})
        super().write_new(path, content, mode)

    def sync_file(self, descriptor: int, path: str) -> None:
        self.moment += 1
        inode = self.live[path]
        assert isinstance(inode, Inode)
        inode.synced_at = self.moment

    def sync_folder(self, path: str) -> None:
        self.moment += 1
        self.folders[path].flushes.append(self.moment)

    def make_folder(self, path: str, mode: int = 0o777) -> None:
        super().make_folder(path, mode)
        self._change({path: FOLDER})
        self.folders[path] = Names()

    def link(self, source: str, target: str) -> None:
        super().link(source, target)
        self._change({target: self.live[source]})

    def exchange(self, staged: str, target: str) -> None:
        super().exchange(staged, target)
        self._change({staged: self.live[target], target: self.live[staged]})

    def rename(self, source: str, target: str) -> None:
        super().rename(source, target)
        self._change({target: self.live[source], source: None})

    def unlink(self, path: str) -> None:
        super().unlink(path)
        self._change({path: None})


def states(disk: RecordingDisk) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Yield each tree of files that a power failure may leave, and the last moment that leaves it.

    Backwards, so that what can still happen after the acknowledgement is judged by that measure.
    """
    seen = set()
    for moment in range(disk.moment, -1, -1):
        choices = [list(names.possible(moment)) for names in disk.folders.values()]
        for choice in itertools.product(*choices):
            tree = _tree(disk.top, dict(zip(disk.folders, choice, strict=True)))
            for files in _contents(tree, moment):
                key = tuple(sorted(files.items()))
                if key not in seen:
                    seen.add(key)
                    yield moment, files


def _tree(top: str, folders: dict[str, dict[str, Inode | str]]) -> dict[str, Inode | str]:
    """Return every path that can be reached from `top`."""
    found: dict[str, Inode | str] = {}
    waiting = [top]
    while waiting:
        where = waiting.pop()
        for name, inode in folders[where].items():
            path = os.path.join(where, name)
            found[os.path.relpath(path, top)] = inode
            if inode is FOLDER:
                waiting.append(path)
    return found


def _contents(tree: dict[str, Inode | str], moment: int) -> Iterator[dict[str, bytes]]:
    """Yield the files whole, and then each unflushed one empty and half, one at a time."""
    whole = {path: inode.content for path, inode in tree.items() if isinstance(inode, Inode)}
    yield whole
    for path, inode in tree.items():
        if isinstance(inode, Inode) and not _is_sure(inode, moment):
            yield {**whole, path: b""}
            yield {**whole, path: inode.content[: len(inode.content) // 2]}


def _is_sure(inode: Inode, moment: int) -> bool:
    return inode.synced_at is not None and inode.synced_at <= moment


def lay_out(files: dict[str, bytes], folder: Path) -> None:
    """Put one state of the disk into an empty folder."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

"""Read what is not a book: the files and folders that somebody wants to learn from.

Links are not followed and nothing but plain files is opened, as in a book. What is passed over is
named, never silent.

Read the end of a file that somebody else is writing: a transcript, however long it has grown.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from commonplace.core.segments.segmentation import SNIFFED_BYTES, is_known_text, looks_like_text
from commonplace.core.values import dataclass
from commonplace.errors import BadInput
from commonplace.storage.disk import MAX_FILE_BYTES, NotReadable, read_guarded
from commonplace.storage.places import state_of, write_private

LARGEST_FILE_BYTES = 102_400
"""A larger file of a folder is passed over (B2)."""
EXCLUDED = frozenset({".git", "node_modules", "__pycache__", ".obsidian"})


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A text file below a folder: its path there, with forward slashes, and its size."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Scan:
    """What a folder holds that could be learnt, in the order of paths."""

    files: tuple[FoundFile, ...]
    too_large: tuple[str, ...]
    seen: int
    """How many files there are of any kind, those of the book left out."""


def scan_folder(root: Path, is_ours: Callable[[Path], bool], ending: str = "") -> Scan:
    """Return the text files below `root` whose names end so; what `is_ours` is a book's is left out."""
    files: list[FoundFile] = []
    too_large: list[str] = []
    seen = 0
    for entry in _walk(str(root), is_ours):
        seen += 1
        if not entry.name.endswith(ending):
            continue
        path = os.path.relpath(entry.path, root).replace(os.sep, "/")
        size = entry.stat(follow_symlinks=False).st_size
        if not size or not _is_text(entry):
            continue
        if size > LARGEST_FILE_BYTES:
            too_large.append(path)
        else:
            files.append(FoundFile(path, size))
    by_path = sorted(files, key=lambda each: each.path)
    return Scan(tuple(by_path), tuple(sorted(too_large)), seen)


def read_source(path: Path) -> str:
    """Return the text of one file, or raise `BadInput` that names it and says why it cannot be had."""
    try:
        return read_guarded(str(path), MAX_FILE_BYTES).decode("utf-8")
    except UnicodeDecodeError as trouble:
        raise BadInput("source-unreadable", path=path, cause="not UTF-8") from trouble
    except NotReadable as trouble:
        raise BadInput("source-unreadable", path=path, cause=trouble.code) from trouble
    except OSError as trouble:
        raise BadInput("source-unreadable", path=path, cause=trouble.strerror) from trouble


def _walk(root: str, is_ours: Callable[[Path], bool]) -> Iterator[os.DirEntry[str]]:
    """Yield the plain files below `root`; links are not followed."""
    waiting = [root]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.is_symlink() or is_ours(Path(entry.path)):
                continue
            if entry.is_file(follow_symlinks=False):
                yield entry
            elif entry.is_dir(follow_symlinks=False) and entry.name not in EXCLUDED:
                waiting.append(entry.path)


def _is_text(entry: os.DirEntry[str]) -> bool:
    if is_known_text(entry.name):
        return True
    try:
        with open(entry.path, "rb") as file:
            return looks_like_text(file.read(SNIFFED_BYTES))
    except OSError:
        return False


MOST_BYTES = 16 * 1024 * 1024
"""Of a longer transcript the end is read: what was said before it was looked at when it was new."""


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of a file: where it begins, and the bytes."""

    start: int
    content: bytes

    @property
    def stop(self) -> int:
        """The byte after the last one, the size of the file when it was read."""
        return self.start + len(self.content)


def read_tail(path: str, upto: int | None = None, most: int = MOST_BYTES) -> Tail:
    """Return up to `most` bytes of the file at `path` that end at byte `upto`, or at its end.

    Only regular files are read and nothing is waited for; `BadInput` says why it cannot be had.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise BadInput("transcript-unreadable", path=path, cause="not a file")
            stop = found.st_size if upto is None else min(upto, found.st_size)
            start = max(0, stop - most)
            file.seek(start)
            return Tail(start, file.read(stop - start))
    except OSError as trouble:
        raise BadInput("transcript-unreadable", path=path, cause=trouble.strerror) from trouble


FILE = "heard-sessions.json"
MOST_SESSIONS = 500


class HeardSessions:
    """How far each session was heard, in bytes of its transcript."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self._path = os.path.join(state_of(os.fspath(root)), FILE)

    def upto(self, session: str) -> int:
        """Return the byte up to which `session` was heard, 0 for a new one."""
        return self._all().get(session, 0)

    def note(self, session: str, upto: int) -> None:
        """Keep that `session` was heard up to the byte `upto`; the oldest sessions are forgotten."""
        if not session:
            return
        known = self._all()
        farthest = max(upto, known.pop(session, 0))
        kept = dict(list(known.items())[-(MOST_SESSIONS - 1) :])
        write_private(self._path, json.dumps({**kept, session: farthest}))

    def _all(self) -> dict[str, int]:
        try:
            with open(self._path, encoding="utf-8") as file:
                found = json.load(file)
        except (OSError, ValueError):
            return {}
        items = found.items() if isinstance(found, dict) else ()
        return {str(key): value for key, value in items if isinstance(value, int)}

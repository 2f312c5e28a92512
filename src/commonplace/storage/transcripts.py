"""Read the end of a file that somebody else is writing: a transcript, however long it has grown."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass

from commonplace.errors import BadInput

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

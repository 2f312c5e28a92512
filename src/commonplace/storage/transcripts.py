"""Read the end of a file that somebody else is writing: a transcript, however long it has grown."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass

from commonplace.errors import BadInput
from commonplace.storage.places import state_of, write_private

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

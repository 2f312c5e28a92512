"""Which sessions were looked through for memories, and how far: one small file in the state folder.

It is a convenience: when it is lost, a session is looked through once more, and governance finds that
everything in it is known or waits already.
"""

from __future__ import annotations

import json
import os

from commonplace.storage.places import state_of, write_private

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

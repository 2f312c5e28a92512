"""What waits to be captured from conversations: one small file for each session, per book.

A later event of a session replaces the one that still waits, for a transcript only grows. Private to
the user, and gone as soon as somebody has taken it.
"""

from __future__ import annotations

import os

from commonplace.core.plain_json import dumps, loads
from commonplace.storage.places import write_private
from commonplace.storage.usage import append_line, session_file

JOBS = "jobs"
HEARD = "heard"
_ENDING = ".json"


def add_job(state: str, session: str, job: dict[str, object]) -> None:
    """Let `job` wait; the one of the same session that waits already is replaced."""
    path = session_file(os.path.join(state, JOBS), session).removesuffix(".jsonl") + _ENDING
    write_private(path, dumps(job))


def take_jobs(state: str) -> list[dict[str, str]]:
    """Return the jobs that wait, oldest first, and let them go: nothing is tried twice."""
    found: list[tuple[float, dict[str, str]]] = []
    for path in _waiting(state):
        try:
            at = os.path.getmtime(path)
            with open(path, encoding="utf-8") as file:
                value = loads(file.read())
            os.unlink(path)
        except (OSError, ValueError):
            continue
        if isinstance(value, dict):
            found.append((at, {key: str(word) for key, word in value.items()}))
    return [job for _, job in sorted(found, key=lambda each: each[0])]


def has_jobs(state: str) -> bool:
    """Say whether anything waits."""
    return bool(_waiting(state))


def note_words(state: str, session: str, role: str, text: str) -> None:
    """Keep what was said in a session whose host keeps no transcript, as Cursor writes one."""
    content = [{"type": "text", "text": text}]
    append_line(heard_file(state, session), {"role": role, "message": {"content": content}})


def heard_file(state: str, session: str) -> str:
    """Return where the words of such a session are kept."""
    return session_file(os.path.join(state, HEARD), session)


def _waiting(state: str) -> list[str]:
    folder = os.path.join(state, JOBS, "sessions")
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if name.endswith(_ENDING)]

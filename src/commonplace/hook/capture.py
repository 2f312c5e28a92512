"""After an answer: what was said is left to a process of its own, and the host goes on at once.

Hosts kill what their hooks started when they end, so the child has a session of its own. There is one
for each book: a second one leaves its job to the first and ends.
"""

from __future__ import annotations

import os
import sys

from commonplace.hook.events import CHILD, forget_told
from commonplace.hook.prompt_answer import books_at
from commonplace.hosts.dialects import COMPACTION, Dialect
from commonplace.hosts.payloads import HostEvent
from commonplace.storage import hook_state
from commonplace.storage.places import state_of

MODULE = "commonplace.doors.child"
_KEPT = (
    "HOME", "LANG", "LOGNAME", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "TZ", "USER", "USERPROFILE",
    "APPDATA", "LOCALAPPDATA",
)  # fmt: skip
_KEPT_BEGINNINGS = ("COMMONPLACE_", "LC_", "PYTHON", "XDG_")
"""What the child is told of the environment. A host's has tokens in it that are nobody else's."""


def begin(dialect: Dialect, moment: str, asked: HostEvent) -> None:
    """Let a child capture what was said, where there is a book for it."""
    books = books_at(asked.folder)
    if not books or not asked.session:
        return
    if moment == COMPACTION:
        forget_told(asked)
    root = books[0][1]
    state = state_of(root)
    transcript = asked.transcript or hook_state.heard_file(state, asked.session)
    job: dict[str, object] = {
        "host": dialect.name,
        "moment": moment,
        "session": asked.session,
        "transcript": transcript,
        "upto": _size(transcript),
        "turn": asked.turn,
    }
    hook_state.add_job(state, asked.session, job)
    start_child(root, dialect.name)


def start_child(root: str, host: str, *work: str) -> None:
    """Start the child of the book at `root`; it outlives this process and its host."""
    command = [sys.executable, "-P", "-m", MODULE, root, *work]
    if sys.platform == "linux":  # elsewhere a spawned process cannot begin a session of its own
        streams = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
        os.posix_spawn(command[0], command, _environment(host), file_actions=streams, setsid=True)
        return
    import subprocess  # noqa: PLC0415 - costs a hook as much as all it has loaded

    subprocess.Popen(  # noqa: S603 - our own module, no shell; the root is an argument
        command,
        env=_environment(host),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _environment(host: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _KEPT or name.startswith(_KEPT_BEGINNINGS)
    }
    return {**kept, CHILD: "1", "COMMONPLACE_AGENT": host}


def _size(path: str) -> int:
    """Return how much of a transcript there is now: what comes later is the next turn's."""
    try:
        return os.path.getsize(path)
    except OSError:
        return 0

"""The refresher: a process of its own that takes in what a hook finds no time for.

There is one for each book. Whoever wants it notes the moment and starts it unless it is at work; it looks
at every file, takes in what changed by small batches, and ends. What is wanted while it works it does
before it ends. It asks and changes the index of this machine alone, never a server. Starting it is plain
functions: the hook does that.
"""

from __future__ import annotations

import os
import time

from commonplace.storage.places import cache_of, make_private
from commonplace.storage.usage import only_one

LOCK = "refresher.lock"
WANTED = "refresher.wanted"
WORK = "refresh"
"""What its command line says, after the root of the book."""
PAUSE_S = 1.0
"""Between two rounds: a prompt every moment shall not keep a processor at work."""


def want(root: str) -> None:
    """Let the refresher of the book at `root` look at everything that is there now."""
    cache = cache_of(root)
    try:
        _note_wanted(cache)
        if not is_at_work(root):
            from commonplace.hook.capture import start_child  # noqa: PLC0415 - starts a process

            start_child(root, "hook", WORK)
    except (
        OSError
    ):  # a cache that can only be read; what is served is compared with the files anyway
        return


def is_at_work(root: str) -> bool:
    """Say whether the refresher of the book at `root` runs just now."""
    path = os.path.join(cache_of(root), LOCK)
    if not os.path.exists(path):
        return False
    with only_one(path) as is_free:
        return not is_free


def refresh(root: str) -> None:
    """Take in what changed until nobody wants more; nothing while another process is at it.

    Who wanted something while the place was given up has found it taken, so it is looked for once more.
    """
    cache = make_private(cache_of(root))
    began_ns = 0
    while not began_ns or _is_wanted_since(cache, began_ns):
        with only_one(os.path.join(cache, LOCK)) as is_alone:
            if not is_alone:
                return
            began_ns = _rounds(root, cache)


def _rounds(root: str, cache: str) -> int:
    """Freshen the index as often as it is wanted; return when the last round began."""
    from commonplace.hook.refresh import index_at  # noqa: PLC0415 - not for whoever starts it

    while True:
        began_ns = time.time_ns()
        index = index_at(root)
        index.freshen()
        index.compact()
        if not _is_wanted_since(cache, began_ns):
            return began_ns
        time.sleep(PAUSE_S)


def _note_wanted(cache: str) -> None:
    now_ns = time.time_ns()
    path = os.path.join(make_private(cache), WANTED)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
    os.utime(path, ns=(now_ns, now_ns))


def _is_wanted_since(cache: str, moment_ns: int) -> bool:
    try:
        return os.stat(os.path.join(cache, WANTED)).st_mtime_ns > moment_ns
    except OSError:
        return False

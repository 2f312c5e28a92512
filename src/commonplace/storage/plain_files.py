"""Read one plain file in the hook, and wait for nothing.

What `disk.read_guarded` is to the other doors, on the lightest of modules: a pipe under a note's name
would otherwise hold every prompt until its time is up.
"""

from __future__ import annotations

import os
import stat

MOST_BYTES = 1024 * 1024
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def read_plain(path: str, *, follows_links: bool = False) -> bytes | None:
    """Return the content of the regular file at `path`; None for anything else, or over 1 MiB.

    Links are followed for settings alone: many people keep theirs in a folder of their own.
    """
    try:
        file = os.open(path, _FLAGS if follows_links else _FLAGS | _NO_LINKS)
    except OSError:
        return None
    try:
        seen = os.fstat(file)
        if not stat.S_ISREG(seen.st_mode) or seen.st_size > MOST_BYTES:
            return None
        with os.fdopen(os.dup(file), "rb") as stream:
            return stream.read(MOST_BYTES)
    except OSError:
        return None
    finally:
        os.close(file)

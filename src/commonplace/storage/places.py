"""Where things live that are not the book: the user's state, data, cache and config folders.

What is private to a person or a machine stays out of the book, so that it never enters a team's
git tree and a clone cannot bring it along.
"""

from __future__ import annotations

import hashlib
import os
import re

import platformdirs

APP = "commonplace"
PRIVATE = 0o700

_READABLE_BYTES = 40


def state_home() -> str:
    """Return the folder of receipts, journals, locks and pending proposals of all books."""
    return platformdirs.user_state_dir(APP, appauthor=False)


def data_home() -> str:
    """Return the folder of what the user owns through us: the personal book."""
    return platformdirs.user_data_dir(APP, appauthor=False)


def cache_home() -> str:
    """Return the folder of what can be computed again."""
    return platformdirs.user_cache_dir(APP, appauthor=False)


def config_home() -> str:
    """Return the folder of the user's settings."""
    return platformdirs.user_config_dir(APP, appauthor=False)


def book_id(root: str) -> str:
    """Return the name of a book's private folders: readable first, unique by its real path."""
    real = os.path.realpath(root)
    parts = [part for part in real.split(os.sep) if part.strip(".")]
    readable = re.sub(r"[^\w]+", "-", "-".join(parts[-2:])).strip("-")
    readable = readable.encode("utf-8", "ignore")[:_READABLE_BYTES].decode("utf-8", "ignore")
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:16]
    return f"{readable or 'book'}-{digest}"


def state_of(root: str) -> str:
    """Return the state folder of the book at `root`; nothing is made."""
    return os.path.join(state_home(), book_id(root))


def make_private(path: str) -> str:
    """Make the folder `path`, for its owner alone, and return it."""
    os.makedirs(path, mode=PRIVATE, exist_ok=True)
    return path

"""Which engine the user chose for a book whose layout has no place to say so: in the state folder."""

from __future__ import annotations

import os
from contextlib import suppress

from commonplace.errors import WriteFailed
from commonplace.storage.places import state_of, write_private
from commonplace.storage.plain_reading import read_plain

CHOICE = "engine.json"


def read_choice(root: str) -> bytes | None:
    """Return what was chosen for the book at `root`, None when nothing was."""
    return read_plain(_place(root))


def keep_choice(root: str, content: bytes) -> None:
    """Keep what was chosen for the book at `root`, in the place of what was chosen before."""
    place = _place(root)
    try:
        write_private(place, content)
    except OSError as cause:
        raise WriteFailed("write-failed", path=place, cause=cause.strerror) from cause


def drop_choice(root: str) -> None:
    """Forget what was chosen for the book at `root`."""
    with suppress(FileNotFoundError):
        os.remove(_place(root))


def _place(root: str) -> str:
    return os.path.join(state_of(root), CHOICE)

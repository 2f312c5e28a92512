"""Which books this user trusts: a mark in the state folder, so that a clone cannot bring its own."""

from __future__ import annotations

import os
from contextlib import suppress

from commonplace.storage.disk import failure
from commonplace.storage.places import STRICT, TRUSTED, state_of, write_private


def trust(root: str) -> bool:
    """Trust the book at `root` from now on, and say whether that was new."""
    return _set(root, TRUSTED, wanted=True)


def distrust(root: str) -> bool:
    """Trust the book at `root` no longer, and say whether that was new."""
    return _set(root, TRUSTED, wanted=False)


def be_strict(root: str, *, strict: bool) -> bool:
    """Trust only words that somebody let in here, or all again, and say whether that was new."""
    return _set(root, STRICT, wanted=strict)


def _set(root: str, mark: str, *, wanted: bool) -> bool:
    path = os.path.join(state_of(root), mark)
    try:
        is_new = os.path.exists(path) is not wanted
        if wanted:
            _mark(path, root)
        else:
            with suppress(FileNotFoundError):
                os.unlink(path)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new


def _mark(path: str, root: str) -> None:
    if not os.path.exists(path):
        write_private(path, os.path.realpath(root) + "\n")

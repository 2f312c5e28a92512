"""Which books this user trusts: a mark in the state folder, so that a clone cannot bring its own."""

from __future__ import annotations

import os
from contextlib import suppress

from commonplace.storage.disk import failure
from commonplace.storage.places import DISTRUSTED, STRICT, TRUSTED, make_private, state_of


def trust(root: str) -> bool:
    """Trust the book at `root` from now on, and say whether that was new."""
    return _say(root, TRUSTED, instead_of=DISTRUSTED)


def distrust(root: str) -> bool:
    """Trust the book at `root` no longer, and say whether that was new."""
    return _say(root, DISTRUSTED, instead_of=TRUSTED)


def be_strict(root: str, *, strict: bool) -> bool:
    """Trust only words that somebody let in here, or all again, and say whether that was new."""
    path = os.path.join(state_of(root), STRICT)
    try:
        is_new = os.path.exists(path) is not strict
        if strict:
            _mark(path, root)
        else:
            with suppress(FileNotFoundError):
                os.unlink(path)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new


def _say(root: str, mark: str, *, instead_of: str) -> bool:
    folder = state_of(root)
    path = os.path.join(folder, mark)
    try:
        is_new = not os.path.exists(path)
        _mark(path, root)
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, instead_of))
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new


def _mark(path: str, root: str) -> None:
    make_private(os.path.dirname(path))
    if not os.path.exists(path):
        with open(path, "x", encoding="utf-8") as file:
            file.write(os.path.realpath(root) + "\n")

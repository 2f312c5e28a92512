"""Which books this user trusts: a mark in the state folder, so that a clone cannot bring its own."""

from __future__ import annotations

import os
from contextlib import suppress

from commonplace.storage.disk import failure
from commonplace.storage.places import DISTRUSTED, TRUSTED, make_private, state_of


def trust(root: str) -> bool:
    """Trust the book at `root` from now on, and say whether that was new."""
    return _say(root, TRUSTED, instead_of=DISTRUSTED)


def distrust(root: str) -> bool:
    """Trust the book at `root` no longer, and say whether that was new."""
    return _say(root, DISTRUSTED, instead_of=TRUSTED)


def _say(root: str, mark: str, *, instead_of: str) -> bool:
    folder = state_of(root)
    path = os.path.join(folder, mark)
    try:
        make_private(folder)
        is_new = not os.path.exists(path)
        if is_new:
            with open(path, "x", encoding="utf-8") as file:
                file.write(os.path.realpath(root) + "\n")
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, instead_of))
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new

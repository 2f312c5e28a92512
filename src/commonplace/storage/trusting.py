"""Which books this user trusts: a mark in the state folder, so that a clone cannot bring its own."""

from __future__ import annotations

import os

from commonplace.storage.disk import failure
from commonplace.storage.places import TRUSTED, make_private, state_of


def trust(root: str) -> bool:
    """Trust the book at `root` from now on, and say whether it was not trusted before."""
    folder = state_of(root)
    path = os.path.join(folder, TRUSTED)
    try:
        make_private(folder)
        if os.path.exists(path):
            return False
        with open(path, "x", encoding="utf-8") as file:
            file.write(os.path.realpath(root) + "\n")
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return True


def distrust(root: str) -> bool:
    """Trust the book at `root` no longer, and say whether it was trusted."""
    path = os.path.join(state_of(root), TRUSTED)
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return True

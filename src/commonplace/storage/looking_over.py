"""Which words stood in a book when a person last looked it over: one hash a line, in the state folder."""

from __future__ import annotations

import os
from collections.abc import Iterable

from commonplace.storage.disk import failure
from commonplace.storage.places import state_of, write_private

_LOOKED = "looked-over"


def read_looked_over(root: str) -> frozenset[str] | None:
    """Return the hashes of the last look at the book at `root`, None when there was none."""
    try:
        with open(_path(root), encoding="ascii", errors="replace") as file:
            return frozenset(file.read().split())
    except OSError:
        return None


def keep_looked_over(root: str, contents: Iterable[str]) -> None:
    """Note that those words stand in the book now; half a note is never seen."""
    path = _path(root)
    try:
        write_private(path, "".join(f"{each}\n" for each in sorted(contents)))
    except OSError as trouble:
        raise failure(trouble, path) from trouble


def _path(root: str) -> str:
    return os.path.join(state_of(root), _LOOKED)

"""A name somebody typed in, the one thing it means out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from commonplace.core.names import check_path, printable
from commonplace.errors import BadInput, NoSuchMemory

T = TypeVar("T")

MOST_NAMED = 5
"""How many names a message lists when a beginning fits several."""


def named(name: str, known: Mapping[str, T], missing: str) -> T:
    """Return what is called `name` in `known`, or the only thing whose name begins with it.

    A name never becomes a path: it is looked up among the names there are. One that tries to lead out
    of the book is refused all the same, so that the attempt is seen.
    """
    if name in known:
        return known[name]
    if name:
        check_path(name)
    near = sorted(key for key in known if name and key.startswith(name))
    if len(near) > 1:
        raise BadInput("ambiguous-name", name=name, names=", ".join(near[:MOST_NAMED]))
    if not near:
        raise NoSuchMemory(missing, name=printable(name))
    return known[near[0]]

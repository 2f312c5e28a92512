"""What qmd is told of a book: which folders it holds, under which names, and where it keeps them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from commonplace.errors import BadInput

PROJECT, GLOBAL = "project", "global"
_NAME = re.compile(r"\w[\w.-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """One folder of the book, as qmd knows it."""

    name: str
    folder: str
    """Where it is, in full."""
    inside: str = ""
    """The same from the book's root, empty for the root itself."""
    about: str = ""
    """What qmd is told that it holds."""

    def path_of(self, name: str) -> str:
        """Return the path in the book of the file that qmd calls `name`."""
        return f"{self.inside}/{name}" if self.inside else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Collections:
    """All that qmd holds of one book."""

    scope: str
    """`project`: an index of the book's own; `global`: the one that the user's own qmd has."""
    mask: str
    """Which files below the folders."""
    all: tuple[Collection, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the collections."""
        return tuple(each.name for each in self.all)


def check_name(name: str) -> str:
    """Return `name` if it can name a collection; one that reads as an option or a path cannot."""
    if not _NAME.fullmatch(name):
        raise BadInput("qmd-bad-name", name=name)
    return name


def check_mask(mask: str) -> str:
    """Return `mask` if it says which files below a folder; one that leads out of it does not."""
    parts = [part for each in mask.split(",") for part in each.strip().split("/")]
    if not mask.isprintable() or mask.startswith(("-", "/", "~")) or ".." in parts:
        raise BadInput("qmd-bad-mask", mask=mask)
    return mask

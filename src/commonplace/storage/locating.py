"""Find the book of a folder: by walking up, and for a git worktree in its main repository.

Plain functions on strings, because the hook asks this first in a fresh process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

Found = tuple[str, str, str]
"""The name of the layout, the book's root, the project it belongs to."""
Marks = tuple[tuple[str, str, tuple[tuple[str, ...], ...]], ...]
"""The name of each layout, where its root stands in a project, and by which groups of paths it is known."""


def locate(start: str, marks: Marks) -> Found | None:
    """Return the book at or above `start`."""
    for folder in folders_from(os.path.realpath(start)):
        if found := book_at(folder, marks):
            return found
    return None


def book_at(folder: str, marks: Marks) -> Found | None:
    """Return the book whose project, or whose root, is `folder` itself."""
    for name, home, groups in marks:
        root = os.path.join(folder, *home.split("/")) if home else folder
        if _has_one(root, groups):
            return name, root, folder
        if home and _has_one(folder, groups):
            return name, folder, _project_of(folder, home)
    return None


def _has_one(root: str, groups: tuple[tuple[str, ...], ...]) -> bool:
    return any(all(os.path.exists(os.path.join(root, path)) for path in group) for group in groups)


def _project_of(root: str, home: str) -> str:
    home = os.path.join(*home.split("/"))
    return root.removesuffix(os.sep + home) or os.sep


def folders_from(start: str) -> Iterator[str]:
    """Yield where a book may stand: in the main repository first, for one book serves all worktrees."""
    for top in _upward(start):
        if main := main_repository(top):
            twin = os.path.normpath(os.path.join(main, os.path.relpath(start, top)))
            yield from (
                folder for folder in _upward(twin) if (folder + os.sep).startswith(main + os.sep)
            )
            break
    yield from _upward(start)


def _upward(folder: str) -> Iterator[str]:
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def main_repository(folder: str) -> str | None:
    """Return the main repository when `folder` is the top of one of its git worktrees.

    The repository must point back at the worktree, as git itself demands: a `.git` file that merely
    came in an archive cannot lead us into somebody else's book.
    """
    mark = _line(os.path.join(folder, ".git"))
    if not mark.startswith("gitdir:"):
        return None
    own = os.path.realpath(os.path.join(folder, mark.removeprefix("gitdir:").strip()))
    back, shared = _line(os.path.join(own, "gitdir")), _line(os.path.join(own, "commondir"))
    if not back or not shared:
        return None
    if os.path.realpath(os.path.join(own, back)) != os.path.join(folder, ".git"):
        return None
    return os.path.dirname(os.path.realpath(os.path.join(own, shared)))


def _line(path: str) -> str:
    try:
        # A pipe of that name would block for ever, and `.git` is a folder in most repositories.
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8") as file:
            return file.read(4096).strip()
    except (OSError, UnicodeDecodeError):
        return ""

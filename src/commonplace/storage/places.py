"""Where things live that are not the book: the user's state, data, cache and config folders.

What is private to a person or a machine stays out of the book, so that it never enters a team's
git tree and a clone cannot bring it along. The hook asks this in a fresh process, so the common
case (a variable of the XDG convention, or Linux) is answered without loading anything.

Find the book of a folder: by walking up, and for a git worktree in its main repository.

Plain functions on strings, because the hook asks this first in a fresh process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from commonplace.core.hashing import digest

APP = "commonplace"
PRIVATE = 0o700
PRIVATE_FILE = 0o600
TRUSTED = "trusted"
STRICT = "strict"
WATCHED = "watched"
"""The marks of what the user said about a book, and that what arrives in it is watched."""
APPROVALS = "approvals.jsonl"
PAGES = "pages.json"
"""What was let in: a line for each text of a memory, and the hash of each file that is handed over whole."""

_READABLE_BYTES = 40
_ON_LINUX = {
    "STATE": (".local", "state"),
    "DATA": (".local", "share"),
    "CACHE": (".cache",),
    "CONFIG": (".config",),
}


INDEX = "index.sqlite"
"""The search index of a book, in its cache folder."""


def state_home() -> str:
    """Return the folder of receipts, journals, locks and pending proposals of all books."""
    return _home("STATE")


def data_home() -> str:
    """Return the folder of what the user owns through us: the personal book."""
    return _home("DATA")


def cache_home() -> str:
    """Return the folder of what can be computed again."""
    return _home("CACHE")


def config_home() -> str:
    """Return the folder of the user's settings."""
    return _home("CONFIG")


def _home(kind: str) -> str:
    named = os.environ.get(f"XDG_{kind}_HOME", "").strip()
    if os.path.isabs(named):
        return os.path.join(named, APP)
    if sys.platform.startswith("linux"):
        return os.path.join(os.path.expanduser("~"), *_ON_LINUX[kind], APP)
    import platformdirs  # noqa: PLC0415 - where the convention is another system's

    folder: str = getattr(platformdirs, f"user_{kind.lower()}_dir")(APP, appauthor=False)
    return folder


def book_id(root: str) -> str:
    """Return the name of a book's private folders: readable first, unique by its real path."""
    real = os.path.realpath(root)
    parts = [part for part in real.split(os.sep) if part.strip(".")]
    letters = (char if char.isalnum() or char == "_" else " " for char in "-".join(parts[-2:]))
    readable = "-".join("".join(letters).split())
    readable = readable.encode("utf-8", "ignore")[:_READABLE_BYTES].decode("utf-8", "ignore")
    return f"{readable or 'book'}-{digest(os.fsencode(real))[:16]}"


def state_of(root: str) -> str:
    """Return the state folder of the book at `root`; nothing is made."""
    return os.path.join(state_home(), book_id(root))


def cache_of(root: str) -> str:
    """Return the cache folder of the book at `root`; nothing is made."""
    # Decision 0002: what can be made again stands outside the book, under the real path of its root.
    return os.path.join(cache_home(), book_id(root))


def is_trusted(root: str) -> bool:
    """Say whether the user made the book at `root` on this machine, or said that it may be trusted.

    Nothing else counts: an archive that was unpacked has no `.git` either.
    """
    return os.path.exists(os.path.join(state_of(root), TRUSTED))


def is_strict(root: str) -> bool:
    """Say whether in the book at `root` only those words are trusted that somebody let in here."""
    return os.path.exists(os.path.join(state_of(root), STRICT))


def is_watched(root: str) -> bool:
    """Say whether what arrives in the book at `root` is entered in its ledger: it is trusted, and was counted once."""
    state = state_of(root)
    return all(os.path.exists(os.path.join(state, mark)) for mark in (TRUSTED, WATCHED))


def make_private(path: str) -> str:
    """Make the folder `path` and those that are missing above it, for their owner alone; return it."""
    if not os.path.isdir(path):
        if (above := os.path.dirname(path)) != path:
            make_private(above)
        try:
            os.mkdir(path, PRIVATE)
        except FileExistsError:
            if not os.path.isdir(path):
                raise
    return path


def write_private(path: str, content: str | bytes) -> None:
    """Put `content` at `path`, for its owner alone: readers see what was there before, or all of it."""
    make_private(os.path.dirname(path))
    staged = f"{path}.{os.getpid()}.tmp"
    file = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE_FILE)
    with os.fdopen(file, "wb") as stream:
        stream.write(
            content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        )
    os.replace(staged, path)


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

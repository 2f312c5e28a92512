"""The store of a drawer, and its folders: private, looked into without following a link, cleared when empty.

Files are written by the store alone. For folders a store has no words, since a book has no use for
those without files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress

from commonplace.core.ports import Snapshot
from commonplace.core.values import dataclass
from commonplace.storage.disk import Disk, failure
from commonplace.storage.places import PRIVATE
from commonplace.storage.store import FolderStore

MOST_BYTES = 1 << 24
"""An agent's file may be longer than a note; 16 MiB hold a million lines."""

ANY_DEPTH = 64
"""Deeper than any path that a store takes."""


class PrivateDisk(Disk):
    """A disk on which every new folder is its owner's alone."""

    def make_folder(self, path: str, mode: int = PRIVATE) -> None:
        """Make one folder, as private under every umask."""
        os.mkdir(path, mode & PRIVATE)
        os.chmod(path, mode & PRIVATE)


class DrawerStore(FolderStore):
    """The files of a drawer: private, longer than notes may be, read one at a time."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        super().__init__(root, disk=PrivateDisk(), most_bytes=MOST_BYTES)

    def read(self, wanted: Callable[[str], bool]) -> Snapshot:  # noqa: ARG002 - a port's words
        """Return no file: nothing is derived from a drawer, and its thousands need not be walked."""
        self.finish()
        return Snapshot(files={})


@dataclass(frozen=True, slots=True)
class DrawerEntry:
    """Something in a folder: its path below the drawer, its size, and what it is."""

    path: str
    size: int
    is_folder: bool


def make_private_folders(path: str) -> None:
    """Make `path` and every folder above it that is missing, each private; those there stay as they are."""
    missing: list[str] = []
    folder = os.path.abspath(path)
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    try:
        for each in reversed(missing):
            with suppress(FileExistsError):  # made by somebody else in this moment
                PrivateDisk().make_folder(each)
    except OSError as trouble:
        raise failure(trouble, path) from trouble


def located(root: str, relative: str) -> str | None:
    """Return where `relative` really leads, as a path below `root`; None when it leads outside.

    Empty is the root itself. The answer has no link in it, so what is done there cannot be led astray
    by one that is changed meanwhile.
    """
    real = os.path.realpath(root)
    try:
        target = os.path.realpath(os.path.join(real, relative))
        found = os.path.relpath(target, real)
    except ValueError:  # half characters, a NUL, another drive
        return None
    if found == os.curdir:
        return ""
    outside = found == os.pardir or found.startswith(os.pardir + os.sep)
    return None if outside else found.replace(os.sep, "/")


def look_at(root: str, path: str) -> DrawerEntry | None:
    """Return the file or folder at `path`, None when there is neither."""
    try:
        found = os.lstat(os.path.join(root, path))
    except (OSError, ValueError):
        return None
    is_folder = stat.S_ISDIR(found.st_mode)
    is_known = is_folder or stat.S_ISREG(found.st_mode)
    return DrawerEntry(path, found.st_size, is_folder) if is_known else None


def entries_below(root: str, path: str, depth: int) -> Iterator[DrawerEntry]:
    """Yield files and folders below `path`, each folder before what is in it, by name; no links."""
    try:
        names = sorted(os.listdir(os.path.join(root, path)))
    except OSError:
        return
    for name in names:
        entry = look_at(root, f"{path}/{name}" if path else name)
        if entry is None:
            continue
        yield entry
        if entry.is_folder and depth > 1:
            yield from entries_below(root, entry.path, depth - 1)


def stranger_below(root: str, path: str) -> str:
    """Return the first thing below `path` that is neither file nor folder, empty when there is none."""
    start = os.path.join(root, path)
    for folder, folders, files in os.walk(start):
        for name in (*folders, *files):
            found = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
            if look_at(root, found) is None:
                return found
    return ""


def clear_folders(root: str, path: str) -> None:
    """Remove the folder at `path` and those in it, as far as nothing is left in them."""
    folders = [entry.path for entry in entries_below(root, path, ANY_DEPTH) if entry.is_folder]
    for each in (*reversed(folders), *([path] if path else [])):
        with suppress(OSError):
            os.rmdir(os.path.join(root, each))


def clear_upwards(root: str, path: str) -> None:
    """Remove the folders above `path` that are empty, up to the drawer itself."""
    while path := path.rpartition("/")[0]:
        try:
            os.rmdir(os.path.join(root, path))
        except OSError:
            return

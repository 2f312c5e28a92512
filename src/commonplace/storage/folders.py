"""Read a folder with care: nothing outside it, nothing that is not a plain file, nothing silently.

Every wanted file that cannot be read becomes a `Problem`: the most reported failure of memory tools
is a note that was skipped and nobody was told.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING

from commonplace.core.names import check_path, is_conflict_copy, printable
from commonplace.core.ports import FileLook, Overlook, Problem, Snapshot
from commonplace.errors import BadInput, OutsideBook
from commonplace.storage.change_detection import Entries, number_of
from commonplace.storage.disk import (
    MAX_DERIVED_BYTES,
    MAX_FILE_BYTES,
    NotReadable,
    read_guarded,
    unreadable,
)

if TYPE_CHECKING:
    from typing import Self

Folders = tuple[str, ...] | None
"""The folders in the root that are looked into; None for all of them."""

_NEVER_MEMORIES = frozenset({".git", "node_modules"})


def contained(root: str, relative: str) -> str:
    """Return the absolute path of `relative` below `root`, or raise `OutsideBook`.

    No part of it may be a symbolic link: the book's files are where they seem to be.
    """
    path = root
    for part in check_path(relative).split("/"):
        path = os.path.join(path, part)
        try:
            found = os.lstat(path)
        except OSError:
            continue
        if stat.S_ISLNK(found.st_mode):
            raise OutsideBook("outside-book", path=relative)
    return path


def read_files(
    root: str,
    wanted: Callable[[str], bool],
    folders: Folders = None,
    limit_of: Callable[[str], int] = lambda _: MAX_FILE_BYTES,
) -> Snapshot:
    """Return every wanted file below `root`, and why the others could not be read."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for entry, relative in _walk(root, problems, folders):
        if wanted(relative) or (entry.is_symlink() and _leads_to_folder(f"{root}/{relative}")):
            try:
                if code := _code_by_name(entry, root, relative):
                    problems.append(_problem(relative, code))
                else:
                    files[relative] = read_guarded(f"{root}/{relative}", limit_of(relative))
            except FileNotFoundError:
                continue  # removed since it was listed: it is not there, and nothing is wrong
            except NotReadable as trouble:
                problems.append(_problem(relative, trouble.code))
            except OSError as trouble:
                problems.append(_problem(relative, "unreadable", trouble.strerror))
    return Snapshot(files=files, problems=tuple(sorted(problems, key=lambda each: each.path)))


def names_below(root: str, folders: Folders = None) -> Iterator[str]:
    """Yield the path of every regular file below `root`, in no order."""
    for entry, relative in _walk(root, [], folders):
        if entry.is_file(follow_symlinks=False):
            yield relative


def looks_below(
    root: str, wanted: Callable[[str], bool], folders: Folders = None
) -> dict[str, FileLook]:
    """Return how every wanted regular file below `root` looks; none is opened."""
    found: dict[str, FileLook] = {}
    for entry, relative in _walk(root, [], folders):
        if wanted(relative) and not _code_by_name(entry, root, relative):
            try:
                seen = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISREG(seen.st_mode):
                found[relative] = _look_of(seen)
    return found


def _look_of(seen: os.stat_result) -> FileLook:
    return FileLook(*_row_of(seen))


def _row_of(seen: os.stat_result) -> tuple[int, int, int, int]:
    return seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino


class FolderReader:
    """The files of one book, looked at and read; nothing is locked, finished or written."""

    def __init__(
        self,
        root: str,
        *,
        folders: Folders = None,
        derives: Callable[[str], bool] = lambda _: False,
        most_bytes: int = MAX_FILE_BYTES,
    ) -> None:
        self.root = os.path.realpath(root)
        self.folders = folders
        self._derives = derives
        self._most_bytes = most_bytes
        self._in_hand: Mapping[str, bytes | None] = {}

    def with_files(self, in_hand: Mapping[str, bytes | None]) -> Self:
        """Return a reader of the same folder that opens none of the files at the paths `in_hand`."""
        other = copy(self)
        other._in_hand = in_hand  # noqa: SLF001 - a copy of this very object
        return other

    def read(self, wanted: Callable[[str], bool]) -> Snapshot:
        """Read every wanted regular file below the root."""
        return read_files(self.root, wanted, self.folders, self._limit_of)

    def read_one(self, path: str) -> bytes | None:
        """Read one file, None when it is not there."""
        if path in self._in_hand:
            return self._in_hand[path]
        try:
            return read_guarded(contained(self.root, path), self._limit_of(path))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except NotReadable as trouble:
            raise BadInput("unreadable", path=path, cause=trouble.code) from trouble
        except OSError as trouble:
            raise unreadable(trouble, path) from trouble

    def names(self, wanted: Callable[[str], bool]) -> Iterator[str]:
        """Yield the path of every wanted file, in no order and without looking at it."""
        return filter(wanted, names_below(self.root, self.folders))

    def look(self, path: str) -> FileLook | None:
        """Return how one file looks, None when it is no regular file."""
        try:
            seen = os.lstat(os.path.join(self.root, path))
        except OSError:
            return None
        return _look_of(seen) if stat.S_ISREG(seen.st_mode) else None

    def folders_below(self) -> tuple[str, ...]:
        """Return the folders that are looked into, the root as an empty path."""
        entries = _walk(self.root, [], self.folders)
        return (
            "",
            *(
                relative
                for entry, relative in entries
                if entry.is_dir(follow_symlinks=False) and entry.name not in _NEVER_MEMORIES
            ),
        )

    def looks(self, wanted: Callable[[str], bool]) -> dict[str, FileLook]:
        """Return how every wanted regular file looks, without reading it."""
        return looks_below(self.root, wanted, self.folders)

    def look_over(self, wanted: Callable[[str], bool], since_ns: int) -> Overlook:
        """Return how every wanted regular file looks, summed up: a quarter of the work of `looks`.

        Files that changed after `since_ns` are named, but not those that are derived: of these, one that was
        changed again within the same tick is made again with the next change, and to hash them takes as long as all else.
        """
        total, racy, derived = 0, [], {}
        for entry, relative in _walk(self.root, [], self.folders):
            if not wanted(relative):
                continue
            try:
                seen = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISREG(seen.st_mode):
                look = _row_of(seen)
                total += number_of(relative, look)
                if self._derives(relative):
                    derived[relative] = FileLook(*look)
                elif max(look[1:3]) > since_ns:
                    racy.append(relative)
        return Overlook(total, tuple(racy), derived)

    def _limit_of(self, path: str) -> int:
        return MAX_DERIVED_BYTES if self._derives(path) else self._most_bytes


def _walk(
    root: str, problems: list[Problem], only: Folders
) -> Iterator[tuple[os.DirEntry[str], str]]:
    """Yield every entry below `root`, folders included, with its relative path.

    A stack, not recursion: a tree a thousand levels deep is somebody's joke, not our crash.
    """
    folders = [""]
    while folders:
        prefix = folders.pop()
        try:
            with Entries(f"{root}/{prefix}") as entries:
                for entry in entries:
                    relative = prefix + entry.name
                    if not prefix and _is_elsewhere(entry, root, only):
                        continue
                    yield entry, relative
                    if entry.is_dir(follow_symlinks=False) and entry.name not in _NEVER_MEMORIES:
                        folders.append(f"{relative}/")
        except OSError as trouble:
            problems.append(_problem(prefix.rstrip("/") or ".", "unreadable", trouble.strerror))


def _is_elsewhere(entry: os.DirEntry[str], root: str, only: Folders) -> bool:
    """Say whether `entry` is a folder, or leads to one, that belongs to the project around the book."""
    if only is None or entry.name in only:
        return False
    return _leads_to_folder(f"{root}/{entry.name}") if entry.is_symlink() else entry.is_dir()


def _code_by_name(entry: os.DirEntry[str], root: str, relative: str) -> str:
    """Return the problem that can be seen without opening anything, or nothing."""
    if entry.is_symlink():
        return "loop" if _is_loop(f"{root}/{relative}") else "symlink"
    if not relative.isascii() and _is_not_unicode(relative):
        return "name-not-unicode"
    return "conflict-copy" if is_conflict_copy(relative) else ""


def _leads_to_folder(link: str) -> bool:
    try:
        return stat.S_ISDIR(os.stat(link).st_mode)
    except OSError:
        return False


def _is_loop(link: str) -> bool:
    """Say whether following `link` would come back to it."""
    try:
        target = os.path.realpath(link, strict=True)
    except OSError as trouble:
        return not isinstance(trouble, FileNotFoundError | PermissionError)
    return (os.path.dirname(os.path.abspath(link)) + os.sep).startswith(target + os.sep)


def _is_not_unicode(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _problem(path: str, code: str, detail: str | None = None) -> Problem:
    is_error = code != "conflict-copy"
    return Problem(path=printable(path), code=code, detail=detail or "", is_error=is_error)

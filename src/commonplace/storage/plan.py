"""Edits in, steps out: every edit is held against the disk before anything is staged."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

from commonplace.core.changes import FileEdit, fingerprint
from commonplace.core.names import check_new_file, collision_key
from commonplace.core.ports import NOTHING_READ
from commonplace.errors import BadInput, ChangedUnderneath
from commonplace.storage.disk import MAX_FILE_BYTES, NotReadable, failure, read_guarded
from commonplace.storage.reading import contained
from commonplace.storage.records import Step


def plan(
    root: str,
    edits: Sequence[FileEdit],
    limit: int = MAX_FILE_BYTES,
    read: Mapping[str, bytes | None] = NOTHING_READ,
) -> tuple[Step, ...]:
    """Return the steps that carry out `edits`; an edit that changes nothing needs none.

    Raises when a path leaves the book, a name or text cannot be taken, or a file is not what its
    edit was computed from. Nothing is written here.
    """
    taken = _Taken(edits)
    steps = (_step(root, edit, taken, limit, read) for edit in edits)
    return tuple(step for step in steps if step.before != step.after)


def _step(
    root: str, edit: FileEdit, taken: _Taken, limit: int, read: Mapping[str, bytes | None]
) -> Step:
    target = contained(root, edit.path)
    if edit.after is not None:
        _check_text(edit.path, edit.after, limit)
    before = read[edit.path] if edit.path in read else _current(target, edit.path, limit)
    if fingerprint(before) != edit.before:
        raise ChangedUnderneath("changed-underneath", path=edit.path)
    if before is None and edit.after is not None:
        check_new_file(edit.path, taken.beside(target, edit.path))
    return Step(path=edit.path, before=before, after=edit.after)


def _check_text(path: str, content: bytes, limit: int) -> None:
    if len(content) > limit:
        raise BadInput("text-too-large", path=path, limit=limit)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as trouble:
        raise BadInput("text-not-unicode", path=path) from trouble


def _current(target: str, path: str, limit: int) -> bytes | None:
    try:
        return read_guarded(target, limit)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotReadable as trouble:
        raise ChangedUnderneath("changed-underneath", path=path) from trouble
    except OSError as trouble:
        raise failure(trouble, target) from trouble


class _Taken:
    """The names that a new file must not collide with, on disk and in the same batch, by folder.

    Each folder is listed once, however many files a batch brings to it.
    """

    def __init__(self, edits: Sequence[FileEdit]) -> None:
        self._planned: dict[str, list[str]] = {}
        for edit in edits:
            folder, _, name = edit.path.rpartition("/")
            self._planned.setdefault(folder, []).append(name)
        self._names: dict[str, dict[str, set[str]]] = {}

    def beside(self, target: str, path: str) -> Mapping[str, Collection[str]]:
        """Return the names in the folder of `path`, which stands at `target`, by collision key."""
        folder = path.rpartition("/")[0]
        if folder not in self._names:
            found: dict[str, set[str]] = {}
            for name in (*_listed(os.path.dirname(target)), *self._planned[folder]):
                found.setdefault(collision_key(name), set()).add(name)
            self._names[folder] = found
        return self._names[folder]


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []

"""A book as it will be: a view that is ahead of the disk, and the edits that lead from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.changes import Change, FileEdit, Files, edit_of
from commonplace.flows.view import View


def advanced(view: View, changes: Sequence[Change]) -> View:
    """Return `view` as it will be once `changes` are carried out."""
    if not changes:
        return view
    files = dict(view.files)
    for edit in view.layout.render(changes, view.files, view.today):
        if edit.after is None:
            files.pop(edit.path, None)
        else:
            files[edit.path] = edit.after
    return replace(view, files=files, reading=view.layout.parse(files))


def edits_between(before: Files, after: Files) -> tuple[FileEdit, ...]:
    """Return the edits that turn the files `before` into those `after`, new ones last."""
    paths = [*before, *(path for path in after if path not in before)]
    return tuple(
        edit_of(before, path, after.get(path))
        for path in paths
        if before.get(path) != after.get(path)
    )

"""Changes in, edits out: each change is carried out on what the changes before it left behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from commonplace.core.changes import Change, FileEdit, Files, edit_of

CarryOut = Callable[[Change, Files], dict[str, bytes | None]]
"""Returns the new content of each file that one change touches; None removes a file."""


def rendered(changes: Sequence[Change], files: Files, carry_out: CarryOut) -> tuple[FileEdit, ...]:
    """Return one edit for each file that differs once all `changes` are carried out."""
    work = dict(files)
    touched: dict[str, bytes | None] = {}
    for change in changes:
        for path, content in carry_out(change, work).items():
            touched[path] = content
            if content is None:
                work.pop(path, None)
            else:
                work[path] = content
    return tuple(
        edit_of(files, path, content)
        for path, content in sorted(touched.items())
        if files.get(path) != content
    )

"""Changes in, edits out: each is carried out on what those before it left behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from commonplace.core.changes import FileEdit, Files, edit_of
from commonplace.layouts.decoding import still_readable

Step = TypeVar("Step")
"""What is carried out at once: a change, or several that belong together."""
CarryOut = Callable[[Step, Files], dict[str, bytes | None]]
"""Returns the new content of each file that one step touches; None removes a file."""


def rendered(
    steps: Sequence[Step], files: Files, carry_out: CarryOut[Step]
) -> tuple[FileEdit, ...]:
    """Return one edit for each file that differs once all `steps` are carried out."""
    work = dict(files)
    touched: dict[str, bytes | None] = {}
    for step in steps:
        for path, content in carry_out(step, work).items():
            touched[path] = content
            if content is None:
                work.pop(path, None)
            else:
                work[path] = content
    return still_readable(
        [
            edit_of(files, path, content)
            for path, content in sorted(touched.items())
            if files.get(path) != content
        ]
    )

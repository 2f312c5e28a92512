"""A folder in, a new book out: the skeleton of its layout, over nothing that was there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from commonplace.core.changes import FileEdit
from commonplace.core.ports import Layout, Store
from commonplace.errors import BadInput
from commonplace.flows.commit import regenerate


def found(layout: Layout, store: Store, today: date) -> tuple[str, ...]:
    """Write an empty book and return its files; refuse when one of them is there already.

    No receipt is left: taking a book away is not an undo, it is `rm`, and a person's decision.
    """
    skeleton = layout.skeleton(today)
    with store.locked():
        for path in skeleton:
            if store.read_one(path) is not None:
                raise BadInput("file-in-the-way", path=path)
        store.refresh([FileEdit(path, None, content) for path, content in skeleton.items()])
        regenerate(layout, store, today)
    return tuple(skeleton)


def derived_files(layout: Layout, today: date) -> tuple[str, ...]:
    """Return the files of a book that are made from its memories, and may stay out of git."""
    return tuple(sorted(edit.path for edit in layout.derive({}, today)))


def with_ignored(text: str, lines: Sequence[str]) -> str:
    """Return the git-ignore file `text` with those of `lines` added that it lacks."""
    missing = [line for line in lines if line not in text.splitlines()]
    if not missing:
        return text
    joint = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{joint}# Made by commonplace from the memories.\n" + "\n".join(missing) + "\n"

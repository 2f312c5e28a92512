"""The names that a book knows, told at a key press: ids, topics, kinds and tags, receipts, proposals.

A shell waits for the answer, so nothing is loaded before it is needed, and no note is read where there is
an index. A key press is no place for errors: what cannot be read has no names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from commonplace.core.changes import Receipt


class Name(NamedTuple):
    """What a memory is called, and what it is filed under."""

    id: str
    topic: str
    title: str
    kind: str
    tags: tuple[str, ...]


MOST_RECEIPTS = 500
"""So many are read for what was forgotten."""


def root_of(folder: str, named: str = "", *, is_personal: bool = False) -> str:
    """Return the root of the book at or above `folder`, of the one that is named, or of the personal one."""
    from commonplace.layouts.registry import MARKS  # noqa: PLC0415
    from commonplace.storage.places import (  # noqa: PLC0415
        book_at,
        data_home,
        locate,
    )

    if is_personal:
        found = book_at(os.path.join(data_home(), "personal"), MARKS)
    elif named:
        found = book_at(os.path.realpath(os.path.join(folder, named)), MARKS)
    else:
        found = locate(folder, MARKS)
    return found[1] if found else ""


def memories_in(root: str) -> list[Name]:
    """Return what the memories are called: from the index, or from the files where there is none."""
    from commonplace.engines.local.entries import read_names  # noqa: PLC0415
    from commonplace.engines.local.query import open_index  # noqa: PLC0415
    from commonplace.engines.local.records import Trouble  # noqa: PLC0415
    from commonplace.storage.places import INDEX, cache_of  # noqa: PLC0415

    if not root:
        return []
    try:
        with closing(open_index(os.path.join(cache_of(root), INDEX))) as connection:
            return [Name(*each) for each in read_names(connection)]
    except (OSError, Trouble):
        return _in_files(root)


def _in_files(root: str) -> list[Name]:
    from commonplace.app.books import book_in  # noqa: PLC0415 - takes ten times as long to load
    from commonplace.config import Settings  # noqa: PLC0415
    from commonplace.errors import CommonplaceError  # noqa: PLC0415

    try:
        book = book_in(Path(root), Settings())
        found = book.reading().memories if book else ()
    except CommonplaceError:
        return []
    return [
        Name(each.id, each.topic, each.title, each.kind, each.tags)
        for each in found
        if each.tombstone is None
    ]


def forgotten_in(root: str) -> list[str]:
    """Return the names of what was forgotten lately, the newest first: receipts name it, and it lives no more."""
    from commonplace.flows.undo import standing  # noqa: PLC0415

    living = {each.id for each in memories_in(root)}
    written = [each for each, stands in standing(_receipts(root)) if stands and not each.undoes]
    named = dict.fromkeys(name for each in written for name in each.memories)
    return [name for name in named if name not in living]


def _receipts(root: str) -> Iterator[Receipt]:
    from commonplace.storage.codec import Malformed  # noqa: PLC0415
    from commonplace.storage.disk import Disk  # noqa: PLC0415
    from commonplace.storage.journal import Journal  # noqa: PLC0415
    from commonplace.storage.places import state_of  # noqa: PLC0415
    from commonplace.storage.records import receipt_of  # noqa: PLC0415

    for name in receipts_in(root)[:MOST_RECEIPTS]:
        try:
            yield receipt_of(Journal(state_of(root), Disk()).load_closed(name))
        except (OSError, Malformed):
            continue


def receipts_in(root: str) -> list[str]:
    """Return the names of the receipts, the newest first."""
    from commonplace.storage.disk import Disk  # noqa: PLC0415
    from commonplace.storage.journal import Journal  # noqa: PLC0415
    from commonplace.storage.places import state_of  # noqa: PLC0415

    try:
        return Journal(state_of(root), Disk()).closed_ids() if root else []
    except OSError:
        return []


def proposals_in(root: str) -> list[str]:
    """Return the names of the proposals that wait here, the newest first."""
    from commonplace.errors import CommonplaceError  # noqa: PLC0415
    from commonplace.storage.proposals import PendingProposals  # noqa: PLC0415

    try:
        return sorted(PendingProposals(root).names(), reverse=True) if root else []
    except CommonplaceError:
        return []

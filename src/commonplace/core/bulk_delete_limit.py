"""Limit bulk deletes: one operation may not bury a large part of a book unasked.

The field's worst reports are of curation that emptied a memory in one night. Ten per cent is what a
person still reads through before agreeing; five is the floor, so that small books stay usable.
"""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Bury, Change, Erase
from commonplace.errors import TooManyAtOnce

FREE_BURIALS = 5
FREE_SHARE_PERCENT = 10
NOTES_THAT_DO_NOT_VANISH = 10
"""A book that had more notes than this and now lists none is an unmounted disk, not a wish."""


def check_bulk_delete(changes: Sequence[Change], total: int) -> None:
    """Raise `TooManyAtOnce` when `changes` bury more of `total` memories than pass unasked."""
    count = sum(isinstance(change, Bury | Erase) for change in changes)
    if count > max(FREE_BURIALS, total * FREE_SHARE_PERCENT // 100):
        raise TooManyAtOnce("too-many-at-once", count=count, total=total)


def has_vanished(remembered: int, listed: int) -> bool:
    """Say whether a book is suddenly empty, as when its disk is not mounted."""
    return remembered > NOTES_THAT_DO_NOT_VANISH and listed == 0

"""A book in, its problems out; and the mending of what can be mended without touching a memory."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from commonplace.core.ports import Layout, Problem, Store
from commonplace.errors import CommonplaceError
from commonplace.flows.commit import regenerate
from commonplace.flows.view import View


def check(view: View) -> tuple[Problem, ...]:
    """Return everything wrong with the book: errors first, each group in the order of paths."""
    found = {
        *view.unread,
        *view.reading.problems,
        *view.layout.check(view.files, view.today),
    }
    return tuple(sorted(found, key=lambda p: (not p.is_error, p.path, p.code, p.detail)))


def fix(layout: Layout, store: Store, today: date) -> int:
    """Regenerate stale derived files and return how many there were; refused writes are raised."""
    with store.locked():
        return regenerate(layout, store, today)


def renew_indices(view: View, store: Store) -> bool:
    """Regenerate derived files that a reader found stale, and say whether all were fresh.

    The read never fails because of it: whoever holds the book regenerates them anyway, and on a
    read-only disk nobody can.
    """
    if not view.layout.derive(view.files, view.today):
        return True
    with suppress(CommonplaceError):
        fix(view.layout, store, view.today)
    return False

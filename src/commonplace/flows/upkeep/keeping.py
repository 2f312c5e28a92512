"""What upkeep leaves in the book beside its changes: one line of its log."""

from __future__ import annotations

import json

from commonplace.core.changes import edit_of
from commonplace.core.distill_log import logged
from commonplace.core.ports import Layout, Store
from commonplace.errors import CommonplaceError


def log_upkeep(entry: str, layout: Layout, store: Store) -> CommonplaceError | None:
    """Append what upkeep did to its log and return what kept it from that; only inside `locked`.

    Outside the receipt, as an index is: an undo takes back the changes, not that they were made.
    """
    if not entry:
        return None
    path = layout.traits.log_path
    try:
        content = store.read_one(path)
        after = logged(content, json.loads(entry)["operation"])
        store.refresh([edit_of({} if content is None else {path: content}, path, after)])
    except CommonplaceError as trouble:  # The memories are written: nothing may say otherwise now.
        return trouble
    return None

"""The door for LangGraph: a `BaseStore` whose items are files, sync and async.

Operations in, items out. All puts of one batch are one write with one receipt, and what is read in a
batch is read before them, as in LangGraph's own stores.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from langgraph.store.base import (
    BaseStore,
    GetOp,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    validate_op_namespace,
)
from langgraph.store.base import Item as KeptItem

from commonplace.core.changes import Receipt
from commonplace.core.items import (
    Fields,
    Item,
    Namespace,
    in_order_of_putting,
    is_at,
    relevance,
    satisfies,
)
from commonplace.drawers.drawer import LANGGRAPH, Drawer, drawer_folder
from commonplace.drawers.items import Items, Name, Put

Scored = tuple[float | None, Item]


class LangGraphStore(BaseStore):
    """Keeps each item in a JSON file of its own; every write has a receipt and can be undone.

    `path` is the folder, by default one in the user's data folder; `who` stands on the receipts. A search
    with a query is ranked by words, in every language.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, who: str = "") -> None:
        self.path = drawer_folder(LANGGRAPH) if path is None else Path(path)
        self._drawer = Drawer(self.path, who)
        self._drawer.prepare()
        self._items = Items(self._drawer)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out `ops`: first everything that reads, then all puts at once."""
        asked = list(ops)
        for op in asked:
            validate_op_namespace(op)
        results = [self._read(op) for op in asked]
        self._items.put(_puts(asked))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same without keeping the event loop waiting for the disk."""
        return await asyncio.to_thread(self.batch, list(ops))

    def receipts(self) -> Iterator[Receipt]:
        """Yield what was written, newest first."""
        return self._drawer.receipts()

    def undo(self, receipt_id: str = "") -> Receipt:
        """Bring back what was there before a receipt, the newest that still stands when none is named."""
        return self._drawer.undo(receipt_id)

    def _read(self, op: Op) -> Result:
        match op:
            case GetOp():
                found = self._items.get(op.namespace, op.key)
                return None if found is None else _kept(found)
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return _namespaces(op, (item.namespace for item in self._items.all()))
            case PutOp():
                return None
            case _:
                raise ValueError(f"Unknown operation type: {type(op)}")

    def _search(self, op: SearchOp) -> list[SearchItem]:
        depth, wanted = len(op.namespace_prefix), op.filter or {}
        below = [
            item for item in self._items.all() if item.namespace[:depth] == op.namespace_prefix
        ]
        fitting = {id(item) for item in in_order_of_putting(below) if satisfies(item.value, wanted)}
        found = [item for item in below if id(item) in fitting]
        ranked = _ranked(op.query, found) if op.query else [(None, item) for item in found]
        return [_found(score, item) for score, item in ranked[op.offset : op.offset + op.limit]]


def _puts(ops: Iterable[Op]) -> dict[Name, Put]:
    """Return what is to be kept: of two puts for one name, the later."""
    return {
        (op.namespace, op.key): Put(None if op.value is None else dict(op.value), _fields(op.index))
        for op in ops
        if isinstance(op, PutOp)
    }


def _fields(index: object) -> Fields:
    return tuple(map(str, index)) if isinstance(index, list) else index is not False


def _ranked(query: str, items: Sequence[Item]) -> list[Scored]:
    """Return the items that are searched by words, best first, and those that are not after them."""
    searched = [item for item in items if item.searched]
    scores = relevance(query, [_text(item) for item in searched])
    best = sorted(zip(scores, searched, strict=True), key=lambda each: -each[0])
    return [*best, *((None, item) for item in items if not item.searched)]


def _text(item: Item) -> str:
    paths = item.searched if isinstance(item.searched, tuple) else ("$",)
    return "\n".join(text for path in paths for text in get_text_at_path(item.value, path))


def _namespaces(op: ListNamespacesOp, known: Iterable[Namespace]) -> list[Namespace]:
    conditions = op.match_conditions or ()
    found = {
        namespace[: op.max_depth]
        for namespace in known
        if all(is_at(namespace, each.match_type, each.path) for each in conditions)
    }
    return sorted(found)[op.offset : op.offset + op.limit]


def _kept(item: Item) -> KeptItem:
    return KeptItem(
        value=dict(item.value),
        key=item.key,
        namespace=item.namespace,
        created_at=item.created,
        updated_at=item.updated,
    )


def _found(score: float | None, item: Item) -> SearchItem:
    return SearchItem(
        namespace=item.namespace,
        key=item.key,
        value=dict(item.value),
        created_at=item.created,
        updated_at=item.updated,
        score=score,
    )

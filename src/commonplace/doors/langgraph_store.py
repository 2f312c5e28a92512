"""The door for LangGraph: a `BaseStore` whose items are files, sync and async.

Operations in, items out. All puts of one batch are one write with one receipt, and what is read in a
batch is read before them, as in LangGraph's own stores. A search is ranked by words, or, where a program
brings an embedder, by meaning.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from operator import mul
from pathlib import Path

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    ensure_embeddings,
    get_text_at_path,
    validate_op_namespace,
)
from langgraph.store.base import Item as KeptItem

from commonplace.core.changes import Receipt
from commonplace.core.drawers import (
    Fields,
    Item,
    Namespace,
    in_order_of_putting,
    is_at,
    relevance,
    satisfies,
)
from commonplace.drawers.drawer import LANGGRAPH, Drawer, Items, Name, Put, drawer_folder

Scored = tuple[float | None, Item]
Vector = list[float]
WHOLE = ("$",)
"""All of a value's text, where nobody has named fields of it."""


class BatchVectors:
    """The vectors of the texts and the queries of one batch."""

    def __init__(self, texts: Mapping[str, Vector], queries: Mapping[str, Vector]) -> None:
        self._texts = texts
        self._queries = queries

    def likeness(self, query: str, texts: Iterable[str]) -> float | None:
        """Return how near the nearest of `texts` is to `query`; None where none has a vector."""
        asked = self._queries[query]
        known = (vector for text in texts if (vector := self._texts.get(text)))
        return max((sum(map(mul, asked, vector)) for vector in known), default=None)


class Vectors:
    """Makes vectors, each as long as 1, with an embedder that a program brings.

    Those of the last batch are kept while the store is open, and never in files: another embedder finds
    nothing of this one.
    """

    def __init__(self, index: IndexConfig) -> None:
        self.fields = tuple(index.get("fields") or WHOLE)
        self._embeddings = ensure_embeddings(index["embed"])
        self._kept: dict[str, Vector] = {}

    def sense(self, texts: Sequence[str], queries: Sequence[str]) -> BatchVectors:
        """Embed the queries, and of the texts what is not known yet."""
        known, new = self._known(texts)
        made = self._embeddings.embed_documents(new) if new else []
        asked = [self._embeddings.embed_query(query) for query in queries]
        return self._sense(known, new, made, dict(zip(queries, asked, strict=True)))

    async def asense(self, texts: Sequence[str], queries: Sequence[str]) -> BatchVectors:
        """Do the same with an embedder that is waited for."""
        known, new = self._known(texts)
        made = await self._embeddings.aembed_documents(new) if new else []
        asked = [await self._embeddings.aembed_query(query) for query in queries]
        return self._sense(known, new, made, dict(zip(queries, asked, strict=True)))

    def _known(self, texts: Sequence[str]) -> tuple[dict[str, Vector], list[str]]:
        kept = self._kept
        known = {text: kept[text] for text in texts if text in kept}
        return known, [text for text in dict.fromkeys(texts) if text not in known]

    def _sense(
        self,
        known: dict[str, Vector],
        new: list[str],
        made: list[Vector],
        queries: dict[str, Vector],
    ) -> BatchVectors:
        known.update(zip(new, map(_of_length_1, made), strict=True))
        self._kept = known
        return BatchVectors(known, {query: _of_length_1(each) for query, each in queries.items()})


def _of_length_1(vector: Vector) -> Vector:
    length = sqrt(sum(map(mul, vector, vector)))
    return [value / length for value in vector] if length else vector


class LangGraphStore(BaseStore):
    """Keeps each item in a JSON file of its own; every write has a receipt and can be undone.

    `path` is the folder, by default one in the user's data folder; `who` stands on the receipts. A search
    with a query is ranked by words, in every language, or by the embedder of `index`, as LangGraph's own
    stores take it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        who: str = "",
        index: IndexConfig | None = None,
    ) -> None:
        self.path = drawer_folder(LANGGRAPH) if path is None else Path(path)
        self._drawer = Drawer(self.path, who)
        self._drawer.prepare()
        self._items = Items(self._drawer)
        self.index_config: IndexConfig | None = index.copy() if index else None
        """How the store was told to rank by meaning, under the name that LangGraph's own stores have for it."""
        self._vectors = Vectors(index) if index else None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out `ops`: first everything that reads, then all puts at once."""
        asked = _validated(ops)
        sense = None
        if self._vectors and (wanted := self._to_embed(asked))[1]:
            sense = self._vectors.sense(*wanted)
        return self._carry_out(asked, sense)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same without keeping the event loop waiting for the disk."""
        asked = _validated(ops)
        sense = None
        if self._vectors and (wanted := await asyncio.to_thread(self._to_embed, asked))[1]:
            sense = await self._vectors.asense(*wanted)
        return await asyncio.to_thread(self._carry_out, asked, sense)

    def receipts(self) -> Iterator[Receipt]:
        """Yield what was written, newest first."""
        return self._drawer.receipts()

    def undo(self, receipt_id: str = "") -> Receipt:
        """Bring back what was there before a receipt, the newest that still stands when none is named."""
        return self._drawer.undo(receipt_id)

    def _to_embed(self, ops: Sequence[Op]) -> tuple[list[str], list[str]]:
        """Return the queries of `ops` and, where there are any, the texts that are searched.

        These are the texts in the files: what was redacted there is never handed to an embedder.
        """
        queries = [op.query for op in ops if isinstance(op, SearchOp) and op.query]
        items = self._items.all() if queries else []
        return [text for item in items for text in self._texts(item)], queries

    def _carry_out(self, ops: Sequence[Op], sense: BatchVectors | None) -> list[Result]:
        results = [self._read(op, sense) for op in ops]
        self._items.put(_puts(ops))
        return results

    def _read(self, op: Op, sense: BatchVectors | None) -> Result:
        match op:
            case GetOp():
                found = self._items.get(op.namespace, op.key)
                return None if found is None else _kept(found)
            case SearchOp():
                return self._search(op, sense)
            case ListNamespacesOp():
                return _namespaces(op, (item.namespace for item in self._items.all()))
            case PutOp():
                return None
            case _:
                raise ValueError(f"Unknown operation type: {type(op)}")

    def _search(self, op: SearchOp, sense: BatchVectors | None) -> list[SearchItem]:
        depth, wanted = len(op.namespace_prefix), op.filter or {}
        below = [
            item for item in self._items.all() if item.namespace[:depth] == op.namespace_prefix
        ]
        fitting = {id(item) for item in in_order_of_putting(below) if satisfies(item.value, wanted)}
        found = [item for item in below if id(item) in fitting]
        ranked = (
            self._ranked(op.query, found, sense) if op.query else [(None, item) for item in found]
        )
        return [_found(score, item) for score, item in ranked[op.offset : op.offset + op.limit]]

    def _ranked(
        self, query: str, items: Sequence[Item], sense: BatchVectors | None
    ) -> list[Scored]:
        """Return the items that are searched, best first, and those that are not after them."""
        searched = [item for item in items if item.searched]
        texts = [self._texts(item) for item in searched]
        if sense:
            scores = [sense.likeness(query, each) for each in texts]
        else:
            scores = [*relevance(query, ["\n".join(each) for each in texts])]
        found = [*zip(scores, searched, strict=True), *((None, i) for i in items if not i.searched)]
        return sorted(found, key=lambda each: (each[0] is None, -(each[0] or 0.0)))

    def _texts(self, item: Item) -> list[str]:
        """Return the texts by which an item is searched: of the fields it names, or of the store's own."""
        fields = self._vectors.fields if self._vectors else WHOLE
        paths = item.searched if isinstance(item.searched, tuple) else fields
        return [
            text for path in paths if item.searched for text in get_text_at_path(item.value, path)
        ]


def _validated(ops: Iterable[Op]) -> list[Op]:
    asked = list(ops)
    for op in asked:
        validate_op_namespace(op)
    return asked


def _puts(ops: Iterable[Op]) -> dict[Name, Put]:
    """Return what is to be kept: of two puts for one name, the later."""
    return {
        (op.namespace, op.key): Put(None if op.value is None else dict(op.value), _fields(op.index))
        for op in ops
        if isinstance(op, PutOp)
    }


def _fields(index: object) -> Fields:
    return tuple(map(str, index)) if isinstance(index, list) else index is not False


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

"""Why nothing was found: filters that no memory meets, a book without memories, or other words.

Whoever mistyped a filter must not take silence for an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.app.books import Book
from commonplace.app.indexing import index_of
from commonplace.core.memory import Memory
from commonplace.core.search import LIVING, Query
from commonplace.engines.filters import accepts, is_filtered
from commonplace.flows.recall import Searched

FILTERS = ("topic", "kind", "tag")


def why_nothing(query: Query, sources: Sequence[Searched]) -> str:
    """Return why `query` finds nothing: `filtered`, nothing is there `yet`, or something `else` is."""
    if not sources or is_filtered(query):
        return "filtered"
    return "else" if any(each.engine.status().memories for each in sources) else "yet"


def unmet(query: Query, books: Sequence[Book]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield each filter of `query` that no memory passes: its name, its value and what there is."""
    wanted = [name for name in FILTERS if getattr(query, name)]
    if not wanted:
        return
    known = [memory for book in books for memory in index_of(book).engine.outline()]
    for name in wanted:
        value = getattr(query, name)
        alone = Query(text="", statuses=LIVING, **{name: value})
        if not any(accepts(alone, memory) for memory in known):
            yield name, value, _values(name, known)


def _values(name: str, known: Sequence[Memory]) -> tuple[str, ...]:
    found = {
        value
        for memory in known
        for value in (memory.tags if name == "tag" else (getattr(memory, name),))
        if value
    }
    return tuple(sorted(found))

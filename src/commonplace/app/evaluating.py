"""The wiring of `eval`: what is asked as a hook would, of the user's book or of one made for the purpose."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from tempfile import TemporaryDirectory

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.indexing import floor_of, searched
from commonplace.config import Settings
from commonplace.core.changes import Create
from commonplace.core.memory import Memory
from commonplace.core.presets import LINGXI
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.engines.keyword import KeywordEngine
from commonplace.flows.evaluate import Ask
from commonplace.flows.inject import Asked, Source, inject
from commonplace.flows.recall import Searched
from commonplace.layouts.vault import VaultLayout
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.store import FolderStore


def asker(book: Book, settings: Settings) -> Ask:
    """Return how `book` is asked for an injection; nothing is counted."""
    return ask_of(
        Source(
            searched=searched(book, settings),
            layout=book.layout,
            floor=floor_of(book),
        )
    )


def prompts_that_hit(book: Book) -> dict[str, tuple[str, ...]]:
    """Return the latest prompts to which each memory was handed over on this machine."""
    return usage.prompts(state_of(str(book.root)))


@contextmanager
def temporary_book(memories: Sequence[Memory], today: date) -> Iterator[Ask]:
    """Make a book of `memories` that is gone afterwards, and yield how it is asked."""
    with TemporaryDirectory(prefix="commonplace-eval-") as folder:
        layout, root = VaultLayout(), os.path.join(folder, "book")
        store = FolderStore(root, state=os.path.join(folder, "state"), derives=layout.derives)
        store.make_root()
        with store.locked():
            store.refresh(layout.render([Create(memory) for memory in memories], {}, today))
        index = BookIndex(layout, store, root, cache=os.path.join(folder, "cache"))
        index.rebuild()
        book = Searched(name="project", engine=index.engine, store=store, take_in=index.take_in)
        yield ask_of(Source(searched=book, layout=layout, floor=KeywordEngine(index.sources)))


def ask_of(source: Source) -> Ask:
    """Return how one book is asked as a hook would."""
    return lambda prompt: inject(
        Asked(prompt=prompt, threshold=GATE_THRESHOLD, nonce="0"), [source], LINGXI
    )

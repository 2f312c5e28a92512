"""The wiring of `eval`: what is asked as a hook would, of the user's book or of one made for the purpose."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.contents import entry_of, holds_on, room_for
from commonplace.app.indexing import floor_of, searched
from commonplace.config import Settings
from commonplace.core.changes import Create
from commonplace.core.contents import contents_block
from commonplace.core.injection import count_tokens
from commonplace.core.memory import Memory
from commonplace.core.presets import CONTENTS
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.engines.keyword import KeywordEngine
from commonplace.flows.evaluate import Ask, Contents
from commonplace.flows.inject import Asked, Source, inject
from commonplace.flows.recall import Searched
from commonplace.layouts.vault import VaultLayout
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.retention import scratch_folder
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


def contents_of(memories: Sequence[Memory], settings: Settings, today: date) -> Contents:
    """Return what a session would be told of `memories`; nothing where the preset lists none."""
    told = [each for each in memories if each.is_active and holds_on(each, today)]
    text = ""
    if settings.injection == CONTENTS.name:
        text, _ = contents_block([entry_of(each, "") for each in told], room_for(settings))
    lines = {line.removeprefix("- ").partition(": ")[0] for line in text.split("\n")}
    return Contents(
        listed=frozenset(each.id for each in told if each.id in lines),
        memories=len(told),
        tokens=count_tokens(text) if text else 0,
    )


@contextmanager
def temporary_book(memories: Sequence[Memory], today: date) -> Iterator[Ask]:
    """Make a book of `memories` that is gone afterwards, and yield how it is asked."""
    with scratch_folder() as folder:
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
        Asked(prompt=prompt, threshold=GATE_THRESHOLD, nonce="0"), [source], CONTENTS
    )

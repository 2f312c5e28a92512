"""The wiring of contents: what the books at hand tell an agent when a session begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from commonplace.app.books import Book
from commonplace.app.indexing import index_of
from commonplace.config import Settings
from commonplace.core.contents import Entry, Room, contents_of_both, is_pinned, rule_of
from commonplace.core.hashing import digest
from commonplace.core.injection import is_due
from commonplace.core.memory import Memory
from commonplace.core.presets import CONTENTS
from commonplace.engines.local.troubles import Trouble
from commonplace.flows.session_block import overview, session_block

AT_ONCE = 200
"""Files taken in by one update: a first index that takes too long is gone on with at the first prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBlock:
    """What one book tells when a session begins."""

    book: Book
    text: str
    memories: int
    """How many memories may be told as facts."""
    whole: tuple[Entry, ...] = ()
    """Those that stand in the text with all they say."""

    @property
    def listed(self) -> int:
        """How many memories have a line of their own."""
        return self.text.count("\n- ") if self.memories else 0


def session_blocks(
    books: Sequence[Book], preset: str, room: Room, today: date
) -> tuple[SessionBlock, ...]:
    """Return what each of `books` tells, the project's first: its contents, or its preset's own block.

    A book that nobody trusts tells nothing.
    """
    trusted = [book for book in books if book.is_trusted]
    if preset != CONTENTS.name:
        return tuple(SessionBlock(book=each, text=_overview(each), memories=0) for each in trusted)
    told = {book: session_block(book.layout, book.store) for book in trusted if _is_profile(book)}
    found = {book: entries_of(book, today) for book in trusted if book not in told}
    own = next((each for book, each in found.items() if not book.is_personal), [])
    personal = next((each for book, each in found.items() if book.is_personal), [])
    left = room.without(line for text in told.values() for line in (*text.split("\n"), ""))
    blocks = contents_of_both(own, personal, left)
    return tuple(
        SessionBlock(book=book, text=told[book], memories=0)
        if book in told
        else SessionBlock(
            book=book,
            text=blocks[book.is_personal][0],
            memories=len(found[book]),
            whole=blocks[book.is_personal][1],
        )
        for book in trusted
    )


def room_for(settings: Settings) -> Room:
    """Return how much contents may take, whatever the host shows."""
    return Room(settings.contents_tokens)


def joined(blocks: Sequence[SessionBlock]) -> str:
    """Return what a session is told, one book after the other."""
    return "\n\n".join(each.text for each in blocks if each.text)


def entries_of(book: Book, today: date) -> list[Entry]:
    """Return the memories of `book` that may be listed, from its index; a large book is not read whole."""
    index = index_of(book)
    try:
        index.freshen(AT_ONCE)
        return index.engine.entries(today.isoformat())
    except (OSError, Trouble):  # the cache folder may not be ours to write
        return _entries_in_files(book, today)


def _entries_in_files(book: Book, today: date) -> list[Entry]:
    files = book.store.read(book.layout.reads).files
    reading = book.layout.parse(files)
    return [
        entry_of(memory, digest(files[reading.places[memory.id].path]))
        for memory in reading.memories
        if memory.is_active and holds_on(memory, today)
    ]


def entry_of(memory: Memory, sha256: str) -> Entry:
    """Return `memory` as the contents list it."""
    text, is_whole = rule_of(memory)
    day = memory.modified or memory.created
    return Entry(
        memory.id,
        text,
        topic=memory.topic,
        is_whole=is_whole,
        is_pinned=is_pinned(memory),
        uses=memory.usage.count,
        day=day.isoformat() if day else "",
        sha256=sha256,
    )


def holds_on(memory: Memory, today: date) -> bool:
    """Say whether `memory` holds on that day."""
    first, last = memory.validity.valid_from, memory.validity.valid_to
    return is_due(
        first.isoformat() if first else "", last.isoformat() if last else "", today.isoformat()
    )


def _overview(book: Book) -> str:
    """Return what the presets of the original systems tell, from the index where there is one."""
    if _is_profile(book):
        return session_block(book.layout, book.store)
    index = index_of(book)
    try:
        index.freshen(AT_ONCE)
        return overview(index.engine.outline())
    except (OSError, Trouble):
        return session_block(book.layout, book.store)


def _is_profile(book: Book) -> bool:
    return book.layout.traits.reads_whole

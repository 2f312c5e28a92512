"""The notes that matter for one question, laid out as ranking wants them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from commonplace.core.ranking import passage_key
from commonplace.engines.local.records import record_of

_FULL = 255


@dataclass(frozen=True, slots=True)
class Note:
    """A note that was brought here: its number on the server, its size and its record."""

    number: int
    size: int
    record: tuple[str, ...]


def notes_of(rows: Iterable[tuple[object, ...]]) -> list[Note]:
    """Return rows of number, size and record as notes."""
    return [
        Note(cast("int", number), cast("int", size), record_of(bytes(cast("bytes", record))))
        for number, size, record in rows
    ]


class Table:
    """Notes of the server's, numbered anew from zero."""

    def __init__(self, passages: int) -> None:
        self._passages = passages
        self._places: dict[int, int] = {}
        self.notes: list[Note] = []

    def add(self, notes: Iterable[Note]) -> None:
        """Take in notes that are not there yet."""
        for note in notes:
            if note.number not in self._places:
                self._places[note.number] = len(self.notes)
                self.notes.append(note)

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def key(self, note: int, place: int) -> int | None:
        """Return the key of a passage here; None when its note was not brought."""
        at = self._places.get(note)
        return None if at is None else passage_key(at, place)

    @property
    def sizes(self) -> bytes:
        """Return the size of each note, and behind them what is left of the book in a few large ones."""
        own = bytes(note.size for note in self.notes)
        many, rest = divmod(max(self._passages - sum(own), 0), _FULL)
        return own + bytes([_FULL]) * many + (bytes([rest]) if rest else b"")

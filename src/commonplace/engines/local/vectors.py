"""Make the vectors of an index: beside the words, after them, a batch at a time.

Words answer while this runs, and a run that is cut short keeps the batches it has written. Vectors of
another embedder are dropped before the first batch of new ones.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from commonplace.core.gate import Judge
from commonplace.core.memory import Status
from commonplace.core.passages import meant_of, passages_of
from commonplace.core.ports import Embedder
from commonplace.core.ranking import passage_key
from commonplace.core.search import Source
from commonplace.core.values import dataclass
from commonplace.engines.embedders.arrays import row_size, signs_of_rows
from commonplace.engines.local.build import read_files
from commonplace.engines.local.query import read_blob
from commonplace.engines.local.records import SEAL_BYTES, record_text, sealed
from commonplace.engines.local.spaces import (
    ENGLISH,
    MULTILINGUAL,
    OWN,
    Sense,
    Space,
    cosines,
    is_english_first,
    leaf_of,
    read_space,
    row_number,
)
from commonplace.errors import ConfigError

PASSAGES_IN_A_LEAF = 4096
PASSAGES_AT_ONCE = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderChoice:
    """An embedder that is there to be used, not yet loaded: which space it fills, and how it is opened."""

    space: int
    open: Callable[[], Embedder]
    takes: Callable[[str], bool] = lambda _: True
    """Says whether the embedder understands a text; what it does not is left to another."""
    judge: Judge | None = None
    """What its cosines mean for the gate; None for a model nobody has measured."""


def vectors_by(connection: sqlite3.Connection, choice: EmbedderChoice) -> Embedder | None:
    """Return the embedder that made the vectors in the choice's space, when it is still the same one."""
    space = read_space(connection, choice.space)
    if space is None:
        return None
    try:
        embedder = choice.open()
    except ConfigError:  # reads degrade: its package has gone
        return None
    return embedder if embedder.identity.key == space.key else None


def sensed(
    connection: sqlite3.Connection,
    choices: Iterable[EmbedderChoice],
    text: str,
    ranked: list[tuple[float, int]],
    sizes: bytes,
) -> Sense:
    """Return what words found together with what the first choice makes of it that understands the text."""
    for choice in choices:
        space = read_space(connection, choice.space)
        if space is None or not space.held or not _suits(connection, choice, text):
            continue
        if embedder := vectors_by(connection, choice):
            query = embedder.embed_query(text)
            found = cosines(connection, space, query, ranked, sizes)
            return Sense(ranked, found, text, choice.judge, query)
    return Sense(ranked, {}, text)


def _suits(connection: sqlite3.Connection, choice: EmbedderChoice, text: str) -> bool:
    if choice.space != ENGLISH:
        return True
    many = read_space(connection, MULTILINGUAL)
    return choice.takes(text) and is_english_first(read_space(connection, ENGLISH), many)


@dataclass(frozen=True, slots=True)
class UnembeddedNote:
    """A note that a space does not know: its number, its passages, and whether they are to be embedded."""

    note: int
    passages: tuple[str, ...]
    is_taken: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """Return what is to be embedded: nothing of a note in a language that is another model's."""
        return self.passages if self.is_taken else ()


def unseen(
    connection: sqlite3.Connection, choice: EmbedderChoice, sources: Iterable[Source]
) -> Iterator[UnembeddedNote]:
    """Yield the notes of these files that the choice's space does not know yet, as they were indexed."""
    known = read_files(connection)
    done = embedded(connection, choice.space)
    for source in sources:
        row = known.get(source.path)
        if row is None or row.sha256 != source.sha256:
            continue
        alive = (m for m in source.memories if m.status is not Status.TOMBSTONED)
        for note, memory in zip(row.notes, alive, strict=True):
            if note not in done:
                passages = meant_of(memory)
                yield UnembeddedNote(note, passages, choice.takes("\n".join(passages_of(memory))))


def unseen_paths(connection: sqlite3.Connection, choice: EmbedderChoice) -> list[str]:
    """Return the files with notes that the choice's space does not know yet: all, when it is another's."""
    done = embedded(connection, choice.space) if vectors_by(connection, choice) else set()
    return [p for p, row in read_files(connection).items() if not done.issuperset(row.notes)]


def lacks(connection: sqlite3.Connection, space: int) -> bool:
    """Say whether there are notes that the space does not know, whoever's it is."""
    done = embedded(connection, space)
    return any(not done.issuperset(row.notes) for row in read_files(connection).values())


def embedded(connection: sqlite3.Connection, space: int, at_least: int = 0) -> set[int]:
    """Return the numbers of the notes that the space knows; those alone that have rows, if `at_least` 1."""
    rows = connection.execute(
        "SELECT id FROM rows WHERE id BETWEEN ? AND ? AND length(blob) >= ?",
        (row_number(space, 0), row_number(space + 1, 0) - 1, at_least + SEAL_BYTES),
    )
    return {number - row_number(space, 0) for (number,) in rows}


def embedded_passages(connection: sqlite3.Connection, sizes: bytes) -> tuple[tuple[str, int], ...]:
    """Return the key of each space that there is, and how many living passages it holds."""
    found = (read_space(connection, number) for number in (ENGLISH, MULTILINGUAL, OWN))
    return tuple(
        (space.key, sum(sizes[note] for note in embedded(connection, space.number, at_least=1)))
        for space in found
        if space is not None
    )


def begin(connection: sqlite3.Connection, number: int, embedder: Embedder) -> None:
    """Make the space empty and the embedder's own, whoever's it was."""
    first, last = row_number(number, 0), row_number(number + 1, 0) - 1
    for table in ("rows", "signs"):
        connection.execute(f"DELETE FROM {table} WHERE id BETWEEN ? AND ?", (first, last))  # noqa: S608 - our own table names
    identity = embedder.identity
    _put_space(connection, Space(number, identity.key, identity.dimension, 0, 0))


def batches(found: Iterable[UnembeddedNote]) -> Iterator[list[UnembeddedNote]]:
    """Yield notes together, about as many passages at once as an embedder likes."""
    batch: list[UnembeddedNote] = []
    for each in found:
        batch.append(each)
        if sum(len(one.texts) for one in batch) >= PASSAGES_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def put_vectors(
    connection: sqlite3.Connection,
    number: int,
    key: str,
    batch: Sequence[UnembeddedNote],
    rows: bytes,
) -> None:
    """Keep the rows of a batch, none for those without texts; what changed meanwhile is passed over."""
    space = read_space(connection, number)
    if space is None or space.key != key:
        return
    sizes = read_blob(connection, "state", 1)
    done = embedded(connection, number)
    size, at = row_size(space.dimension), 0
    keys: list[int] = []
    kept: list[bytes] = []
    for each in batch:
        own = rows[at : at + size * len(each.texts)]
        at += len(own)
        if sizes[each.note] == len(each.passages) and each.note not in done:
            _put(connection, "rows", row_number(number, each.note), own)
            keys += (passage_key(each.note, place) for place in range(len(each.texts)))
            kept.append(own)
    _grow(connection, space, keys, signs_of_rows(b"".join(kept), space.dimension))


def _grow(connection: sqlite3.Connection, space: Space, keys: Sequence[int], signs: bytes) -> None:
    """Add passages to the last leaf, and begin new ones as they fill."""
    all_keys, all_signs = array("I"), b""
    if space.leaves:
        space.leaves -= 1
        last, old = leaf_of(connection, space, space.leaves)
        all_keys, all_signs = array("I", last), old
    all_keys.extend(keys)
    all_signs += signs
    space.held += len(keys)
    width = space.dimension // 8
    for start in range(0, len(all_keys), PASSAGES_IN_A_LEAF):
        end = start + PASSAGES_IN_A_LEAF
        leaf = all_keys[start:end].tobytes() + all_signs[start * width : end * width]
        _put(connection, "signs", row_number(space.number, space.leaves), leaf)
        space.leaves += 1
    _put_space(connection, space)


def _put_space(connection: sqlite3.Connection, space: Space) -> None:
    record = record_text((space.key, str(space.dimension), str(space.leaves), str(space.held)))
    _put(connection, "spaces", space.number, record)


def _put(connection: sqlite3.Connection, table: str, number: int, payload: bytes) -> None:
    blob = sealed(payload, f"{table} {number}")
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", (number, blob))  # noqa: S608 - our own table names

"""Bring to the server what this machine holds: the words first, then the vectors, a batch at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, cast

from commonplace.core.ports import Embedder, Progress
from commonplace.engines.local.records import PATH
from commonplace.engines.postgres import meaning, shelving
from commonplace.engines.postgres.asking import Note
from commonplace.engines.postgres.meaning import has_vectors
from commonplace.engines.postgres.part import Part
from commonplace.engines.postgres.server import Server, Session

FILES_AT_ONCE = 100
NOTES_AT_ONCE = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """What had to be done."""

    files: int = 0
    """New versions that were brought to the server."""
    notes: int = 0
    """Notes that were given vectors there."""


def sync_words(server: Server, part: Part, progress: Progress | None = None) -> int:
    """Bring every version that the server lacks, and say of all others that we still hold them."""
    missing = server.write(part.missing)
    done = 0
    for batch in _batches(missing, FILES_AT_ONCE):
        sources = tuple(part.read(batch))
        done += server.write(partial(shelving.put, name=part.name, sources=sources))
        if progress:
            progress(min(done, len(missing)), len(missing))
    server.write(partial(shelving.claim, name=part.name, versions=tuple(part.own())))
    return done


def sync_vectors(
    server: Server, part: Part, embedder: Embedder, progress: Progress | None = None
) -> int:
    """Give vectors to those of our notes that have none of this embedder's; nothing without pgvector.

    Nothing is locked on the server while a batch is embedded here.
    """
    unseen = server.write(lambda session: _unseen(session, part, embedder.identity.key))
    done = 0
    for batch in _batches(unseen, NOTES_AT_ONCE):
        sources = {each.path: each for each in part.read({note.record[PATH] for note in batch})}
        found = meaning.texts_of(batch, sources)
        rows = embedder.embed_passages([text for each in found for text in each.texts])
        server.write(partial(_keep, part=part, embedder=embedder, found=found, rows=rows))
        done += len(batch)
        if progress:
            progress(done, len(unseen))
    return done


def _keep(
    session: Session, part: Part, embedder: Embedder, found: list[meaning.Unseen], rows: bytes
) -> None:
    book = part.look(session, lets_miss=True).book
    meaning.put_vectors(session, book, embedder, found, rows)


def _unseen(session: Session, part: Part, key: str) -> list[Note]:
    if not meaning.has_vectors(session):
        return []
    view = part.look(session, lets_miss=True)
    if not view.book:
        return []
    return meaning.read_unseen(session, view, meaning.open_space(session, view.book, key))


def _batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def sweep(session: Session, book: int, own: Sequence[bytes], unseen_days: int) -> int:
    """Forget the versions that nobody has claimed for so many days and we do not hold; count them."""
    rows = session.rows(
        "SELECT file FROM commonplace.files WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND seen <= current_date - %(days)s AND version <> ALL(%(own)s)",
        {"book": book, "days": unseen_days, "own": list(own)},
    )
    files = [cast("int", file) for (file,) in rows]
    if files:
        _forget(session, book, files)
    return len(files)


def sweep_all(session: Session, book: int) -> None:
    """Forget the whole book, everybody's versions included."""
    tables = ["postings", "spaces", "notes", "files"]
    for table in ["vectors", *tables] if has_vectors(session) else tables:
        session.run(_EMPTIED[table], {"book": book})
    _note_sweeping(session, book)


_EMPTIED = {
    "vectors": "DELETE FROM commonplace.vectors WHERE tenant = %(tenant)s AND book = %(book)s",
    "postings": "DELETE FROM commonplace.postings WHERE tenant = %(tenant)s AND book = %(book)s",
    "spaces": "DELETE FROM commonplace.spaces WHERE tenant = %(tenant)s AND book = %(book)s",
    "notes": "DELETE FROM commonplace.notes WHERE tenant = %(tenant)s AND book = %(book)s",
    "files": "DELETE FROM commonplace.files WHERE tenant = %(tenant)s AND book = %(book)s",
}


def _forget(session: Session, book: int, files: Sequence[int]) -> None:
    rows = session.rows(
        "DELETE FROM commonplace.notes WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND file = ANY(%(files)s) RETURNING note",
        {"book": book, "files": list(files)},
    )
    values = {"book": book, "notes": [note for (note,) in rows], "files": list(files)}
    session.run(
        "DELETE FROM commonplace.postings WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND note = ANY(%(notes)s)",
        values,
    )
    if has_vectors(session):
        session.run(
            "DELETE FROM commonplace.vectors WHERE tenant = %(tenant)s AND book = %(book)s"
            " AND note = ANY(%(notes)s)",
            values,
        )
    session.run(
        "DELETE FROM commonplace.files WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND file = ANY(%(files)s)",
        values,
    )
    _note_sweeping(session, book)


def _note_sweeping(session: Session, book: int) -> None:
    session.run(
        "UPDATE commonplace.books SET revision = revision + 1, swept = swept + 1"
        " WHERE tenant = %(tenant)s AND book = %(book)s",
        {"book": book},
    )

"""Take off the shelves what nobody holds any more; the files can bring all of it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from commonplace.engines.postgres.meaning import has_vectors
from commonplace.engines.postgres.server import Session


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

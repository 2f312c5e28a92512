"""Ask and keep vectors on the server, where it has pgvector; without it words alone answer.

A vector is kept as the whole numbers of its row: a cosine does not depend on the length, and half
precision holds them exactly, so that both engines compare the same figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isnan
from typing import cast

from commonplace.core import weights
from commonplace.core.passages import passages_of
from commonplace.core.ports import Embedder
from commonplace.core.ranking import note_of, passage_key
from commonplace.core.search import Source
from commonplace.engines.embedders.rows import row_size
from commonplace.engines.local.records import ID, PATH, SHA256
from commonplace.engines.postgres.asking import Note, Question, Table, notes_of
from commonplace.engines.postgres.server import Session
from commonplace.engines.postgres.view import View

_SCALE_BYTES = 4


@dataclass(frozen=True, slots=True)
class Unseen:
    """A note without vectors, and the texts of its passages."""

    note: int
    texts: tuple[str, ...]


def has_vectors(session: Session) -> bool:
    """Say whether the database has room for vectors: pgvector was there when it was prepared."""
    return session.rows("SELECT to_regclass('commonplace.vectors') IS NOT NULL") == [(True,)]


def read_spaces(session: Session, book: int) -> dict[str, int]:
    """Return the number of each embedder's space by the embedder's key."""
    rows = session.rows(
        "SELECT key, space FROM commonplace.spaces WHERE tenant = %(tenant)s AND book = %(book)s",
        {"book": book},
    )
    return dict(cast("list[tuple[str, int]]", rows))


def open_space(session: Session, book: int, key: str) -> int:
    """Return the number of the embedder's space, made if need be."""
    session.run(
        "INSERT INTO commonplace.spaces (tenant, book, space, key)"
        " SELECT %(tenant)s, %(book)s, coalesce(max(space), 0) + 1, %(key)s"
        " FROM commonplace.spaces WHERE tenant = %(tenant)s AND book = %(book)s"
        " HAVING NOT coalesce(bool_or(key = %(key)s), false)"
        " ON CONFLICT DO NOTHING",
        {"book": book, "key": key},
    )
    spaces = read_spaces(session, book)
    return spaces[key] if key in spaces else open_space(session, book, key)


def cosines(
    question: Question,
    space: int,
    vector: Sequence[float],
    ranked: Iterable[tuple[float, int]],
    table: Table,
) -> dict[int, float]:
    """Return how near in meaning the candidates are: those that words named, and the nearest of all.

    The notes of the nearest are added to `table`.
    """
    named = {
        (table.notes[note_of(key)].number, key - passage_key(note_of(key), 0))
        for _, key in islice(ranked, weights.COMPARED_PASSAGES)
    }
    values = {"space": space, "vector": f"[{','.join(map(str, vector))}]"}
    nearest = question.rows(
        "SELECT note, place, vector <=> %(vector)s::halfvec AS distance FROM commonplace.vectors"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND space = %(space)s"
        " AND note <> ALL(%(others)s)"
        " AND (%(ours)s::integer[] IS NULL OR note = ANY(%(ours)s))"
        " ORDER BY distance LIMIT %(most)s",
        {**values, "most": weights.MEANING_CANDIDATES},
    )
    by_words = question.rows(
        "SELECT note, place, vector <=> %(vector)s::halfvec FROM commonplace.vectors"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND space = %(space)s"
        " AND note = ANY(%(named)s)",
        {**values, "named": sorted({note for note, _ in named})},
    )
    found = cast("list[tuple[int, int, float]]", nearest)
    found += [row for row in cast("list[tuple[int, int, float]]", by_words) if row[:2] in named]
    table.add(question.notes(note for note, _, _ in found if note not in table))
    cosines = {table.key(note, place): 1 - distance for note, place, distance in found}
    return {key: each for key, each in cosines.items() if key is not None and not isnan(each)}


def read_unseen(session: Session, view: View, space: int) -> list[Note]:
    """Return the notes of ours that the space does not hold yet."""
    rows = session.rows(
        "SELECT n.note, n.size, n.record FROM commonplace.notes n"
        " WHERE n.tenant = %(tenant)s AND n.book = %(book)s AND n.note <> ALL(%(others)s)"
        " AND (%(ours)s::integer[] IS NULL OR n.note = ANY(%(ours)s))"
        " AND NOT EXISTS (SELECT FROM commonplace.vectors v"
        "   WHERE v.tenant = %(tenant)s AND v.book = %(book)s AND v.space = %(space)s"
        "   AND v.note = n.note)",
        {**view.values, "space": space},
    )
    return notes_of(rows)


def texts_of(notes: Iterable[Note], sources: Mapping[str, Source]) -> list[Unseen]:
    """Return the passages of these notes, as far as their files are still what they were."""
    found = []
    for note in notes:
        source = sources.get(note.record[PATH])
        if source is None or source.sha256 != note.record[SHA256]:
            continue
        memory = next((m for m in source.memories if m.id == note.record[ID]), None)
        if memory and len(texts := passages_of(memory)) == note.size:
            found.append(Unseen(note.number, texts))
    return found


def put_vectors(
    session: Session, book: int, embedder: Embedder, batch: Sequence[Unseen], rows: bytes
) -> None:
    """Keep the rows of a batch; those of notes that went away meanwhile are left out."""
    space = open_space(session, book, embedder.identity.key)
    size = row_size(embedder.identity.dimension)
    places = [(each.note, place) for each in batch for place in range(len(each.texts))]
    session.run(
        "INSERT INTO commonplace.vectors (tenant, book, space, note, place, vector)"
        " SELECT %(tenant)s, %(book)s, %(space)s, w.note, w.place, w.vector::halfvec"
        " FROM unnest(%(notes)s::integer[], %(places)s::smallint[], %(vectors)s::text[])"
        "   AS w (note, place, vector)"
        " JOIN commonplace.notes n ON n.note = w.note"
        " WHERE n.tenant = %(tenant)s AND n.book = %(book)s"
        " ON CONFLICT DO NOTHING",
        {
            "book": book,
            "space": space,
            "notes": [note for note, _ in places],
            "places": [place for _, place in places],
            "vectors": [
                _written(rows[at : at + size]) for at in range(0, size * len(places), size)
            ],
        },
    )


def _written(row: bytes) -> str:
    numbers = memoryview(row)[_SCALE_BYTES:].cast("b").tolist()
    return f"[{','.join(map(str, numbers))}]"


def embedded_passages(session: Session, view: View) -> tuple[tuple[str, int], ...]:
    """Return the key of each space that there is, and how many of our passages it holds."""
    rows = session.rows(
        "SELECT s.key, count(v.note) FROM commonplace.spaces s"
        " LEFT JOIN commonplace.vectors v ON v.tenant = s.tenant AND v.book = s.book"
        "   AND v.space = s.space AND v.note <> ALL(%(others)s)"
        "   AND (%(ours)s::integer[] IS NULL OR v.note = ANY(%(ours)s))"
        " WHERE s.tenant = %(tenant)s AND s.book = %(book)s GROUP BY s.key ORDER BY s.key",
        view.values,
    )
    return tuple(cast("list[tuple[str, int]]", rows))

"""Ask and keep vectors on the server, where it has pgvector; without it words alone answer.

A vector is kept as the whole numbers of its row: a cosine does not depend on the length, and half
precision holds them exactly, so that both engines compare the same figures.

Ask the words of a book on the server: the same scores as the embedded engine, by construction.

The server counts how often each word occurs and finds the best passages by their plain scores; what is
near them is brought here, and ranked by the same functions that rank an embedded index. Each statement
reads one table by its key: a server that has no statistics yet cannot choose a bad way to do that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import isnan
from typing import LiteralString, cast

from commonplace.core import weights
from commonplace.core.passages import meant_of
from commonplace.core.ports import Embedder
from commonplace.core.ranking import bm25, code_weights, note_of, passage_key, rarity, supported
from commonplace.core.search import Query, Source
from commonplace.core.tokens import asked_tokens, parted
from commonplace.core.values import dataclass
from commonplace.engines.embedders.arrays import row_size
from commonplace.engines.local.query import Asked
from commonplace.engines.local.records import ID, PATH, SHA256, record_of
from commonplace.engines.postgres.server import Row, TeamSession, Values
from commonplace.engines.postgres.upload import CUT_MARK
from commonplace.engines.postgres.view import PartView

_FULL = 255


@dataclass(frozen=True, slots=True)
class ServerNote:
    """A note that was brought here: its number on the server, its size and its record."""

    number: int
    size: int
    record: tuple[str, ...]


def notes_of(rows: Iterable[tuple[object, ...]]) -> list[ServerNote]:
    """Return rows of number, size and record as notes."""
    return [
        ServerNote(cast("int", number), cast("int", size), record_of(bytes(cast("bytes", record))))
        for number, size, record in rows
    ]


class Table:
    """Notes of the server's, numbered anew from zero."""

    def __init__(self, passages: int) -> None:
        self._passages = passages
        self._places: dict[int, int] = {}
        self.notes: list[ServerNote] = []

    def add(self, notes: Iterable[ServerNote]) -> None:
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


ELSEWHERE = -1
"""The key of passages that hold a word but were not brought here."""

_TO_CHOOSE_FROM = 2 * weights.CANDIDATES
"""Some of the best passages may be of notes that nobody approved."""


_BEST_PASSAGES: LiteralString = """
WITH opened AS (
    SELECT note, place, sum(
        (%(rare)s::float8[])[array_position(%(words)s::bytea[], word)]
        * (%(by_code)s::float8[])[code + 1]
    ) AS score
    FROM commonplace.postings
    WHERE tenant = %(tenant)s AND book = %(book)s AND word = ANY(%(opening)s)
      AND note <> ALL(%(others)s)
      AND (%(ours)s::integer[] IS NULL OR note = ANY(%(ours)s))
    GROUP BY note, place
)
SELECT note, place, score + coalesce((
    SELECT sum(
        (%(rare)s::float8[])[array_position(%(words)s::bytea[], p.word)]
        * (%(by_code)s::float8[])[p.code + 1]
    )
    FROM commonplace.postings p
    WHERE p.tenant = %(tenant)s AND p.book = %(book)s AND p.word = ANY(%(adding)s)
      AND p.note = opened.note AND p.place = opened.place
), 0) AS total
FROM opened ORDER BY total DESC FETCH FIRST %(most)s ROWS WITH TIES
"""
"""The rare words name passages; the common ones only add to the scores of those."""


@dataclass(frozen=True, slots=True)
class ServerQuestion:
    """A question to one machine's part of a book, within one transaction."""

    session: TeamSession
    whole: PartView
    """Everything of ours: how rare a word is does not depend on what is asked for."""
    view: PartView
    """What of it passes the filters."""
    query: Query

    def rows(self, statement: LiteralString, values: Values) -> list[Row]:
        """Return what is found in the part of the book that may answer."""
        return self.session.rows(statement, {**self.view.values, **values})

    def notes(self, numbers: Iterable[int]) -> list[ServerNote]:
        """Return those of the notes that may be served."""
        rows = self.rows(
            "SELECT note, size, record FROM commonplace.notes WHERE tenant = %(tenant)s"
            " AND book = %(book)s AND note = ANY(%(numbers)s) AND status = ANY(%(statuses)s)",
            {"numbers": sorted(set(numbers)), "statuses": sorted(self.query.statuses)},
        )
        return notes_of(rows)


def look_up(question: ServerQuestion) -> tuple[list[Asked], Table]:
    """Return each word of the question with what it gives, and the notes that it is given to."""
    view = question.view
    words, counts = _forms(question)
    table = Table(view.passages)
    if not words:
        return [], table
    rares = [rarity(_standing(question, forms, counts), view.passages) for forms in words]
    rare: dict[str, float] = {}
    for forms, own in zip(words, rares, strict=True):  # two words may have a form in common
        rare |= {form: max(own, rare.get(form, own)) for form in forms}
    by_code = code_weights(view.words / max(view.passages, 1))
    opening = _opening(counts) if view is question.whole else len(counts)
    best = _best(question, {word: rare[word] for word in counts}, opening, by_code)
    table.add(question.notes(note for note, _, _ in best))
    found = _postings(question, list(counts), table)
    asked: list[Asked] = []
    for forms, own in zip(words, rares, strict=True):
        held = [found[form] for form in reversed(forms) if form in found]
        worth = bm25(own, held, by_code)
        if not worth and any(form in counts for form in forms):
            worth = {ELSEWHERE: 0.0}
        asked.append((forms[0], own, worth))
    return asked, table


def rank(asked: Iterable[Asked], sizes: bytes) -> list[tuple[float, int]]:
    """Return (score, key) of the best passages that were brought here, best first."""
    return supported([worth for _, _, worth in asked if worth and ELSEWHERE not in worth], sizes)


def _forms(question: ServerQuestion) -> tuple[list[tuple[str, ...]], dict[str, int]]:
    """Return each word of the question in its forms, and in how many passages each form stands."""
    words = asked_tokens(question.query.text, cutting=True)
    forms = [form for forms in words for form in forms]
    starts = [parted(forms[0]) for forms in words]
    counts = _counts(question, [CUT_MARK, *forms, *filter(None, starts)]) if words else {}
    if not counts.pop(CUT_MARK, 0):
        words = asked_tokens(question.query.text, cutting=False)
    words = [
        forms if any(form in counts for form in forms) or not start else (*forms, start)
        for forms, start in zip(words, starts, strict=True)
    ]
    asked_for = {form for forms in words for form in forms}
    return words, {word: count for word, count in counts.items() if word in asked_for}


def _counts(question: ServerQuestion, words: Sequence[str]) -> dict[str, int]:
    """Return in how many passages each word stands, the rarest first."""
    rows = question.session.rows(
        "SELECT word, count(*) FROM commonplace.postings"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND word = ANY(%(words)s)"
        " AND note <> ALL(%(others)s)"
        " AND (%(ours)s::integer[] IS NULL OR note = ANY(%(ours)s))"
        " GROUP BY word ORDER BY 2, 1",
        {**question.whole.values, "words": [_bytes(word) for word in words]},
    )
    return {_text(cast("bytes", word)): cast("int", count) for word, count in rows}


def _standing(question: ServerQuestion, forms: Sequence[str], counts: dict[str, int]) -> int:
    """Return in how many passages a word stands in any of its forms; a passage that holds several is one."""
    known = [form for form in forms if form in counts]
    if len(known) < 2:
        return sum(counts[form] for form in known)
    ((count,),) = question.session.rows(
        "SELECT count(DISTINCT (note, place)) FROM commonplace.postings"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND word = ANY(%(words)s)"
        " AND note <> ALL(%(others)s)"
        " AND (%(ours)s::integer[] IS NULL OR note = ANY(%(ours)s))",
        {**question.whole.values, "words": [_bytes(form) for form in known]},
    )
    return cast("int", count)


def _opening(counts: dict[str, int]) -> int:
    """Return how many words may name passages: the rare ones, until one has named plenty."""
    plenty = weights.PLENTY * weights.CANDIDATES
    at_first = (at for at, count in enumerate(counts.values(), start=1) if count >= plenty)
    return next(at_first, len(counts))


def _best(
    question: ServerQuestion, rare: dict[str, float], opening: int, by_code: Sequence[float]
) -> list[tuple[int, int, float]]:
    """Return note, place and plain score of the best passages; words come with the rarest first."""
    words = [_bytes(word) for word in rare]
    values = {
        "words": words,
        "opening": words[:opening],
        "adding": words[opening:],
        "rare": list(rare.values()),
        "by_code": list(by_code),
        "most": _TO_CHOOSE_FROM,
    }
    return cast("list[tuple[int, int, float]]", question.rows(_BEST_PASSAGES, values))


def _postings(
    question: ServerQuestion, words: Sequence[str], table: Table
) -> dict[str, tuple[list[int], bytes]]:
    rows = question.rows(
        "SELECT word, note, place, code FROM commonplace.postings"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND word = ANY(%(words)s)"
        " AND note = ANY(%(brought)s) ORDER BY note, place",
        {
            "words": [_bytes(word) for word in words],
            "brought": [note.number for note in table.notes],
        },
    )
    found: dict[str, tuple[list[int], list[int]]] = {}
    for word, note, place, code in cast("list[tuple[bytes, int, int, int]]", rows):
        keys, codes = found.setdefault(_text(word), ([], []))
        key = table.key(note, place)
        if key is not None:
            keys.append(key)
            codes.append(code)
    return {word: (keys, bytes(codes)) for word, (keys, codes) in found.items()}


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")


def _text(word: bytes) -> str:
    return bytes(word).decode("utf-8", "surrogatepass")


_SCALE_BYTES = 4


@dataclass(frozen=True, slots=True)
class UnseenNote:
    """A note without vectors, and the texts of its passages."""

    note: int
    texts: tuple[str, ...]


def has_vectors(session: TeamSession) -> bool:
    """Say whether the database has room for vectors: pgvector was there when it was prepared."""
    return session.rows("SELECT to_regclass('commonplace.vectors') IS NOT NULL") == [(True,)]


def read_spaces(session: TeamSession, book: int) -> dict[str, int]:
    """Return the number of each embedder's space by the embedder's key."""
    rows = session.rows(
        "SELECT key, space FROM commonplace.spaces WHERE tenant = %(tenant)s AND book = %(book)s",
        {"book": book},
    )
    return dict(cast("list[tuple[str, int]]", rows))


def open_space(session: TeamSession, book: int, key: str) -> int:
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
    question: ServerQuestion,
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


def read_unseen(session: TeamSession, view: PartView, space: int) -> list[ServerNote]:
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


def texts_of(notes: Iterable[ServerNote], sources: Mapping[str, Source]) -> list[UnseenNote]:
    """Return the passages of these notes, as far as their files are still what they were."""
    found = []
    for note in notes:
        source = sources.get(note.record[PATH])
        if source is None or source.sha256 != note.record[SHA256]:
            continue
        memory = next((m for m in source.memories if m.id == note.record[ID]), None)
        if memory and len(texts := meant_of(memory)) == note.size:
            found.append(UnseenNote(note.number, texts))
    return found


def put_vectors(
    session: TeamSession, book: int, embedder: Embedder, batch: Sequence[UnseenNote], rows: bytes
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


def embedded_passages(session: TeamSession, view: PartView) -> tuple[tuple[str, int], ...]:
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

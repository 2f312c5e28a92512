"""Ask the words of a book on the server: the same scores as the embedded engine, by construction.

The server counts how often each word occurs and finds the best passages by their plain scores; what is
near them is brought here, and ranked by the same functions that rank an embedded index. Each statement
reads one table by its key: a server that has no statistics yet cannot choose a bad way to do that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import LiteralString, cast

from commonplace.core import weights
from commonplace.core.ranking import bm25, code_weights, passage_key, rarity, supported
from commonplace.core.search import Query
from commonplace.core.tokens import asked_tokens
from commonplace.engines.local.reading import Asked
from commonplace.engines.local.records import record_of
from commonplace.engines.postgres.server import Row, Session, Values
from commonplace.engines.postgres.shelving import CUT_MARK
from commonplace.engines.postgres.view import View

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
class Question:
    """A question to one machine's part of a book, within one transaction."""

    session: Session
    whole: View
    """Everything of ours: how rare a word is does not depend on what is asked for."""
    view: View
    """What of it passes the filters."""
    query: Query

    def rows(self, statement: LiteralString, values: Values) -> list[Row]:
        """Return what is found in the part of the book that may answer."""
        return self.session.rows(statement, {**self.view.values, **values})

    def notes(self, numbers: Iterable[int]) -> list[Note]:
        """Return those of the notes that may be served."""
        rows = self.rows(
            "SELECT note, size, record FROM commonplace.notes WHERE tenant = %(tenant)s"
            " AND book = %(book)s AND note = ANY(%(numbers)s) AND status = ANY(%(statuses)s)",
            {"numbers": sorted(set(numbers)), "statuses": sorted(self.query.statuses)},
        )
        return notes_of(rows)


def look_up(question: Question) -> tuple[list[Asked], Table]:
    """Return each word of the question with what it gives, and the notes that it is given to."""
    view = question.view
    words, counts = _forms(question)
    table = Table(view.passages)
    if not words:
        return [], table
    rare = {
        form: rarity(sum(counts.get(other, 0) for other in forms), view.passages)
        for forms in words
        for form in forms
    }
    by_code = code_weights(view.words / max(view.passages, 1))
    opening = _opening(counts) if view is question.whole else len(counts)
    best = _best(question, {word: rare[word] for word in counts}, opening, by_code)
    table.add(question.notes(note for note, _, _ in best))
    found = _postings(question, list(counts), table)
    asked: list[Asked] = []
    for forms in words:
        held = [found[form] for form in forms if form in found]
        worth = bm25(rare[forms[0]], held, by_code)
        if not worth and any(form in counts for form in forms):
            worth = {ELSEWHERE: 0.0}
        asked.append((forms[0], rare[forms[0]], worth))
    return asked, table


def rank(asked: Iterable[Asked], sizes: bytes) -> list[tuple[float, int]]:
    """Return (score, key) of the best passages that were brought here, best first."""
    return supported([worth for _, _, worth in asked if worth and ELSEWHERE not in worth], sizes)


def _forms(question: Question) -> tuple[list[tuple[str, ...]], dict[str, int]]:
    """Return each word of the question in its forms, and in how many passages each form stands."""
    words = asked_tokens(question.query.text, cutting=True)
    forms = [form for forms in words for form in forms]
    counts = _counts(question, [CUT_MARK, *forms]) if words else {}
    if not counts.pop(CUT_MARK, 0):
        words = [forms[:1] for forms in words]
        plain = {word for (word,) in words}
        counts = {word: count for word, count in counts.items() if word in plain}
    return words, counts


def _counts(question: Question, words: Sequence[str]) -> dict[str, int]:
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


def _opening(counts: dict[str, int]) -> int:
    """Return how many words may name passages: the rare ones, until one has named plenty."""
    plenty = weights.PLENTY * weights.CANDIDATES
    at_first = (at for at, count in enumerate(counts.values(), start=1) if count >= plenty)
    return next(at_first, len(counts))


def _best(
    question: Question, rare: dict[str, float], opening: int, by_code: Sequence[float]
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
    question: Question, words: Sequence[str], table: Table
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

"""Ask an index: the path the hook takes, standard library and plain functions only.

Readers create and change nothing. All reads of one question happen in one transaction, so that an
update in between is either seen whole or not at all.
"""

from __future__ import annotations

import _sqlite3 as sqlite3  # the whole package loads dates, which a hook need not wait for
from _sqlite3 import Connection as Connection  # noqa: PLC0414 - for those who hold one

from commonplace.core.excerpts import excerpt, hint, with_case
from commonplace.core.injection import LINE_CHARACTERS, is_due, room_beside
from commonplace.core.ranking import (
    best_of_notes,
    bm25,
    code_weights,
    help_by_links,
    note_of,
    rarity,
    supported,
)
from commonplace.core.tokens import asked_tokens, parted
from commonplace.engines.local.records import (
    CASE,
    DELTA_BUCKETS,
    ID,
    LINE,
    LINKS,
    PATH,
    SQLITE_TROUBLES,
    STATUS,
    TEXT,
    TITLE,
    VALID_FROM,
    VALID_TO,
    Damaged,
    IndexState,
    bucket_of,
    postings,
    record_of,
    state_of,
    trouble_of,
    unsealed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from commonplace.core.ranking import Postings

APPLICATION = 0x434D504C
FORMAT = 7
"""Raised when tokens, codes or rows change their meaning: an index of another format is not ours."""

WAIT_S = 5.0

REBUILD_SHARE = 0.5
"""When so much of the index is dead or came later, making it again pays."""
COMPACTED_AT_MOST = 50_000
"""Files of a book whose index is made again in passing: 10 to 15 seconds on the processor. That of a larger
one grows until somebody asks for `engine rebuild`."""

Asked = tuple[str, float, "dict[int, float]"]
"""A word of the question, its rarity, and what it gives to each passage that holds it."""

Found = tuple[float, int, tuple[str, ...]]
"""The score of a note, the key of its best passage, and its record."""

LINKED_BESIDE = 10
"""How many more notes than asked for are looked at for links between them."""


def open_index(path: str, wait_s: float = WAIT_S) -> sqlite3.Connection:
    """Open the index at `path`; one that is missing, busy or not ours is told apart."""
    name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    try:
        connection = sqlite3.connect(
            f"file:{name}?mode=rw", uri=True, timeout=wait_s, isolation_level=None
        )
    except SQLITE_TROUBLES as error:
        raise trouble_of(error) from error
    try:
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
            connection.execute(f"PRAGMA {pragma}")
        _require_ours(connection)
    except SQLITE_TROUBLES as error:
        connection.close()
        raise trouble_of(error) from error
    except Damaged:
        connection.close()
        raise
    return connection


def _require_ours(connection: sqlite3.Connection) -> None:
    for pragma, expected in (("application_id", APPLICATION), ("user_version", FORMAT)):
        if connection.execute(f"PRAGMA {pragma}").fetchone() != (expected,):
            raise Damaged(pragma)


def look_up(connection: sqlite3.Connection, text: str) -> tuple[list[Asked], bytes]:
    """Return each word of the question with what it gives, and the sizes of all notes."""
    state = read_state(connection)
    sizes = read_blob(connection, "state", 1)
    if len(sizes) != state.next_note:
        raise Damaged("sizes")
    by_code = code_weights(state.average)
    asked = []
    for forms in asked_tokens(text, cutting=state.cut > 0):
        # A word's own form last: where a passage holds several, that one counts.
        found = [e for form in reversed(forms) for e in _postings(connection, state, form)]
        if not found and (start := parted(forms[0])):
            found = _postings(connection, state, start)
        rare = rarity(_alive(found, sizes), state.passages)
        asked.append((forms[0], rare, bm25(rare, found, by_code)))
    return asked, sizes


def _alive(found: list[Postings], sizes: bytes) -> int:
    if len(found) == 1:
        (keys, _), *_ = found
        return len(keys) if 0 not in sizes else sum(1 for key in keys if sizes[note_of(key)])
    return sum(1 for key in {key for keys, _ in found for key in keys} if sizes[note_of(key)])


def rank(asked: Iterable[Asked], sizes: bytes) -> list[tuple[float, int]]:
    """Return (score, key) of the best passages, best first."""
    return supported([worth for _, _, worth in asked if worth], sizes)


def fetch(
    connection: sqlite3.Connection,
    ranked: Iterable[tuple[float, int]],
    most: int,
    accepts: Callable[[tuple[str, ...]], bool],
) -> list[Found]:
    """Return the best notes that are accepted, each with its record, after links have helped."""
    found: list[Found] = []
    for score, key in best_of_notes(ranked):
        record = read_note(connection, note_of(key))
        if record[ID] and accepts(record):
            found.append((score, key, record))
            if len(found) >= most + LINKED_BESIDE:
                break
    return linked(found)[:most]


def passage_of(record: tuple[str, ...], asked: Iterable[Asked]) -> str:
    """Return the passage of a note that meets the question best, as one line, and its case."""
    worth = {word: rare for word, rare, _ in asked}
    said = excerpt(record[TEXT], worth, LINE_CHARACTERS) if record[TEXT] else record[LINE]
    return with_case(said, record[CASE]) if record[TEXT] else said


def pointer_of(record: tuple[str, ...], asked: Iterable[Asked], book: str) -> str:
    """Return what a pointer to a note says: its title, or of a text longer than a line the place that meets the question.

    A title says of a page what all of it is about, which leads nobody to one of its sentences.
    """
    if len(record[TEXT]) <= LINE_CHARACTERS or record[CASE]:
        return record[TITLE]
    worth = {word: rare for word, rare, _ in asked}
    return hint(record[TEXT], worth, room_beside(record[ID], book)) or record[TITLE]


def is_told(record: tuple[str, ...], today: str) -> bool:
    """Say whether a note may be told as a fact on the day `today`: it is approved, and holds."""
    return record[STATUS] == "active" and is_due(record[VALID_FROM], record[VALID_TO], today)


def linked(found: list[Found]) -> list[Found]:
    """Return the found notes in the order they have after those that link to each other helped."""
    scores = {record[ID]: score for score, _, record in found}
    links = {record[ID]: record[LINKS].split("\n") for _, _, record in found if record[LINKS]}
    if not links:
        return found
    helped = help_by_links(scores, links)
    better = [(score + helped[record[ID]], key, record) for score, key, record in found]
    return sorted(better, key=lambda entry: -entry[0])


def read_state(connection: sqlite3.Connection) -> IndexState:
    """Return the figures of the index."""
    return state_of(read_blob(connection, "state", 0))


def wants_rebuild(state: IndexState, sizes: bytes, new: int = 0, old: int = 0) -> bool:
    """Say whether so much is dead or came later that making the index again pays.

    As it would be with so many `new` notes more, and so many of the `old` ones gone or said anew.
    """
    later = state.deltas + new + old
    return sizes.count(0) + old + later > REBUILD_SHARE * max(state.next_note + new + old, 100)


def is_aged(connection: sqlite3.Connection, new: int = 0, old: int = 0) -> bool:
    """Say whether the index is made again in passing; with it vectors would be lost, so not with them."""
    state = read_state(connection)
    return (
        state.files <= COMPACTED_AT_MOST
        and wants_rebuild(state, read_blob(connection, "state", 1), new, old)
        and connection.execute("SELECT 1 FROM spaces").fetchone() is None
    )


def average_length(connection: sqlite3.Connection) -> float:
    """Return how many words a passage has on average."""
    return read_state(connection).average


def has_vectors(connection: sqlite3.Connection) -> bool:
    """Say whether a model that a hook can ask has embedded the book: `spaces.ENGLISH`, `MULTILINGUAL`."""
    return connection.execute("SELECT 1 FROM spaces WHERE id < 2").fetchone() is not None


def read_note(connection: sqlite3.Connection, number: int) -> tuple[str, ...]:
    """Return what is known about a note; a dead one gives a record of one empty field."""
    return record_of(read_blob(connection, "notes", number))


def path_of(connection: sqlite3.Connection, memory: str) -> str:
    """Return the one file in which the index knows `memory`, empty when that is none or several."""
    if not memory:
        return ""
    name = memory.encode("utf-8", "surrogatepass")
    rows = connection.execute("SELECT id FROM notes WHERE name = ?", (name,)).fetchall()
    record = read_note(connection, *rows[0]) if len(rows) == 1 else ()
    return record[PATH] if record and record[ID] == memory else ""


def read_blob(connection: sqlite3.Connection, table: str, number: int) -> bytes:
    """Return what is kept in a row; a row that is not there is damage."""
    row = connection.execute(f"SELECT blob FROM {table} WHERE id = ?", (number,)).fetchone()  # noqa: S608 - our own table names
    return unsealed(row and row[0], f"{table} {number}")


def delta_row(bucket: int) -> int:
    """Return the row number of a bucket for later notes; they count below zero."""
    return -1 - bucket


def _postings(connection: sqlite3.Connection, state: IndexState, word: str) -> list[Postings]:
    rows = [bucket_of(word, state.buckets)]
    if state.deltas:
        rows.append(delta_row(bucket_of(word, DELTA_BUCKETS)))
    found = (postings(read_blob(connection, "buckets", row), word) for row in rows)
    return [entry for entry in found if entry is not None]

"""The rows of the index that are not postings: its state, and what is known about each note.

A record is text whose fields are divided by the unit separator, which no text needs: the hook reads
it without a parser.

What can be wrong with an index file. None of it is the user's trouble: files are the truth.

How files looked when they were indexed, as plain tuples: the hook compares them itself.
"""

from __future__ import annotations

from _sqlite3 import Error  # the whole package loads dates, which a hook need not wait for
from sys import byteorder
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from commonplace.core.ranking import Postings


SQLITE_TROUBLES = (Error, UnicodeDecodeError)
"""What SQLite raises; its words about a damaged schema are not always text."""

_BUSY = (5, 6)
_CANNOT_OPEN = 14
_DAMAGED = (1, 11, 18, 20, 24, 26)
"""SQLite's ERROR (a table is not there), CORRUPT, TOOBIG, MISMATCH, FORMAT and NOTADB."""


class Trouble(Exception):
    """The index cannot answer now."""


class Missing(Trouble):
    """There is no index yet."""


class Busy(Trouble):
    """Somebody is writing; asking again later helps. Never a reason to throw an index away."""


class Damaged(Trouble):
    """The index is not what was written, or not ours: it is set aside and made again."""


def trouble_of(error: Exception) -> Trouble:
    """Return what an SQLite error means for us."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return Damaged(str(error))
    primary = code & 0xFF
    if primary in _BUSY:
        return Busy(str(error))
    if primary == _CANNOT_OPEN:
        return Missing(str(error))
    return Damaged(str(error)) if primary in _DAMAGED else Trouble(str(error))


DELTA_BUCKETS = 256
"""Notes that came after the index was made are kept in these."""

(ID, PATH, FIRST_LINE, LAST_LINE, TITLE, LINE, SHA256, STATUS) = range(8)
(KIND, TOPIC, TAGS, DAY, LINKS, WORDS) = range(8, 14)
(RULE, IS_WHOLE, IS_PINNED, USES, VALID_FROM, VALID_TO) = range(14, 20)
(TEXT, CASE) = range(20, 22)
"""The fields of a note's record, in order."""

UNIT = "\x1f"
"""What divides the fields of a record."""


class IndexState:
    """The figures of an index: how many buckets, notes, passages, words and files it has.

    `cut` counts the notes that ever came in a language whose words are cut.
    """

    __slots__ = ("buckets", "cut", "deltas", "files", "next_note", "passages", "words")

    def __init__(self, figures: tuple[int, ...]) -> None:
        (
            self.buckets,
            self.next_note,
            self.passages,
            self.words,
            self.files,
            self.deltas,
            self.cut,
        ) = figures

    @property
    def average(self) -> float:
        """Return the mean length of a passage."""
        return self.words / max(self.passages, 1)


def state_text(state: IndexState) -> bytes:
    """Return the state as it is kept; an index moved to a machine of another kind is not ours."""
    figures = (
        state.buckets,
        state.next_note,
        state.passages,
        state.words,
        state.files,
        state.deltas,
        state.cut,
    )
    return " ".join((byteorder, *map(str, figures))).encode()


def state_of(payload: bytes) -> IndexState:
    """Return the state that was kept."""
    order, *figures = payload.decode().split(" ")
    if order != byteorder:
        raise Damaged(order)
    return IndexState(tuple(map(int, figures)))


def record_text(fields: tuple[str, ...]) -> bytes:
    """Return fields as one record; the separator itself cannot be kept."""
    return UNIT.join(field.replace(UNIT, " ") for field in fields).encode("utf-8", "surrogatepass")


def record_of(payload: bytes) -> tuple[str, ...]:
    """Return the fields of a record."""
    return tuple(payload.decode("utf-8", "surrogatepass").split(UNIT))


def short_record_of(payload: bytes) -> tuple[str, ...]:
    """Return the fields of a record up to its text, which is most of it: for whoever reads every record."""
    head = payload.split(UNIT.encode(), TEXT)[:TEXT]
    return record_of(UNIT.encode().join(head))


SEAL_BYTES = 4


def sealed(payload: bytes, place: str) -> bytes:
    """Return `payload` with a checksum in front that also covers where it is kept."""
    return _checksum(payload, place) + payload


def unsealed(blob: object, place: str) -> bytes:
    """Return what was sealed at `place`; anything else is damage."""
    if not isinstance(blob, bytes) or blob[:SEAL_BYTES] != _checksum(
        payload := blob[SEAL_BYTES:], place
    ):
        raise Damaged(place)
    return payload


def bucket_of(word: str, buckets: int) -> int:
    """Return the bucket that keeps `word`; `buckets` is a power of two."""
    return crc32(word.encode("utf-8", "surrogatepass")) & (buckets - 1)


def postings(payload: bytes, wanted: str) -> Postings | None:
    """Return the keys and codes of one word of a bucket."""
    if wanted.encode("utf-8", "surrogatepass") not in payload:
        return None
    for word, keys, codes in entries(payload):
        if word == wanted:
            return memoryview(payload)[keys].cast("I"), payload[codes]
    return None


def entries(payload: bytes) -> list[tuple[str, slice, slice]]:
    """Return each word of a bucket, and where its keys and its codes stand."""
    start = 4 + int.from_bytes(payload[:4], "little")
    head = payload[4:start].decode("utf-8", "surrogatepass")
    words = [line.partition("\t") for line in head.split("\n")] if head else []
    counts = [int(count) for _, _, count in words]
    key, code = start, start + 4 * sum(counts)
    found = []
    for (word, _, _), count in zip(words, counts, strict=True):
        found.append((word, slice(key, key + 4 * count), slice(code, code + count)))
        key, code = key + 4 * count, code + count
    return found


def _checksum(payload: bytes, place: str) -> bytes:
    return crc32(payload, crc32(place.encode("utf-8", "surrogatepass"))).to_bytes(
        SEAL_BYTES, "little"
    )


Filed = tuple[int, int, str]
"""When the file changed last, by its content and by its entry, in nanoseconds; its content hash."""


def read_filed(connection: Connection, names: list[str] | None = None) -> dict[str, Filed]:
    """Return what is kept about each file, by path, or about those at the paths `names`."""
    found: dict[str, Filed] = {}
    asked = "SELECT path, blob FROM files"
    if names is not None:
        asked += f" WHERE path IN ({', '.join('?' * len(names))})"
    for path, blob in connection.execute(asked, names or ()):
        _, mtime_ns, ctime_ns, _, sha256, *_ = record_of(unsealed(blob, f"files {path}"))
        found[path] = (int(mtime_ns), int(ctime_ns), sha256)
    return found

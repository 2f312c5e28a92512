"""The rows of the index that are not postings: its state, and what is known about each note.

A record is text whose fields are divided by the unit separator, which no text needs: the hook reads
it without a parser.
"""

from __future__ import annotations

from sys import byteorder
from zlib import crc32

from commonplace.engines.local.troubles import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.core.ranking import Postings

DELTA_BUCKETS = 256
"""Notes that came after the index was made are kept in these."""

(ID, PATH, FIRST_LINE, LAST_LINE, TITLE, LINE, SHA256, STATUS) = range(8)
(KIND, TOPIC, TAGS, DAY, LINKS, WORDS) = range(8, 14)
(RULE, IS_WHOLE, IS_PINNED, USES, VALID_FROM, VALID_TO) = range(14, 20)
(TEXT, CASE) = range(20, 22)
"""The fields of a note's record, in order."""

_UNIT = "\x1f"


class State:
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


def state_text(state: State) -> bytes:
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


def state_of(payload: bytes) -> State:
    """Return the state that was kept."""
    order, *figures = payload.decode().split(" ")
    if order != byteorder:
        raise Damaged(order)
    return State(tuple(map(int, figures)))


def record_text(fields: tuple[str, ...]) -> bytes:
    """Return fields as one record; the separator itself cannot be kept."""
    return _UNIT.join(field.replace(_UNIT, " ") for field in fields).encode(
        "utf-8", "surrogatepass"
    )


def record_of(payload: bytes) -> tuple[str, ...]:
    """Return the fields of a record."""
    return tuple(payload.decode("utf-8", "surrogatepass").split(_UNIT))


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

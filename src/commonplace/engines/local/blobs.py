"""The bytes inside the index: sealed with a checksum, read without parsing more than is asked.

Each blob carries a CRC over its bytes and its place, so that neither a flipped bit nor a row that
turns up under another number is ever trusted. Words are spread over numbered buckets by their own
CRC: every bucket must be there, so a word that is not found is a word that no memory has.

A bucket is a directory of its words (`word<TAB>count` lines), then all passage keys, four bytes
each in the machine's order, then all codes, one byte each.
"""

from __future__ import annotations

from zlib import crc32

from commonplace.engines.local.troubles import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.core.ranking import Postings


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

"""Postings while they are being made: words and the passages they stand in, then buckets."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from commonplace.core.ranking import code_of, length_class, passage_key
from commonplace.core.tokens import content, tokens
from commonplace.engines.local.blobs import bucket_of, entries

WORDS_IN_A_BUCKET = 16
_FEWEST_BUCKETS = 64
_MOST_BUCKETS = 1 << 16

Growing = tuple["array[int]", bytearray]
"""The keys and the codes of one word."""


class Growth:
    """Collects postings note by note; notes come with rising numbers, so that keys stay sorted."""

    def __init__(self) -> None:
        self.words: dict[str, Growing] = {}
        self.length = 0
        self.passages = 0

    def add(self, note: int, passages: Iterable[str]) -> int:
        """Take in the passages of one note and return how many they are."""
        place = -1
        for place, text in enumerate(passages):
            self._add_passage(passage_key(note, place), content(tokens(text)))
        self.passages += place + 1
        return place + 1

    def _add_passage(self, key: int, found: tuple[str, ...]) -> None:
        self.length += len(found)
        size = length_class(len(found))
        words = self.words
        for word, count in Counter(found).items():
            growing = words.get(word)
            if growing is None:
                growing = words[word] = (array("I"), bytearray())
            growing[0].append(key)
            growing[1].append(code_of(count, size))


def bucket_count(words: int) -> int:
    """Return how many buckets an index with so many words should have: a power of two."""
    wanted = max(_FEWEST_BUCKETS, words // WORDS_IN_A_BUCKET)
    return min(_MOST_BUCKETS, 1 << (wanted - 1).bit_length())


def spread(words: Mapping[str, Growing], buckets: int) -> list[dict[str, Growing]]:
    """Return the words of each bucket."""
    found: list[dict[str, Growing]] = [{} for _ in range(buckets)]
    for word, growing in words.items():
        found[bucket_of(word, buckets)][word] = growing
    return found


def packed(words: Mapping[str, Growing]) -> bytes:
    """Return the payload of a bucket that keeps these words."""
    directory = "\n".join(f"{word}\t{len(codes)}" for word, (_, codes) in words.items())
    head = directory.encode("utf-8", "surrogatepass")
    return b"".join((len(head).to_bytes(4, "little"), head, *_arrays(words)))


def _arrays(words: Mapping[str, Growing]) -> Iterator[bytes | bytearray]:
    for keys, _ in words.values():
        yield keys.tobytes()
    for _, codes in words.values():
        yield codes


def unpacked(payload: bytes) -> dict[str, Growing]:
    """Return all words of a bucket, ready to grow."""
    return {
        word: (array("I", payload[keys]), bytearray(payload[codes]))
        for word, keys, codes in entries(payload)
    }

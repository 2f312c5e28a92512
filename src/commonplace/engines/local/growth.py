"""Postings while they are being made: words and the passages they stand in, then buckets."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from sys import byteorder

from commonplace.core.ranking import code_of, length_class, passage_key
from commonplace.core.tokens import note_tokens
from commonplace.engines.local.blobs import bucket_of, entries

WORDS_IN_A_BUCKET = 16
_FEWEST_BUCKETS = 64
_MOST_BUCKETS = 1 << 16

_KEY_HALF, _CODE_BYTE = (0, 4) if byteorder == "little" else (1, 3)
"""Where the two parts of a posting lie in its eight bytes."""

Grown = tuple[bytes, bytes]
"""The keys and the codes of one word, as a bucket keeps them."""


class Growth:
    """Collects postings note by note; notes come with rising numbers, so that keys stay sorted."""

    def __init__(self) -> None:
        self.words: defaultdict[str, array[int]] = defaultdict(partial(array, "Q"))
        """A posting is one number, the code above the key: most words of a passage share it."""
        self.length = 0
        self.passages = 0
        self.cut = 0
        """How many notes are in a language whose words are cut."""

    def add(self, note: int, passages: Iterable[str]) -> int:
        """Take in the passages of one note and return how many they are."""
        found, is_cut = note_tokens(tuple(passages))
        for place, words in enumerate(found):
            self._add_passage(passage_key(note, place), words)
        self.passages += len(found)
        self.cut += is_cut
        return len(found)

    def buckets(self, count: int) -> Iterator[dict[str, Grown]]:
        """Yield the words of each bucket; what was given out is forgotten, for the sake of memory."""
        spread: list[list[str]] = [[] for _ in range(count)]
        for word in self.words:
            spread[bucket_of(word, count)].append(word)
        for words in spread:
            yield {word: _halves(self.words.pop(word)) for word in words}

    def _add_passage(self, key: int, found: tuple[str, ...]) -> None:
        self.length += len(found)
        size = length_class(len(found))
        once = code_of(1, size) << 32 | key
        words = self.words
        for word, count in Counter(found).items():
            words[word].append(once if count == 1 else code_of(count, size) << 32 | key)


def _halves(postings: array[int]) -> Grown:
    raw = postings.tobytes()
    return array("I", raw)[_KEY_HALF::2].tobytes(), raw[_CODE_BYTE::8]


def bucket_count(words: int) -> int:
    """Return how many buckets an index with so many words should have: a power of two."""
    wanted = max(_FEWEST_BUCKETS, words // WORDS_IN_A_BUCKET)
    return min(_MOST_BUCKETS, 1 << (wanted - 1).bit_length())


def packed(words: Mapping[str, Grown]) -> bytes:
    """Return the payload of a bucket that keeps these words."""
    directory = "\n".join(f"{word}\t{len(codes)}" for word, (_, codes) in words.items())
    head = directory.encode("utf-8", "surrogatepass")
    keys = (keys for keys, _ in words.values())
    codes = (codes for _, codes in words.values())
    return b"".join((len(head).to_bytes(4, "little"), head, *keys, *codes))


def unpacked(payload: bytes) -> dict[str, Grown]:
    """Return all words of a bucket."""
    return {word: (payload[keys], payload[codes]) for word, keys, codes in entries(payload)}

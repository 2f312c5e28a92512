"""Embed English with all-MiniLM-L6-v2: a small BERT run forward with numpy alone, from its unpacked file.

Split text into the word pieces of BERT's uncased vocabulary, in plain Python and without loading it.

Text is cleaned, its accents and capitals are dropped, words and marks are cut apart, and each word is
read as its longest known beginning, then the longest continuation (`##`), to its end; a word that cannot be
read so is unknown as a whole. The vocabulary stays in a mapped file: a sorted array of keys (CRC-32 of the
spelling, then the piece's number), found by bisection. The prompt hook runs this in a fresh process.
"""

from __future__ import annotations

from bisect import bisect_left
from math import sqrt
from struct import pack
from typing import Any
from unicodedata import category, normalize
from zlib import crc32

import numpy as np

from commonplace.engines.embedders.model_cache import open_matrices
from commonplace.engines.embedders.packing import batches, normalised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from commonplace.engines.embedders.arrays import Arrays, Column, Labels

    Matrix = NDArray[np.float32]


WordPieces = tuple["memoryview", "memoryview", "memoryview"]
"""Keys, where each spelling starts, and all spellings."""

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
CONTINUED = "##"

_NUMBER = 0xFFFFFFFF
_LONGEST_WORD = 100
_KEPT_CONTROLS = "\t\n\r"
_REPLACED = "\0\ufffd"
_ASCII_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# The blocks that BERT sets apart as Chinese characters; kana and hangul are letters of words to it.
_CHINESE = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


def word_pieces(vocabulary: WordPieces, text: str, most: int) -> list[int]:
    """Return the numbers of the pieces of `text`, `most` at the most, between the marks of start and end."""
    unknown, start, end = (number_of(vocabulary, mark) for mark in (UNKNOWN, START, END))
    pieces = [start]
    for word in _words(text):
        pieces += _pieces_of(vocabulary, word) or [unknown]
        if len(pieces) >= most - 1:
            break
    return [*pieces[: most - 1], end]


def number_of(vocabulary: WordPieces, spelling: str) -> int:
    """Return the number of the piece with that spelling; -1 when there is none."""
    keys, starts, spellings = vocabulary
    wanted = spelling.encode("utf-8", "surrogatepass")
    checksum = crc32(wanted)
    at = bisect_left(keys, checksum << 32)
    while at < len(keys) and keys[at] >> 32 == checksum:
        number = keys[at] & _NUMBER
        if spellings[starts[number] : starts[number + 1]] == wanted:
            return number
        at += 1
    return -1


def open_word_pieces(arrays: Arrays) -> WordPieces:
    """Return the vocabulary that `word_piece_columns` wrote."""
    return arrays["keys"], arrays["starts"], arrays["spellings"]


def word_piece_columns(spellings: list[bytes]) -> list[Column]:
    """Return what a file must hold so that these pieces, in order of their numbers, can be found in it."""
    keys = sorted(crc32(spelling) << 32 | number for number, spelling in enumerate(spellings))
    starts = [0]
    for spelling in spellings:
        starts.append(starts[-1] + len(spelling))
    return [
        ("keys", "Q", pack(f"={len(keys)}Q", *keys)),
        ("starts", "I", pack(f"={len(starts)}I", *starts)),
        ("spellings", "B", b"".join(spellings)),
    ]


def _words(text: str) -> Iterator[str]:
    """Yield the words and marks of a text, as they are looked up."""
    for word in _folded(text).split():
        start = 0
        for at, letter in enumerate(word):
            if _is_mark(letter):
                if start < at:
                    yield word[start:at]
                yield letter
                start = at + 1
        if start < len(word):
            yield word[start:]


def _folded(text: str) -> str:
    """Return the text without controls, accents and capitals, with space around Chinese characters."""
    if text.isascii() and text.isprintable():
        return text.lower()
    spaced = "".join(map(_cleaned, text))
    bare = "".join(letter for letter in normalize("NFD", spaced) if category(letter) != "Mn")
    # Letter by letter: a final sigma is no other letter to this vocabulary.
    return "".join(map(str.lower, bare))


def _cleaned(letter: str) -> str:
    if letter in _KEPT_CONTROLS:
        return " "
    if letter in _REPLACED or category(letter)[0] == "C":
        return ""
    code = ord(letter)
    if any(first <= code <= last for first, last in _CHINESE):
        return f" {letter} "
    return letter


def _is_mark(letter: str) -> bool:
    return letter in _ASCII_MARKS or (letter > "\x7f" and category(letter)[0] == "P")


def _pieces_of(vocabulary: WordPieces, word: str) -> list[int]:
    """Return the pieces of one word; none when it cannot be read to its end."""
    pieces: list[int] = []
    start = 0
    while start < len(word) <= _LONGEST_WORD:
        mark = CONTINUED if start else ""
        for end in range(len(word), start, -1):
            number = number_of(vocabulary, mark + word[start:end])
            if number >= 0:
                break
        else:
            return []
        pieces.append(number)
        start = end
    return pieces


HEAD_WIDTH = 32
"""Numbers that one head of attention looks at: 12 heads of 32 in MiniLM."""

_EPSILON = 1e-12
# Abramowitz and Stegun 7.1.26: the error function to 1.5e-7, which numpy does not have.
_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_ERF_STEP = 0.3275911


class Bert:
    """The network with its weights, which may be mapped from a file."""

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self._weights = weights
        self._layers = sum(name.endswith("qkv") for name in weights)

    @property
    def dimension(self) -> int:
        """Return how many numbers the vector of a text has."""
        return int(self._weights["words"].shape[1])

    def encode(self, texts: list[list[int]]) -> Matrix:
        """Return one row of length one for each text, given as numbers of pieces."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return np.concatenate([self._encoded(batch) for batch in batches(texts)])

    def _encoded(self, texts: list[list[int]]) -> Matrix:
        lengths = np.array([len(text) for text in texts])
        ends = np.cumsum(lengths)
        starts = ends - lengths
        x = self._embedded(texts)
        for layer in range(self._layers):
            x = self._layer(x, layer, starts.tolist(), ends.tolist())
        mean = np.add.reduceat(x, starts, axis=0) / lengths.astype(np.float32)[:, None]
        result: Matrix = mean / np.sqrt((mean * mean).sum(axis=1, keepdims=True))
        return result

    def _embedded(self, texts: list[list[int]]) -> Matrix:
        w = self._weights
        pieces = np.concatenate([np.array(text) for text in texts])
        places = np.concatenate([np.arange(len(text)) for text in texts])
        x = w["words"][pieces].astype(np.float32)
        x *= w["words.scale"][pieces]
        x += w["places"][places]
        return normalised(x, w["norm"], w["norm.bias"], _EPSILON)

    def _layer(self, x: Matrix, layer: int, starts: list[int], ends: list[int]) -> Matrix:
        w = {
            name: self._weights[f"{layer}.{name}"]
            for name in ("qkv", "attended", "attended.norm", "wide", "narrow", "norm")
        }
        b = {name: self._weights[f"{layer}.{name}.bias"] for name in w}
        looked = x @ w["qkv"]
        looked += b["qkv"]
        attended = np.concatenate(
            [_attention(looked[start:end]) for start, end in zip(starts, ends, strict=True)]
        )
        added = attended @ w["attended"]
        added += b["attended"]
        added += x
        x = normalised(added, w["attended.norm"], b["attended.norm"], _EPSILON)
        wide = x @ w["wide"]
        wide += b["wide"]
        added = _gelu(wide) @ w["narrow"]
        added += b["narrow"]
        added += x
        return normalised(added, w["norm"], b["norm"], _EPSILON)


def _attention(looked: Matrix) -> Matrix:
    """Return what each piece of one text takes from the others; `looked` holds query, key and value."""
    count, width = len(looked), looked.shape[1] // 3
    heads = looked.reshape(count, 3, width // HEAD_WIDTH, HEAD_WIDTH).transpose(1, 2, 0, 3)
    query, key, value = heads
    scores: Matrix = query @ key.transpose(0, 2, 1)
    scores *= 1 / sqrt(HEAD_WIDTH)
    scores -= scores.max(axis=2, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=2, keepdims=True)
    attended: Matrix = (scores @ value).transpose(1, 0, 2).reshape(count, width)
    return attended


def _gelu(x: Matrix) -> Matrix:
    """Return `x` times the share of a normal distribution below it."""
    half = np.abs(x)
    half *= sqrt(0.5)
    step = 1 / (1 + _ERF_STEP * half)
    half *= half
    tail = np.full_like(x, _ERF[0])
    for factor in _ERF[1:]:
        tail *= step
        tail += factor
    tail *= step
    tail *= np.exp(-half)
    tail *= 0.5
    result: Matrix = x * np.where(x > 0, 1 - tail, tail)
    return result


MOST_PIECES = 256
"""The model was trained on texts of so many pieces, start and end included; the rest is cut off."""


def embedding(labels: Labels, arrays: Arrays) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Return what turns texts into vectors of length one."""
    vocabulary = open_word_pieces(arrays)
    network = Bert(open_matrices(labels, arrays))
    return lambda texts: network.encode([word_pieces(vocabulary, t, MOST_PIECES) for t in texts])

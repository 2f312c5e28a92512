"""Embed with the multilingual model (Universal Sentence Encoder, v3), with numpy alone, from its unpacked file.

Split text into the word pieces of a unigram vocabulary, in plain Python and without loading it.

The vocabulary stays in a mapped file: a sorted array of keys (CRC-32 of the spelling, then the piece's
number), found by bisection. Beginnings of pieces have keys too, so that a search stops as soon as
nothing longer can match. The split is the most probable one (Viterbi), the same as the model was trained
with. The prompt hook runs this in a fresh process.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from math import inf
from struct import pack
from typing import TYPE_CHECKING, Any
from unicodedata import normalize
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.arrays import Arrays, Column, Labels
from commonplace.engines.embedders.model_cache import open_matrices
from commonplace.engines.embedders.packing import batches, normalised

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


Vocabulary = tuple[memoryview, memoryview, memoryview, memoryview, float, dict[str, list[int]]]
"""Keys, where each spelling starts, spellings, log probabilities, that of an unknown letter, words seen."""

UNKNOWN = 0
"""The number of the piece that stands for a letter the vocabulary does not know."""
RESERVED = 6
"""The first numbers are marks, not pieces of text: unknown, start, end and three unused."""
WORD_MARK = "\u2581"
"""Stands for the space before a word; pieces carry it at their start or not at all."""

_NO_PIECE = 0xFFFFFFFF
_UNKNOWN_PENALTY = 10.0
_REMEMBERED_WORD = 24
_REMEMBERED_WORDS = 50_000
# The model was trained with these as spaces, where Unicode's NFKC would keep them ...
_AS_SPACE = dict.fromkeys(map(ord, "\t\n\f\r\u1680\u200b\u200e\u200f\u2028\u2029\ufeff\ufffd"), " ")
# ... and with the full-width tilde as it is.
_KEPT = "\uff5e"


def split_into_pieces(vocabulary: Vocabulary, text: str) -> list[int]:
    """Return the numbers of the most probable pieces of `text`, in order."""
    seen = vocabulary[5]
    pieces: list[int] = []
    for word in _words(text):
        known = seen.get(word)
        if known is None:
            known = _most_probable(vocabulary, WORD_MARK + word)
            if len(word) <= _REMEMBERED_WORD and len(seen) < _REMEMBERED_WORDS:
                seen[word] = known
        pieces += known
    return pieces


def open_vocabulary(labels: Labels, arrays: Arrays) -> Vocabulary:
    """Return the vocabulary that `vocabulary_columns` wrote."""
    return (
        *(arrays["keys"], arrays["starts"], arrays["spellings"], arrays["scores"]),
        float(labels["unknown_score"]),
        {},
    )


def vocabulary_columns(pieces: list[tuple[bytes, float]]) -> tuple[Labels, list[Column]]:
    """Return what a file must hold so that `pieces` (spelling, log probability) can be found in it."""
    numbers = {spelling: n for n, (spelling, _) in enumerate(pieces) if n >= RESERVED}
    beginnings = {part for spelling in numbers for part in _beginnings(spelling)}
    keys = [crc32(part) << 32 | numbers.get(part, _NO_PIECE) for part in {*numbers, *beginnings}]
    starts = [0]
    for spelling, _score in pieces:
        starts.append(starts[-1] + len(spelling))
    scores = [score for _, score in pieces]
    labels = {"unknown_score": repr(min(scores) - _UNKNOWN_PENALTY)}
    return labels, [
        ("keys", "Q", pack(f"={len(keys)}Q", *sorted(keys))),
        ("starts", "I", pack(f"={len(starts)}I", *starts)),
        ("spellings", "B", b"".join(spelling for spelling, _ in pieces)),
        ("scores", "f", pack(f"={len(scores)}f", *scores)),
    ]


def _beginnings(spelling: bytes) -> list[bytes]:
    letters = spelling.decode("utf-8")
    return [letters[:length].encode("utf-8") for length in range(1, len(letters))]


def _words(text: str) -> list[str]:
    plain = text.translate(_AS_SPACE)
    folded = _KEPT.join(normalize("NFKC", part) for part in plain.split(_KEPT))
    return [word for word in folded.split(" ") if word]


def _most_probable(vocabulary: Vocabulary, word: str) -> list[int]:
    letters = [letter.encode("utf-8", "surrogatepass") for letter in word]
    unknown_score = vocabulary[4]
    best = [0.0] + [-inf] * len(letters)
    step: list[tuple[int, int]] = [(0, UNKNOWN)] * len(best)
    for start in range(len(letters)):
        so_far = best[start]
        for end, piece, score in _starting_at(vocabulary, letters, start):
            if so_far + score > best[end]:
                best[end], step[end] = so_far + score, (start, piece)
        if so_far + unknown_score > best[start + 1]:
            best[start + 1], step[start + 1] = so_far + unknown_score, (start, UNKNOWN)
    return _walk_back(step)


def _starting_at(
    vocabulary: Vocabulary, letters: list[bytes], start: int
) -> list[tuple[int, int, float]]:
    keys, starts, spellings, scores = vocabulary[:4]
    found: list[tuple[int, int, float]] = []
    checksum = 0
    for end in range(start + 1, len(letters) + 1):
        checksum = crc32(letters[end - 1], checksum)
        candidates = _numbers_under(keys, checksum)
        if not candidates:
            break
        spelling = b"".join(letters[start:end])
        for piece in candidates:
            if piece < len(scores) and spellings[starts[piece] : starts[piece + 1]] == spelling:
                found.append((end, piece, scores[piece]))  # noqa: PERF401 - a hot loop
    return found


def _numbers_under(keys: memoryview, checksum: int) -> list[int]:
    found = []
    at = bisect_left(keys, checksum << 32)
    while at < len(keys) and keys[at] >> 32 == checksum:
        found.append(keys[at] & _NO_PIECE)
        at += 1
    return found


def _walk_back(step: list[tuple[int, int]]) -> list[int]:
    pieces = []
    end = len(step) - 1
    while end > 0:
        end, piece = step[end]
        pieces.append(piece)
    return pieces[::-1]


Matrix = NDArray[np.float32]
Weights = Mapping[str, NDArray[Any]]

START, END = 1, 2
"""The pieces that the model expects around every text."""

WINDOWS = {2: 0, 3: 1, 5: 2}
"""Pieces a window sees, and how many of them stand before its own."""

_GAP = 2


class Encoder:
    """The network with its weights, which may be mapped from a file."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._epsilon = float(weights["eps"].item())

    @property
    def dimension(self) -> int:
        """Return how many numbers the vector of a text has."""
        return int(self._weights["d3"].shape[1])

    def encode(self, texts: list[list[int]]) -> Matrix:
        """Return one row of length one for each text, given as numbers of pieces."""
        wrapped = [[START, *pieces, END] for pieces in texts]
        parts = [self._encode_batch(batch) for batch in batches(wrapped)]
        return np.concatenate(parts) if parts else np.empty((0, self.dimension), np.float32)

    def _encode_batch(self, texts: list[list[int]]) -> Matrix:
        places, starts, height = _lay_out(texts)
        pieces = np.array([piece for text in texts for piece in text])
        mask = np.zeros((height, 1), np.float32)
        mask[places] = 1
        vectors = self._vectors(pieces)
        features = np.zeros(
            (height, vectors.shape[1] + self._weights["stacks.proj_b"].shape[0]), np.float32
        )
        features[places, : vectors.shape[1]] = vectors
        features[:, vectors.shape[1] :] = self._convolved(vectors, places, mask)
        normalised(features, self._weights["ln_g"], self._weights["ln_b"], self._epsilon)
        features *= mask
        lengths = np.array([[len(text)] for text in texts], np.float32)
        return self._dense(np.add.reduceat(features, starts, axis=0), lengths)

    def _vectors(self, pieces: NDArray[np.int64]) -> Matrix:
        table, scale, lowest = (self._weights[name] for name in ("pieces", "scale", "lo"))
        chunk = pieces % len(scale)
        vectors: Matrix = table[pieces].astype(np.float32)
        vectors *= scale[chunk, None]
        vectors += lowest[chunk, None]
        return vectors

    def _convolved(self, vectors: Matrix, places: NDArray[np.int64], mask: Matrix) -> Matrix:
        projected = vectors @ self._weights["stacks.proj"] + self._weights["stacks.proj_b"]
        gain, bias = self._weights["stacks.ln_g"], self._weights["stacks.ln_b"]
        normalised(projected, gain, bias, self._epsilon)
        spread = np.zeros((len(mask), projected.shape[1]), np.float32)
        spread[places] = projected
        stacks = np.split(spread, len(WINDOWS), axis=1)
        return np.concatenate(
            [self._stack(x, n, mask) for x, n in zip(stacks, WINDOWS, strict=True)], axis=1
        )

    def _stack(self, x: Matrix, window: int, mask: Matrix) -> Matrix:
        for layer in (1, 2):
            weight, bias = (self._weights[f"{kind}{layer}_{window}"] for kind in "wb")
            x = x + mask * np.maximum(_slide(x, window) @ weight + bias, 0)
        return x

    def _dense(self, total: Matrix, lengths: Matrix) -> Matrix:
        w = self._weights
        mean = (total @ w["cnn_W"] + lengths * w["cnn_b"]) / np.sqrt(lengths)
        first = np.maximum(mean @ w["p1"] + np.maximum(mean @ w["d0"], 0) @ w["d1"], 0)
        last = np.tanh(first @ w["p3"] + np.maximum(first @ w["d2"], 0) @ w["d3"])
        length = np.sqrt(np.maximum(np.sum(last * last, axis=1, keepdims=True), self._epsilon))
        result: Matrix = last / length
        return result


def _lay_out(texts: list[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return the row of every piece, the first row of every text, and how many rows there are."""
    lengths = np.array([len(text) for text in texts])
    starts = np.cumsum(lengths + _GAP) - lengths - _GAP
    places = np.concatenate([np.arange(s, s + n) for s, n in zip(starts, lengths, strict=True)])
    return places, starts, int(starts[-1] + lengths[-1])


def _slide(x: Matrix, window: int) -> Matrix:
    before = WINDOWS[window]
    padded = np.pad(x, ((before, window - 1 - before), (0, 0)))
    return np.concatenate([padded[k : k + len(x)] for k in range(window)], axis=1)


def embedding(labels: Labels, arrays: Arrays) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Return what turns texts into vectors of length one."""
    vocabulary = open_vocabulary(labels, arrays)
    network = Encoder(open_matrices(labels, arrays))
    return lambda texts: network.encode(
        [split_into_pieces(vocabulary, text) or [UNKNOWN] for text in texts]
    )

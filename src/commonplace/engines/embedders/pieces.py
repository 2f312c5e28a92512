"""Split text into the word pieces of a unigram vocabulary, in plain Python and without loading it.

The vocabulary stays in a mapped file: a sorted array of keys (CRC-32 of the spelling, then the piece's
number), found by bisection. Beginnings of pieces have keys too, so that a search stops as soon as
nothing longer can match. The split is the most probable one (Viterbi), the same as the model was trained
with. The prompt hook runs this in a fresh process.
"""

from __future__ import annotations

from bisect import bisect_left
from math import inf
from struct import pack
from unicodedata import normalize
from zlib import crc32

from commonplace.engines.embedders.arrays import Arrays, Column, Labels

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

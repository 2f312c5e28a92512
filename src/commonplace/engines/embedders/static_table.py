"""Embed a text by adding up the vectors of its pieces, in plain Python from a mapped table.

The table is distilled from the full model once per machine (`distill`). Frequent pieces say little, so
each counts for `a / (a + p)`, where `p` is its share of all text: the vocabulary's own estimate, moved
towards the store's own counts, the *census*. Measured on the development data, R@10 of this table alone:

    weights                        XQuAD en->zh   zh->en   LoCoMo turns
    none (plain mean)                      59.4     58.7              -
    vocabulary's estimate                  85.0     83.4           47.7
    census alone                           55.0     65.3           42.8
    both, 200,000 pieces of prior          85.2     82.5           55.8

The prompt hook asks this in a fresh process: plain functions on tuples, the standard library alone, and
None instead of an error when there is no sound table, because recall is lexical until there is one.
"""

from __future__ import annotations

from bisect import bisect_left
from math import exp, sqrt
from operator import mul
from struct import pack
from zlib import crc32

from commonplace.engines.embedders.arrays import Labels, open_arrays
from commonplace.engines.embedders.pieces import (
    RESERVED,
    Vocabulary,
    open_vocabulary,
    split_into_pieces,
)

TABLE_FILE = "pieces-1.arrays"
"""The table's name in the cache folder; the number is the format's."""

Table = tuple[Vocabulary, memoryview, memoryview, int, Labels]
"""Vocabulary, rows of signed bytes, the scale of each row, dimension, labels."""
NO_CENSUS = b""

_COMMON = 1e-4
_PRIOR_PIECES = 200_000


def open_table(path: str) -> Table | None:
    """Map the table at `path`; None when it is missing, cut short, foreign or of another format."""
    opened = open_arrays(path)
    if opened is None or not {"rows", "scales", "keys"} <= opened[1].keys():
        return None
    labels, arrays = opened
    vocabulary = open_vocabulary(labels, arrays)
    return vocabulary, arrays["rows"], arrays["scales"], int(labels["dimension"]), labels


def table_key(table: Table, census: bytes = NO_CENSUS) -> str:
    """Return the key of the vectors that this table makes with this census.

    It is what `EmbedderIdentity.key` gives for the same two, without loading the class.
    """
    labels = table[4]
    weights = weights_label(labels, census)
    return f"{labels['name']} {labels['version']} {labels['dimension']} {weights}"


def weights_label(labels: Labels, census: bytes) -> str:
    """Return what tells these weights apart: other counts give other vectors, so they are part of it."""
    return f"{labels['weights']}-{crc32(census):08x}"


def take_census(table: Table, texts: list[str]) -> bytes:
    """Count the pieces of a store's texts, for `embed_text`.

    Vectors made with one census are comparable only among themselves: keep it beside them, use it for
    queries and for notes that change, and take it anew (embedding all again) when the store has doubled.
    """
    counts: dict[int, int] = {}
    for text in texts:
        for piece in split_into_pieces(table[0], text):
            counts[piece] = counts.get(piece, 0) + 1
    entries = [piece << 32 | count for piece, count in sorted(counts.items())]
    return pack(f"={len(entries) + 1}Q", sum(counts.values()), *entries)


def embed_text(table: Table, text: str, census: bytes = NO_CENSUS) -> tuple[float, ...]:
    """Return the vector of `text`, of length one; nothing but zeros when no piece of it is known."""
    vocabulary, rows, scales, dimension, _labels = table
    total = [0.0] * dimension
    for piece, weight in weighted_pieces(vocabulary, text, census):
        share = weight * scales[piece]
        row = rows[piece * dimension : (piece + 1) * dimension].tolist()
        total = [so_far + share * value for so_far, value in zip(total, row, strict=True)]
    length = sqrt(sum(map(mul, total, total))) or 1.0
    return tuple(value / length for value in total)


def weighted_pieces(vocabulary: Vocabulary, text: str, census: bytes) -> list[tuple[int, float]]:
    """Return each different piece of `text` with its weight, marks and unknown letters left out."""
    counts: dict[int, int] = {}
    for piece in split_into_pieces(vocabulary, text):
        if piece >= RESERVED:
            counts[piece] = counts.get(piece, 0) + 1
    seen = memoryview(census).cast("Q")
    scores = vocabulary[3]
    return [(p, n * _COMMON / (_COMMON + _share(seen, p, scores[p]))) for p, n in counts.items()]


def _share(census: memoryview, piece: int, score: float) -> float:
    expected = exp(score)
    if not len(census):
        return expected
    at = bisect_left(census, piece << 32, 1)
    found = at < len(census) and census[at] >> 32 == piece
    count = census[at] & 0xFFFFFFFF if found else 0
    return (count + _PRIOR_PIECES * expected) / (census[0] + _PRIOR_PIECES)

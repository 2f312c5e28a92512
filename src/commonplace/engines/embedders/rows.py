"""Keep vectors as rows of bytes, and find the nearest with the standard library alone.

A row is one float32, the scale, and `dimension` signed bytes; `scale * byte` gives back a vector of
length one. Its *signs* are one bit for each dimension. Counting the bits in which two vectors differ is
so cheap in plain Python that the prompt hook can sweep a whole book, and compare only the best exactly.

Rows of two embedders are never compared: whoever stores rows stores the embedder's key beside them.
"""

from __future__ import annotations

from math import sqrt
from operator import mul
from struct import Struct, iter_unpack
from sys import byteorder

_SCALE = Struct("=f")
_LARGEST = 127
_LOOKED_AT = 2000
_ALL_OF_A_WORD = (1 << 64) - 1


def row_size(dimension: int) -> int:
    """Return how many bytes one row takes."""
    return _SCALE.size + dimension


def pack_row(vector: tuple[float, ...]) -> bytes:
    """Return `vector`, brought to length one, as a row; nothing but zeros stays nothing but zeros."""
    length = sqrt(sum(map(mul, vector, vector)))
    largest = max(map(abs, vector), default=0.0)
    if not largest:
        return _SCALE.pack(0.0) + bytes(len(vector))
    numbers = (round(value / largest * _LARGEST) & 0xFF for value in vector)
    return _SCALE.pack(largest / length / _LARGEST) + bytes(numbers)


def cosine(query: tuple[float, ...], row: memoryview) -> float:
    """Return the cosine between a query of length one and a row."""
    scale: float = _SCALE.unpack_from(row)[0]
    product: float = sum(map(mul, query, row[_SCALE.size :].cast("b").tolist()))
    return scale * product


def signs_of_rows(rows: bytes, dimension: int) -> bytes:
    """Return the signs of all rows, `dimension / 8` bytes each, in the same order."""
    size = row_size(dimension)
    view = memoryview(rows)
    return b"".join(
        _signs(view[at + _SCALE.size : at + size].cast("b").tolist())
        for at in range(0, len(rows), size)
    )


def nearest_by_signs(query: tuple[float, ...], signs: bytes, count: int) -> list[int]:
    """Return the numbers of the `count` rows whose signs differ least from the query's, best first.

    Where there are very many rows, the first 64 signs choose those whose other signs are looked at:
    of 30,000 rows 2,000, in a third of the time.
    """
    asked = int.from_bytes(_signs(query), "little")
    width = len(query) // 8
    chosen = list(range(len(signs) // width))
    if len(chosen) > _LOOKED_AT and width % 8 == 0:
        chosen = _by_first_signs(asked, signs, width // 8)
        signs = b"".join([signs[at * width : (at + 1) * width] for at in chosen])
    read = int.from_bytes
    differences = [
        (read(found, "little") ^ asked).bit_count() for (found,) in iter_unpack(f"{width}s", signs)
    ]
    nearest = sorted(range(len(differences)), key=differences.__getitem__)[:count]
    return [chosen[at] for at in nearest]


def _by_first_signs(asked: int, signs: bytes, words: int) -> list[int]:
    """Return the numbers of about `_LOOKED_AT` rows whose first 64 signs differ least."""
    first = int.from_bytes((asked & _ALL_OF_A_WORD).to_bytes(8, "little"), byteorder)
    column = memoryview(signs).cast("Q")[::words]
    differences = bytes([(found ^ first).bit_count() for found in column])
    most = so_far = 0
    while so_far < _LOOKED_AT:
        so_far += differences.count(most)
        most += 1
    return [at for at, difference in enumerate(differences) if difference < most]


def _signs(values: tuple[float, ...] | list[int]) -> bytes:
    bits = 0
    for at, value in enumerate(values):
        if value > 0:
            bits |= 1 << at
    return bits.to_bytes(len(values) // 8, "little")

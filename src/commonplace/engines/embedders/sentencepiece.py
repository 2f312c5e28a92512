"""Read the pieces of a SentencePiece model file, without its library.

The file is a protocol buffer. Field 1, repeated, is a piece: its field 1 is the spelling, its field 2 the
log probability. Everything else in it is about training and is passed over.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5
_SPELLING, _SCORE = 1, 2
_PIECES = 1


def read_pieces(model: bytes) -> list[tuple[bytes, float]]:
    """Return the spelling and the log probability of every piece, in order of their numbers."""
    return [_piece(content) for field, content in _fields(model) if field == _PIECES]


def _piece(content: bytes) -> tuple[bytes, float]:
    fields = dict(_fields(content))
    (score,) = struct.unpack("<f", fields.get(_SCORE, bytes(4)))
    return fields[_SPELLING], score


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        field, wire = tag >> 3, tag & 7
        if wire == _BYTES:
            length, at = _varint(message, at)
        elif wire == _VARINT:
            length = _varint(message, at)[1] - at
        elif wire in (_FIXED_32, _FIXED_64):
            length = 4 if wire == _FIXED_32 else 8
        else:
            raise ValueError(f"wire type {wire} is not part of a SentencePiece model")
        yield field, message[at : at + length]
        at += length


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at

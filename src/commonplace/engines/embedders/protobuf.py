"""Read protocol buffers, the form of SentencePiece and ONNX files, without their libraries."""

from __future__ import annotations

from collections.abc import Iterator

_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5


def fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Yield the number and the bytes of each field of a message; raise `ValueError` for what is none."""
    at = 0
    while at < len(message):
        tag, at = varint(message, at)
        field, wire = tag >> 3, tag & 7
        if wire == _BYTES:
            length, at = varint(message, at)
        elif wire == _VARINT:
            length = varint(message, at)[1] - at
        elif wire in (_FIXED_32, _FIXED_64):
            length = 4 if wire == _FIXED_32 else 8
        else:
            raise ValueError(f"wire type {wire} is not part of a model file")
        if at + length > len(message):
            raise ValueError("the file ends within a field")
        yield field, message[at : at + length]
        at += length


def varint(message: memoryview, at: int = 0) -> tuple[int, int]:
    """Return the number that is written at `at`, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at

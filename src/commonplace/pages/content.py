"""What an answer may be: text, unpacked as it comes, and no longer than a page."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from http.client import HTTPResponse, IncompleteRead

from commonplace.errors import BadInput
from commonplace.pages.wire import TooMuchError

BYTES_AT_MOST = 5 << 20
"""After unpacking."""
TYPES = (
    "text/html",
    "application/xhtml+xml",
    "text/markdown",
    "text/x-markdown",
    "text/plain",
)
_PIECE = 1 << 16
_EITHER_HEADER = zlib.MAX_WBITS | 32
"""gzip or zlib, whichever the first bytes say."""
_PACKINGS = {
    "gzip": _EITHER_HEADER,
    "x-gzip": _EITHER_HEADER,
    "deflate": _EITHER_HEADER,
}
ACCEPTED = "gzip, deflate"


def media_type(answer: HTTPResponse, url: str) -> str:
    """Return what kind of text an answer is; raises `BadInput` when it is none that we read."""
    told = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if told not in TYPES:
        raise BadInput("page-not-text", url=url, type=told or "?")
    return told


def read_content(answer: HTTPResponse, url: str) -> bytes:
    """Return the whole content, unpacked; raises `TooMuchError` as soon as it is too long.

    A length that was promised and not kept is an error: half a page is not what anybody wrote.
    """
    packing = answer.headers.get("Content-Encoding", "identity").strip().lower()
    if packing not in ("", "identity", *_PACKINGS):
        raise BadInput("page-packed", url=url, packing=packing[:40])
    pieces = _pieces(answer)
    if packing in _PACKINGS:
        pieces = _unpacked(pieces, _PACKINGS[packing])
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > BYTES_AT_MOST:
            raise TooMuchError
    return bytes(content)


def _pieces(answer: HTTPResponse) -> Iterator[bytes]:
    while piece := answer.read(_PIECE):
        yield piece
    if answer.length:
        raise IncompleteRead(b"", answer.length)


def _unpacked(pieces: Iterator[bytes], window: int) -> Iterator[bytes]:
    """Yield what `pieces` hold, never more than one piece at a time: a bomb goes off in small parts."""
    unpacking = zlib.decompressobj(window)
    for packed in pieces:
        rest = packed
        while rest:
            yield unpacking.decompress(rest, _PIECE)
            rest = unpacking.unconsumed_tail
    while tail := unpacking.decompress(b"", _PIECE):
        yield tail
    if not unpacking.eof:
        raise zlib.error("the packed content ends too early")

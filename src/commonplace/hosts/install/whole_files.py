"""A whole file of a host, with our parts and without them, in the bytes that it is kept in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from commonplace.errors import WriteRefused
from commonplace.hosts.install.ownership import NotOurs
from commonplace.hosts.install.parts import Part

_MARK = "\ufeff"
"""What some editors put before a text; it stays there."""


def with_parts(
    path: Path, before: bytes | None, parts: Sequence[Part]
) -> tuple[bytes | None, bool]:
    """Return a file with our parts, and whether one is missing because its place is taken."""
    text, is_foreign = _text(path, before), False
    for part in parts:
        try:
            text = part.put(text)
        except NotOurs:
            is_foreign = True
        except ValueError as error:
            raise WriteRefused("host-file-invalid", path=path, cause=error) from error
    return None if text is None else _bytes(text, before), is_foreign


def without_parts(
    path: Path, before: bytes | None, parts: Sequence[Part], was: bytes | None
) -> bytes | None:
    """Return a file without our parts; `was` is the file before us, whose own it keeps."""
    text, own = _text(path, before), _text(path, was)
    for part in parts:
        if text is None:
            return None
        try:
            text = part.take_out(text, own)
        except ValueError as error:
            raise WriteRefused("host-file-invalid", path=path, cause=error) from error
    return None if text is None else _bytes(text, before)


def _text(path: Path, content: bytes | None) -> str | None:
    if content is None:
        return None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WriteRefused("host-file-invalid", path=path, cause="not UTF-8") from error
    text = text.removeprefix(_MARK)
    return text.replace("\r\n", "\n") if _is_crlf(content) else text


def _bytes(text: str, before: bytes | None) -> bytes:
    if before and before.startswith(_MARK.encode()):
        text = _MARK + text
    return (text.replace("\n", "\r\n") if before and _is_crlf(before) else text).encode("utf-8")


def _is_crlf(content: bytes) -> bool:
    return b"\r\n" in content and content.count(b"\n") == content.count(b"\r\n")

"""Values of the core to JSON and back, driven by their own type hints.

Journal, receipts, proposals and ledger all speak through here, so that a new field of a value is
kept without anybody writing a line, and what is absent in an older file takes its default. A file of one
line, written over in place, is for what may be lost: `jot` and `read_jotted`.
"""

from __future__ import annotations

import base64
import json
import os
import types
from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from commonplace.core.values import fields, is_dataclass

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_TAG = "is"
_OF_CHANGES = "commonplace.core.changes"


class Malformed(ValueError):
    """The JSON does not describe the value that was asked for."""


def encode(value: object) -> Json:
    """Return `value` as JSON can hold it."""
    match value:
        case None | bool() | int() | float():
            return value
        case StrEnum():
            return value.value
        case str():
            return value
        case bytes():
            return _encode_bytes(value)
        case date():
            return value.isoformat()
        case tuple():
            return [encode(item) for item in value]
        case Mapping():
            return {str(key): encode(item) for key, item in value.items()}
    return _encode_fields(value)


def _encode_fields(value: object) -> Json:
    if not is_dataclass(value):
        raise TypeError(f"no JSON form for {type(value).__name__}")
    known: dict[str, Json] = {
        each.name: encode(getattr(value, each.name)) for each in fields(value)
    }
    name = type(value).__name__
    is_tagged = type(value).__module__ == _OF_CHANGES and name in _changes()
    return {_TAG: name, **known} if is_tagged else known


@lru_cache(maxsize=1)
def _changes() -> dict[str, Any]:
    """Return the one union of values in our files by their names: each carries its own."""
    from commonplace.core.changes import Change  # noqa: PLC0415 - a line of the ledger is none

    return {kind.__name__: kind for kind in get_args(Change)}


def _encode_bytes(content: bytes) -> Json:
    """Keep text readable: a person who opens a receipt shall see what was written."""
    try:
        return {"text": content.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii")}


def decode(kind: Any, raw: Json) -> Any:
    """Return the value of type `kind` that `raw` describes, or raise `Malformed`."""
    try:
        return _decode(kind, raw)
    except (KeyError, TypeError, ValueError) as trouble:
        raise Malformed(f"not a {getattr(kind, '__name__', kind)}: {trouble}") from trouble


def _decode(kind: Any, raw: Any) -> Any:
    if get_origin(kind) in (Union, types.UnionType):
        return _decode_union(get_args(kind), raw)
    if get_origin(kind) is tuple:
        _expect(raw, list)
        return tuple(_decode(get_args(kind)[0], item) for item in raw)
    if get_origin(kind) is Mapping:
        _expect(raw, dict)
        return {key: _decode(get_args(kind)[1], item) for key, item in raw.items()}
    if is_dataclass(kind):
        return _decode_fields(kind, raw)
    return _decode_plain(kind, raw)


def _decode_union(kinds: tuple[Any, ...], raw: Any) -> Any:
    if raw is None and types.NoneType in kinds:
        return None
    if isinstance(raw, dict) and _TAG in raw:
        return _decode_fields(_changes()[raw[_TAG]], raw)
    (kind,) = (each for each in kinds if each is not types.NoneType)
    return _decode(kind, raw)


def _decode_fields(kind: Any, raw: Any) -> Any:
    _expect(raw, dict)
    hints = _hints(kind)
    return kind(**{name: _decode(hints[name], raw[name]) for name in hints if name in raw})


@lru_cache(maxsize=64)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _decode_plain(kind: Any, raw: Any) -> Any:
    if kind is bytes:
        _expect(raw, dict)
        text = raw.get("text")
        return text.encode("utf-8") if text is not None else base64.b64decode(raw["base64"])
    if kind in (date, datetime) or issubclass(kind, StrEnum):
        _expect(raw, str)
        return kind(raw) if issubclass(kind, StrEnum) else kind.fromisoformat(raw)
    _expect(raw, (int, float) if kind is float else kind)
    return kind(raw)


def _expect(raw: object, kind: Any) -> None:
    if not isinstance(raw, kind):
        raise TypeError(f"found {type(raw).__name__}")


_LINE_BYTES = 2048


def jot(path: str, value: Json) -> None:
    """Write `value` over the line at `path`."""
    line = json.dumps(value).encode("ascii").ljust(_LINE_BYTES - 1) + b"\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def read_jotted(path: str) -> Json:
    """Return the line at `path`; None when it is missing or torn."""
    try:
        with open(path, "rb") as file:
            value: Json = json.loads(file.read(_LINE_BYTES))
    except (OSError, ValueError):
        return None
    return value

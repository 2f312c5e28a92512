"""What an item is, and the file that it is kept in.

The file says everything: its name is only a readable hint and a hash, since a label or key may be any
text, and not every text can name a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from commonplace.core.redaction import find_secrets, redact
from commonplace.errors import BadInput

Namespace = tuple[str, ...]
Value = Mapping[str, object]
"""What is kept: a JSON object."""
Fields = tuple[str, ...] | bool
"""The paths of a value that are searched by words; all of it (True) or nothing (False)."""

_READABLE = 40
_HASH_DIGITS = 16
_GUESSED = "entropy"
"""The kind of a secret that only looks like one: many ids do, and an id must stay what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A value under its namespace and key."""

    namespace: Namespace
    key: str
    value: Value
    created: datetime
    updated: datetime
    searched: Fields = True


def file_of(namespace: Namespace, key: str) -> str:
    """Return the path of the file that keeps the item of that name."""
    folder = _named("-".join(namespace), json.dumps(namespace))
    return f"{folder}/{_named(key, json.dumps([*namespace, key]))}.json"


def _named(hint: str, whole: str) -> str:
    """Return a name for a file: what can be read of `hint`, and what tells it from every other."""
    letters = (char if char.isascii() and char.isalnum() else " " for char in hint.lower())
    readable = "-".join("".join(letters).split())[:_READABLE].strip("-")
    digest = hashlib.sha256(whole.encode("ascii")).hexdigest()[:_HASH_DIGITS]
    return f"{readable or 'item'}-{digest}"


def dump(item: Item) -> bytes:
    """Return the file of an item, without any secret; a value that is not JSON is refused."""
    names = " ".join((*item.namespace, item.key))
    if any(each.kind != _GUESSED for each in find_secrets(names)):
        raise BadInput("secret-in-name")
    try:
        text = json.dumps(_whole(item), ensure_ascii=False, indent=2, allow_nan=False)
        return (text + "\n").encode("utf-8")
    except (TypeError, ValueError, RecursionError) as cause:
        raise BadInput("value-not-json", key=item.key, cause=cause) from cause


def _whole(item: Item) -> dict[str, object]:
    return {
        "namespace": list(item.namespace),
        "key": item.key,
        "value": _safe(item.value),
        "created_at": item.created.isoformat(),
        "updated_at": item.updated.isoformat(),
        "index": list(item.searched) if isinstance(item.searched, tuple) else item.searched,
    }


def load(content: bytes) -> Item | None:
    """Return the item that a file keeps, None for a file that keeps none."""
    try:
        whole = json.loads(content)
        searched = whole.get("index", True)
        return Item(
            namespace=tuple(str(label) for label in whole["namespace"]),
            key=str(whole["key"]),
            value=dict(whole["value"]),
            created=datetime.fromisoformat(whole["created_at"]),
            updated=datetime.fromisoformat(whole["updated_at"]),
            searched=tuple(map(str, searched)) if isinstance(searched, list) else bool(searched),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _safe(value: object, name: str = "") -> object:
    """Return `value` with its secrets marked; `password: x` is one because of its name."""
    match value:
        case str():
            told = f"{name}: " if name else ""
            marked = redact(told + value)
            return marked.removeprefix(told) if marked.startswith(told) else redact(value)
        case Mapping():
            return {_text(key): _safe(each, key) for key, each in value.items()}
        case list() | tuple():
            return [_safe(each, name) for each in value]
        case _:
            return value


def _text(key: object) -> str:
    """Return a key that is text; JSON would make text of every other, and nobody would find it again."""
    if not isinstance(key, str):
        raise TypeError(f"{key!r} is no text")
    return key

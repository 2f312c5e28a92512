"""Items of a key-value store: the file that each is kept in, and which of them a search wants.

The file says everything: its name is only a readable hint and a hash, since a label or key may be any
text, and not every text can name a file. Filters mean what LangGraph's own store in memory means by them, errors
included; a test compares the two.
"""

from __future__ import annotations

import hashlib
import json
import math
import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from commonplace.core.redaction import find_secrets, redact
from commonplace.core.tokens import content_tokens
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
End = Literal["prefix", "suffix"]
ANY_LABEL = "*"
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


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


def in_order_of_putting(items: Sequence[Item]) -> list[Item]:
    """Return items as LangGraph's store in memory meets them: by namespace, each in the order of its making.

    Where two values cannot be compared with a filter, the first that is met decides what is raised.
    """
    namespaces: dict[Namespace, list[Item]] = {}
    for item in sorted(items, key=lambda item: item.created):
        namespaces.setdefault(item.namespace, []).append(item)
    return [item for below in namespaces.values() for item in below]


def satisfies(value: Value, wanted: Mapping[str, object]) -> bool:
    """Say whether a value has what a filter asks for, field by field."""
    return all(_fits(value.get(name), each) for name, each in wanted.items())


def _fits(found: Any, wanted: object) -> bool:
    match wanted:
        case Mapping() if any(str(name).startswith("$") for name in wanted):
            return all(_holds(found, name, each) for name, each in wanted.items())
        case Mapping():
            return isinstance(found, Mapping) and all(
                _fits(found.get(name), each) for name, each in wanted.items()
            )
        case list() | tuple():
            return (
                isinstance(found, list | tuple)
                and len(found) == len(wanted)
                and all(_fits(one, other) for one, other in zip(found, wanted, strict=True))
            )
        case _:
            return bool(found == wanted)


def _holds(found: Any, sign: str, wanted: Any) -> bool:
    if sign in ("$eq", "$ne"):
        return bool(found == wanted) is (sign == "$eq")
    if sign not in _COMPARED:
        raise ValueError(f"Unsupported operator: {sign}")
    return _COMPARED[sign](float(found), float(wanted))


def is_at(namespace: Namespace, end: str, path: Sequence[str]) -> bool:
    """Say whether a namespace begins or ends with `path`, in which `*` stands for any label."""
    if end not in ("prefix", "suffix"):
        raise ValueError(f"Unsupported match type: {end}")
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if end == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in (ANY_LABEL, label) for label, wanted in zip(part, path, strict=True))


def relevance(query: str, texts: Sequence[str]) -> list[float]:
    """Return for each text the share of the query's words that it has, rare words counting more.

    Between 0 and 1; the words are those of our own tokenizer, so that no language is left out.
    """
    asked = dict.fromkeys(content_tokens(query))
    held = [frozenset(content_tokens(text)) for text in texts]
    spread = Counter(word for words in held for word in words if word in asked)
    weights = {word: math.log(1 + len(texts) / (1 + spread[word])) for word in asked}
    whole = sum(weights.values())
    if not whole:
        return [0.0] * len(texts)
    return [sum(weights[word] for word in asked if word in words) / whole for words in held]

"""The words and rules of Anthropic's memory tool (`memory_20250818`), as pure functions on texts.

The sentences are part of the format: the model was trained on them, so they are in no language table.
What cannot be done is a `Refusal`, a value; its text goes to the model as an error.

Items of a key-value store: the file that each is kept in, and which of them a search wants.

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from commonplace.core.redaction import find_secrets, redact
from commonplace.core.tokens import content_tokens
from commonplace.core.values import dataclass
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


ROOT = "/memories"
MOST_LINES = 999_999

OUTSIDE = "Path must start with /memories, got: {path}"
ESCAPES = "Path {path} would escape /memories directory"
MISSING = "The path {path} does not exist. Please provide a valid path."
GONE = "The path {path} does not exist"
"""Said by the commands that move and remove."""
NOT_A_FILE = "The path {path} is not a file."
NOT_TEXT = "The file {path} is not a valid UTF-8 text file."
EXISTS = "File {path} already exists"
TAKEN = "The destination {path} already exists"
NOT_DELETED = "Cannot delete the /memories directory itself"
NOT_RENAMED = "Cannot rename the /memories directory itself"
INTO_ITSELF = "Cannot rename {path} into itself"
NOT_PLAIN = "The path {path} is neither a plain file nor a folder; nothing was changed"
UNSAFE_NAME = "The path holds a secret; choose a name without it"

CREATED = "File created successfully at: {path}"
DELETED = "Successfully deleted {path}"
INSERTED = "The file {path} has been edited."
CLEARED = "All memory cleared"

_NUMBER_WIDTH = len(str(MOST_LINES))
_CONTEXT_LINES = 2
_UNITS = "BKMG"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was not carried out, in the words that the model knows."""

    text: str


@dataclass(frozen=True, slots=True)
class Edited:
    """The whole new text of a file, and the line at which it begins to differ, counted from 0."""

    text: str
    line: int


def inside(path: str) -> str | Refusal:
    """Return `path` below the root, as it was written; `/memoriesX` is not below it."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        return refused(OUTSIDE, path)
    return path.removeprefix(ROOT).lstrip("/")


def refused(words: str, path: str) -> Refusal:
    """Refuse with one of the sentences above."""
    return Refusal(words.format(path=path))


def text_of(content: bytes, path: str) -> str | Refusal:
    """Return a file as text, line endings as they are."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return refused(NOT_TEXT, path)


def listing(path: str, size: int, entries: Iterable[tuple[str, int, bool]]) -> str:
    """Show a folder: the size and path of everything two levels deep, folders with a slash."""
    lines = [
        f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:",
        f"{human_size(size)}\t{path}",
    ]
    lines += [
        f"{human_size(size)}\t{path}/{name}{'/' if is_folder else ''}"
        for name, size, is_folder in entries
    ]
    return "\n".join(lines)


def numbered(path: str, text: str, view_range: Sequence[int] | None = None) -> str | Refusal:
    """Show a file with line numbers, all of it or the lines of `view_range` (-1: to the end)."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        return Refusal(f"File {path} exceeds maximum line limit of {MOST_LINES:,} lines.")
    first, last = 1, len(lines)
    if view_range and len(view_range) == 2:
        first = max(1, view_range[0])
        last = len(lines) if view_range[1] == -1 else view_range[1]
    shown = _with_numbers(lines[first - 1 : last], first)
    return f"Here's the content of {path} with line numbers:\n" + shown


def replaced(path: str, text: str, old: str, new: str) -> Edited | Refusal:
    """Replace the only occurrence of `old`."""
    at = text.find(old) if old else -1
    if at < 0:
        return Refusal(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    if text.count(old) > 1:
        places = ", ".join(map(str, _lines_with(text, old)))
        return Refusal(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{places}. Please ensure it is unique"
        )
    return Edited(text[:at] + new + text[at + len(old) :], text.count("\n", 0, at))


def inserted(text: str, line: int, new: str) -> Edited | Refusal:
    """Insert `new` after that many lines; the file ends in a newline afterwards."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if not 0 <= line <= len(lines):
        return Refusal(
            f"Invalid `insert_line` parameter: {line}. "
            f"It should be within the range [0, {len(lines)}]."
        )
    lines.insert(line, new.rstrip("\n"))
    whole = "\n".join(lines)
    return Edited(whole if whole.endswith("\n") else whole + "\n", line)


def shown_replacement(edited: Edited) -> str:
    """Say that a text was replaced, and show the lines around it."""
    lines = edited.text.split("\n")
    first = max(0, edited.line - _CONTEXT_LINES)
    shown = lines[first : edited.line + _CONTEXT_LINES + 1]
    return (
        "The memory file has been edited. "
        "Here is the snippet showing the change (with line numbers):\n"
        + _with_numbers(shown, first + 1)
    )


def _lines_with(text: str, old: str) -> list[int]:
    """Return the number of the line in which each occurrence begins, overlapping ones included."""
    found: list[int] = []
    line, counted, at = 1, 0, text.find(old)
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        found.append(line)
        at = text.find(old, at + 1)
    return found


def _with_numbers(lines: Sequence[str], first: int) -> str:
    return "\n".join(
        f"{number:>{_NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, first)
    )


def human_size(size: int) -> str:
    """Return a size as the tool shows it: `0B`, `1.5K`, `4K`."""
    unit = min(max(size.bit_length() - 1, 0) // 10, len(_UNITS) - 1)
    amount = size / 1024**unit
    return (
        f"{int(amount)}{_UNITS[unit]}" if amount == int(amount) else f"{amount:.1f}{_UNITS[unit]}"
    )

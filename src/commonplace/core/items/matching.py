"""Which items a search wants: by filter, by namespace, and in which order by words.

Filters mean what LangGraph's own store in memory means by them, errors included; a test compares the two.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from commonplace.core.items.item import Namespace, Value
from commonplace.core.tokens import content_tokens

End = Literal["prefix", "suffix"]
ANY_LABEL = "*"

_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


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

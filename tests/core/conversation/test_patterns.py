"""The patterns that look through anybody's text read odd ones in linear time."""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Iterator

import pytest

from commonplace.core.lazy_re import LazyPattern

MODULES = (
    "commonplace.core.conversation.phrases",
    "commonplace.core.conversation.signs",
    "commonplace.core.conversation.sentences",
    "commonplace.core.claims.qualifiers",
    "commonplace.core.claims.qualifiers",
    "commonplace.core.claims.extraction",
    "commonplace.core.claims.vocabulary",
    "commonplace.core.record.tasks",
    "commonplace.core.record.criteria",
    "commonplace.core.record.tasks",
    "commonplace.core.segments.segmentation",
    "commonplace.flows.evaluate",
    "commonplace.core.judge.contrasts",
    "commonplace.layouts.lingxi.note",
)
ODD = (
    " ",
    "\n",
    "1",
    "一",
    "a",
    "A",
    "a.",
    "a_",
    "“",
    "「",
    '"',
    "`",
    "- ",
    "1 ",
    "\n ",
    "a1",
    "?",
    " at ",
)


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield every compiled pattern of the modules, with its name."""
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            for pattern in _several(value):
                if isinstance(pattern, re.Pattern | LazyPattern) and isinstance(
                    pattern.pattern, str
                ):
                    yield f"{module}.{name}", pattern


def _several(value: object) -> tuple[object, ...]:
    if isinstance(value, dict):
        return tuple(value.values())
    return value if isinstance(value, tuple) else (value,)


def seconds(pattern: re.Pattern[str], text: str) -> float:
    """Return how much processor time a whole search takes, at best."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        pattern.findall(text)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.laws
@pytest.mark.parametrize("piece", ODD)
def test_four_times_the_text_never_costs_sixteen_times_the_time(piece: str) -> None:
    quadratic = []
    for name, pattern in patterns():
        short = seconds(pattern, piece * (4_000 // len(piece)))
        long = seconds(pattern, piece * (16_000 // len(piece)))
        if long > 0.05 and long > 10 * short:
            quadratic.append((name, pattern.pattern[:80], short, long))
    assert not quadratic

"""What the product must do, as data: id -> (where it is written, the behaviour).

Each module here holds one `REQUIREMENTS` table. A test names what it proves with
`@requirement("id")`; `test_requirements.py` fails for a requirement without a test and for a test
that names an unknown one. A requirement that a later room will prove is in `LATER`, with the room.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TypeVar

T = TypeVar("T", bound=Callable[..., object])


def requirement(*ids: str) -> Callable[[T], T]:
    """Name the requirements that the decorated test proves."""
    unknown = [name for name in ids if name not in all_requirements()]
    assert not unknown, f"no such requirement: {unknown}"

    def mark(test: T) -> T:
        return test

    return mark


@cache
def all_requirements() -> dict[str, tuple[str, str]]:
    """Return every requirement there is."""
    return {
        name: row
        for module in _modules()
        for name, row in importlib.import_module(module).REQUIREMENTS.items()
    }


def later() -> dict[str, str]:
    """Return the requirements that a room not yet built will prove, and that room."""
    return {
        name: room
        for module in _modules()
        for name, room in getattr(importlib.import_module(module), "LATER", {}).items()
    }


def _modules() -> list[str]:
    return [f"{__name__}.{found.name}" for found in pkgutil.iter_modules(__path__)]

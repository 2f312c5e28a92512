"""Figures that need an embedder, kept for machines where none is installed.

`make bench-semantic` measures them, `make bench` shows the last ones beside its own: quality and silence are
deterministic, and times are ratios within one run.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from meaning import CHOICES

RESULTS = Path(__file__).with_name("meaning.json")

T = TypeVar("T")


def kept(key: str, measure: Callable[[], T]) -> T | None:
    """Return what an embedder gives, measured where one is installed, else as it was last measured."""
    found = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    if not CHOICES:
        return found.get(key)
    found[key] = measure()
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    return found[key]

"""What qmd says of its index, read from words: it has no other form for it."""

from __future__ import annotations

import os
import re

from commonplace.core.search import EngineStatus
from commonplace.engines.qmd.collecting import Collections

_TOTAL = re.compile(r"^\s*Total:\s+(\d+)", re.MULTILINE)
_VECTORS = re.compile(r"^\s*Vectors:\s+(\d+)", re.MULTILINE)
_INDEX = re.compile(r"^Index:\s+(.+)$", re.MULTILINE)
_MODEL = re.compile(r"^\s*Embedding:\s+(.+)$", re.MULTILINE)


def read_status(name: str, printed: str, held: Collections, folder: str) -> EngineStatus:
    """Return the status of the index that `printed` speaks of; files stand for memories."""
    index = _INDEX.search(printed)
    place = index[1].strip() if index else folder
    model = _MODEL.search(printed)
    vectors = _number(_VECTORS, printed)
    embedder = model[1].strip().replace("\\", "/").rpartition("/")[2] if model else ""
    return EngineStatus(
        name=name,
        is_ready=True,
        memories=_files(printed, held) or _number(_TOTAL, printed),
        passages=vectors,
        bytes_on_disk=os.path.getsize(place) if os.path.isfile(place) else 0,
        place=place,
        embedded=((embedder, vectors),) if embedder and vectors else (),
    )


def _files(printed: str, held: Collections) -> int:
    """Return how many files our collections hold: a global index has others beside them."""
    found = 0
    for name in held.names:
        part = printed.partition(f"{name} (qmd://{name}/)")[2]
        files = re.search(r"Files:\s+(\d+)", part)
        found += int(files[1]) if files else 0
    return found


def _number(pattern: re.Pattern[str], printed: str) -> int:
    found = pattern.search(printed)
    return int(found[1]) if found else 0

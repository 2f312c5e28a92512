"""Which files make a profile, and how a subject becomes the name of one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import count

from commonplace.core.changes import Files
from commonplace.core.memory import MemoryId
from commonplace.core.profile_save import TOPIC_NAME

TARGETS = ("soul", "user", "agent")
"""The files that are always in context; each of their sections is a memory."""
TOPIC = "topic"
INDEX = "memory.md"
GRAVES = ".commonplace/tombstones/"

_TOPIC_FILE = re.compile(r"memory_[^/]+\.md")
_SLUG_CHARS = 50


def page_of(target: str) -> str:
    """Return the file of one of `TARGETS`."""
    return f"{target}.md"


def target_of(memory: MemoryId) -> str:
    """Return which of `TARGETS` the section `memory` stands in, empty when it is a subject."""
    target, mark, _ = memory.partition("#")
    return target if mark and target in TARGETS else ""


def is_page(path: str) -> bool:
    """Say whether `path` is one of the files that are always in context."""
    return path.removesuffix(".md") in TARGETS and path.endswith(".md")


def is_topic(path: str) -> bool:
    """Say whether `path` is the file of a subject."""
    return _TOPIC_FILE.fullmatch(path) is not None


def is_grave(path: str) -> bool:
    """Say whether `path` keeps a buried section or subject."""
    return path.startswith(GRAVES) and path.endswith(".md")


def topic_id(title: str) -> MemoryId:
    """Return the id of a subject: `memory_` and the plain words of `title`, or a hash of them."""
    words = re.sub(r"[^a-z0-9]+", "_", title.lower())[:_SLUG_CHARS].strip("_")
    digest = hashlib.sha256(title.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return f"memory_{words or digest}"


def is_free(name: MemoryId, files: Files) -> bool:
    """Say whether a subject can be called `name`: no file and no grave is."""
    return f"{name}.md" not in files and f"{GRAVES}{name}.md" not in files


def is_topic_id(memory: MemoryId) -> bool:
    """Say whether a subject of that id can have a file."""
    return memory.startswith("memory_") and TOPIC_NAME.fullmatch(memory) is not None


def grave_path(memory: MemoryId, files: Files) -> str:
    """Return where `memory` is buried: a subject under its own name, a section under its hash."""
    digest = hashlib.sha256(memory.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    target = target_of(memory)
    start = GRAVES + (f"{target}-{digest}" if target else memory)
    return next(f"{name}.md" for name in _numbered(start) if f"{name}.md" not in files)


def _numbered(start: str) -> Iterator[str]:
    yield start
    yield from (f"{start}_{number}" for number in count(2))

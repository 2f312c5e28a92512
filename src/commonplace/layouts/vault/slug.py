"""The name of a new memory, from its topic and title."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection

from commonplace.core.memory import MemoryId
from commonplace.core.names import collision_key

MAX_CHARACTERS = 50
_TITLE_TOKENS = 3


def slug(topic: str, title: str) -> str:
    """Return the seed's slug: the last part of the topic, then the first words of the title.

    Where nothing of either is left (a title in another script), a hash of the title names it.
    """
    # Not `str.lower`: it can turn one letter into an ASCII letter and a mark.
    words = re.sub(r"[^a-z0-9 ]", "-", _lower(title)).replace(" ", "-").split("-")
    base = re.sub(r"[^a-z0-9_]", "-", _lower(topic.strip("/").rpartition("/")[2]))
    joined = "-".join([base, *words[:_TITLE_TOKENS]])
    short = re.sub(r"-+", "-", joined).strip("-")[:MAX_CHARACTERS].strip("-")
    return short or hashlib.sha256(title.encode("utf-8", "replace")).hexdigest()[:8]


def free_id(topic: str, title: str, taken: Collection[str]) -> MemoryId:
    """Return `MEM-<slug>`, numbered when a file system would confuse it with a name in `taken`."""
    keys = {collision_key(name) for name in taken}
    name = wanted = "MEM-" + slug(topic, title)
    number = 2
    while collision_key(name) in keys:
        name = f"{wanted}-{number}"
        number += 1
    return name


def _lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)

"""The name of a new memory, from its topic and title."""

from __future__ import annotations

import hashlib
import re

from commonplace.core.memory import Candidate, MemoryId
from commonplace.core.names import is_portable

PREFIX = "MEM-"
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


def id_for(candidate: Candidate) -> MemoryId:
    """Return what `candidate` is called: by its old name if that is one of ours, else `MEM-<slug>`."""
    if candidate.id.startswith(PREFIX) and is_portable(candidate.id):
        return candidate.id
    return PREFIX + slug(candidate.topic, candidate.name_words or candidate.title)


def _lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)

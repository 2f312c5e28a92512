"""Where things stand in a mem-skill workspace, and how a topic becomes the name of a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from commonplace.core.changes import Files
from commonplace.core.hashing import digest
from commonplace.core.memory import MemoryId
from commonplace.core.names import check_id, collision_key, is_conflict_copy
from commonplace.errors import CommonplaceError

KNOWLEDGE = "knowledge-base"
EXPERIENCE = "experience"
KNOWLEDGE_INDEX = f"{KNOWLEDGE}/_index.json"
EXPERIENCE_INDEX = f"{EXPERIENCE}/_index.json"
LOG = "log.md"
CONFIG = ".mem-skill.config.json"
GRAVES = ".commonplace/tombstones"
SKILL_PREFIX = "skill-"
DEFAULT_CATEGORY = "general"
"""Where an entry goes that names no category and matches none."""

_LONGEST_STEM_BYTES = 90
_NOT_A_WORD = re.compile(r"[\W_]+")


def is_page(path: str) -> bool:
    """Say whether `path` holds entries."""
    folder, _, name = path.rpartition("/")
    is_note = name.endswith(".md") and not name.startswith(".") and not is_conflict_copy(path)
    return is_note and folder in (KNOWLEDGE, EXPERIENCE)


def is_grave(path: str) -> bool:
    """Say whether `path` keeps a buried entry."""
    folder, _, name = path.rpartition("/")
    return folder == GRAVES and name.endswith(".md") and not is_conflict_copy(path)


def page_order(path: str) -> tuple[bool, str]:
    """Return what pages are sorted by: knowledge before experience, as the original lists them."""
    return (not path.startswith(KNOWLEDGE), path)


def stem_of(path: str) -> str:
    """Return the part of a page's path that its entries are named by."""
    return path.rpartition("/")[2].removesuffix(".md")


def is_experience(path: str) -> bool:
    """Say whether the page at `path` is about a skill."""
    return path.startswith(f"{EXPERIENCE}/")


def topic_of(path: str) -> str:
    """Return the category or the skill that the page at `path` is about."""
    stem = stem_of(path)
    return stem.removeprefix(SKILL_PREFIX) if is_experience(path) else stem


def page_for(kind: str, topic: str, files: Files) -> str:
    """Return the page for `topic`: the one that is there, or the name a new one will have."""
    folder, prefix = (EXPERIENCE, SKILL_PREFIX) if kind == EXPERIENCE else (KNOWLEDGE, "")
    wanted = {collision_key(f"{prefix}{name}.md") for name in (topic, slug(topic))}
    for path in sorted(files):
        if is_page(path) and path.startswith(f"{folder}/"):
            name = path.rpartition("/")[2]
            if collision_key(name) in wanted or collision_key(prefix + name) in wanted:
                return path
    return f"{folder}/{_safe(prefix + slug(topic))}.md"


def page_of(memory: MemoryId, files: Files) -> str:
    """Return the page that the entry `memory` stands in, or stood in before it was buried."""
    stem = memory.partition("#")[0]
    known = [f"{folder}/{stem}.md" for folder in (KNOWLEDGE, EXPERIENCE)]
    guess = known[1] if stem.startswith(SKILL_PREFIX) else known[0]
    return next((path for path in known if path in files), guess)


def slug(topic: str) -> str:
    """Return `topic` as a kebab-case name; letters of every script stay."""
    plain = unicodedata.normalize("NFC", topic).lower()
    words = _NOT_A_WORD.sub("-", plain).strip("-").encode("utf-8", "ignore")
    return words[:_LONGEST_STEM_BYTES].decode("utf-8", "ignore").strip("-") or DEFAULT_CATEGORY


def _safe(stem: str) -> str:
    """Return `stem`, changed when some system or agent program means something else by that name."""
    try:
        check_id(f"{stem}.md")
    except CommonplaceError:
        return f"{stem}-notes"
    return stem


def grave_for(memory: MemoryId, taken: Collection[str]) -> str:
    """Return a free path for the tombstone of `memory`: plain letters, the hash keeps it apart."""
    ascii_words = re.sub(r"[^a-z0-9]+", "-", memory.lower()).strip("-")[:40].strip("-")
    mark = digest(memory.encode("utf-8", "surrogateescape"))[:8]
    start = f"{GRAVES}/{ascii_words or 'entry'}-{mark}"
    number = 1
    while (path := f"{start}.md" if number == 1 else f"{start}-{number}.md") in taken:
        number += 1
    return path

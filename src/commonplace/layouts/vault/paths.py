"""Where things stand in a vault, relative to its root, the folder `.memory`."""

from __future__ import annotations

from commonplace.core.memory import MemoryId
from commonplace.core.names import is_conflict_copy

HOME = ".memory"
NOTES = "10-Memories/"
LISTING = "10-Memories/README.md"
NAVIGATION = "20-Indices/index.md"
MACHINE_INDEX = "memory-index.json"
DERIVED = (LISTING, NAVIGATION, MACHINE_INDEX)
TEMPLATE = "30-Templates/memory-template.md"
LOG = "distill-log.json"
README = "README.md"
INBOX = "00-Inbox/README.md"
_OTHERS = frozenset({*DERIVED, LOG, README, INBOX, TEMPLATE})


def belongs(path: str) -> bool:
    """Say whether `path` is a file of the vault: a note, a copy of one, or one of the few others."""
    return path in _OTHERS or _is_in_notes(path)


def is_note(path: str) -> bool:
    """Say whether `path` is a memory: any Markdown file of the folder, with or without `MEM-`."""
    return _is_in_notes(path) and not is_conflict_copy(path)


def is_copy_of_note(path: str) -> bool:
    """Say whether `path` keeps the other side of a conflict about a memory."""
    return _is_in_notes(path) and is_conflict_copy(path)


def _is_in_notes(path: str) -> bool:
    if not (path.startswith(NOTES) and path.endswith(".md")):
        return False
    name = path[len(NOTES) :]
    return "/" not in name and name[0] != "." and name.casefold() != "readme.md"


def id_of(path: str) -> MemoryId:
    """Return the id of the memory in `path`: its file name without the extension."""
    return path.removeprefix(NOTES).removesuffix(".md")


def path_of(memory: MemoryId) -> str:
    """Return the file of a memory."""
    return f"{NOTES}{memory}.md"

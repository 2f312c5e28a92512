"""Which names a book accepts: safe on this machine, portable to every other.

Two questions, kept apart. *Safe*: does the text stay inside the book? It is asked of every id,
topic, path and link that comes from outside. *Portable*: would the same file survive a Mac, a
Windows machine and a sync client? It is asked of new files only, because a person's existing file
keeps the name it has.

Names for new memories: each is free in its book, and no two of one batch are the same.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping

from commonplace.core import lazy_re as re
from commonplace.core.memory import MemoryId
from commonplace.errors import BadInput, OutsideBook

MAX_NAME_BYTES = 120
"""Leaves room for a conflict copy's suffix below the 255 bytes that file systems allow."""

MAX_DEPTH = 16
_LONGEST_NAME_BYTES = 255

_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"]
)
"""Names that Windows gives to devices, whatever their extension."""

_INSTRUCTIONS = frozenset(
    [
        "claude.md",
        "agents.md",
        "gemini.md",
        "skill.md",
        ".cursorrules",
        ".mcp.json",
        "settings.json",
    ]
)
"""Files that agent programs obey: a memory must never be able to become one."""

_UNPORTABLE = re.compile(r'[<>:"|?*\\/]')
_DRIVE = re.compile(r"[A-Za-z]:")
_HIDDEN = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Marks that make a name read differently from what it is."""

_CONFLICT_COPY = re.compile(
    r"\.(conflict-\d{8}-\d{6}-[0-9a-f]+|sync-conflict-\d{8}-\d{6}-\w+)(\.|$)"
)


def collision_key(name: str) -> str:
    """Return what two names share when some file system takes them for one file."""
    normal = name if name.isascii() else unicodedata.normalize("NFC", name)
    return normal.casefold().rstrip(". ")


def full_folders(path: str) -> str:
    """Return those folders of a PATH that are named in full: the others mean a clone's own, once somebody stands in it."""
    return os.pathsep.join(folder for folder in path.split(os.pathsep) if os.path.isabs(folder))


def is_conflict_copy(path: str) -> bool:
    """Say whether `path` keeps the other text of a conflict, ours or a sync client's: not a note."""
    return "conflict-" in path and _CONFLICT_COPY.search(path.rpartition("/")[2]) is not None


def conflict_copy(path: str, stamp: str, mark: str) -> str:
    """Return the name beside `path` that keeps the other text of a conflict."""
    folder, slash, name = path.rpartition("/")
    extension = ".md" if name.endswith(".md") else ""
    suffix = f".conflict-{stamp}-{mark}{extension}"
    room = _LONGEST_NAME_BYTES - len(suffix)
    stem = name.removesuffix(extension).encode("utf-8")[:room].decode("utf-8", "ignore")
    return f"{folder}{slash}{stem}{suffix}"


def check_path(path: str) -> str:
    """Return `path` when it is relative and cannot leave the book, else raise `OutsideBook`."""
    parts = path.split("/")
    bad = (
        _has_hidden(path)
        or "\\" in path
        or _DRIVE.match(path) is not None
        or len(parts) > MAX_DEPTH
        or any(part.strip(" .") == "" for part in parts)
    )
    if bad:
        raise OutsideBook("outside-book", path=printable(path))
    return path


def check_id(text: str) -> str:
    """Return `text` when it can name a memory: one portable part of a path, without its extension."""
    if "/" in text or text.startswith("."):
        raise OutsideBook("outside-book", path=printable(text))
    check_path(text)
    _check_portable(text)
    return text


def is_portable(text: str) -> bool:
    """Say whether `text` can name a memory on every machine."""
    try:
        check_id(text)
    except (BadInput, OutsideBook):
        return False
    return True


def check_topic(text: str) -> str:
    """Return `text` when each part between its slashes can name a folder."""
    for part in check_path(text).split("/"):
        check_id(part)
    return text


def check_new_file(path: str, taken: Mapping[str, Collection[str]]) -> None:
    """Raise `BadInput` unless `path` may be created where `taken` holds the names by collision key."""
    for part in check_path(path).split("/"):
        _check_portable(part)
    name = path.rpartition("/")[2]
    if any(sibling != name for sibling in taken.get(collision_key(name), ())):
        raise BadInput("name-taken", name=name)


def printable(text: str) -> str:
    """Return `text` as it may be shown: what is invisible or not Unicode is spelled out."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def _check_portable(name: str) -> None:
    key = collision_key(name)
    if key.split(".")[0].rstrip() in _DEVICES:
        raise BadInput("name-reserved", name=name)
    if key in _INSTRUCTIONS or key.endswith(".mdc"):
        raise BadInput("name-obeyed", name=name)
    if _UNPORTABLE.search(name) or name != name.strip() or name.endswith("."):
        raise BadInput("name-unportable", name=name)
    if len(name.encode("utf-8")) > MAX_NAME_BYTES:
        raise BadInput("name-too-long", name=name[:40], limit=MAX_NAME_BYTES)


def _has_hidden(text: str) -> bool:
    """Say whether `text` holds control characters, half characters or marks that reorder it."""
    if text.isascii():
        return not text.isprintable()
    return _HIDDEN.search(text) is not None or any(
        unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in text
    )


class FreeNames:
    """The names that are taken, and for each that was wanted the number to try next.

    The number is remembered because many memories of one name would otherwise count from the start.
    """

    def __init__(
        self,
        taken: Iterable[MemoryId] = (),
        *,
        form: str = "{}-{}",
        key: Callable[[str], str] = collision_key,
        is_held: Callable[[MemoryId], bool] = lambda _: False,
    ) -> None:
        self._form = form
        self._key = key
        self._is_held = is_held
        self._taken = {key(name) for name in taken}
        self._last: dict[MemoryId, int] = {}

    def claim(self, wanted: MemoryId) -> MemoryId:
        """Return `wanted`, numbered when it is taken, and take it."""
        number = self._last.get(wanted, 1)
        name = self._numbered(wanted, number)
        while self._key(name) in self._taken or self._is_held(name):
            number += 1
            name = self._numbered(wanted, number)
        self._last[wanted] = number
        self._taken.add(self._key(name))
        return name

    def _numbered(self, wanted: MemoryId, number: int) -> MemoryId:
        return wanted if number == 1 else self._form.format(wanted, number)

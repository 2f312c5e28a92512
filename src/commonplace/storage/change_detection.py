"""Has anything in the book changed since the index was made? Asked before every recall.

Files are listed and looked at, not read. For each folder two things are kept: when the folder itself
changed last (files added, removed, renamed), and a sum over the sizes, times and inodes
of its files (files edited in place too). They stand beside the index, and are trusted only for that
index. Plain functions on strings: the hook runs them in a fresh process.
"""

from __future__ import annotations

import os
from zlib import crc32

from commonplace.storage.places import write_private

SEEN = "seen.txt"
LOOKED = "looked"
RACY_NS = 2_000_000_000
"""What changed so shortly before it was looked at may change again within the same tick."""

LOOK_AT_EACH = 2000
"""In books up to so many notes every file is looked at before each recall; above, the folders are."""
LOOK_BACK_SHARE = 20
"""After the answer is given, the notes of a large book are looked at one by one: not sooner than after so
many times what the last look took. 10,000 notes take 43 ms, 100,000 take 570: whoever types a prompt
within eleven seconds pays for nothing."""

Seen = dict[str, str]
"""Folder to `<time of its last change> <sum>`; a doubtful sum begins with a question mark."""

DOUBT = "?"
_WORD = 0xFFFF_FFFF_FFFF_FFFF
BESIDE = ".commonplace"
"""The folder of a book that holds no notes and says which claims are refused."""


def sweep(root: str, folders: tuple[str, ...], now_ns: int, ending: str = ".md") -> Seen:
    """Return how each folder below `root` looks now, by its files of that `ending`."""
    return {folder: _look(os.path.join(root, folder), now_ns, ending) for folder in folders}


def is_changed(root: str, seen: Seen, now_ns: int) -> bool:
    """Say whether any file was added, removed, renamed or edited since `seen`."""
    return not seen or is_doubtful(seen) or sweep(root, tuple(seen), now_ns) != seen


def settled(root: str, seen: Seen, now_ns: int) -> Seen | None:
    """Return how the book looks now if it still looks as in `seen`, doubts aside; else None.

    What was doubtful then may have changed within the same tick: its content must be compared.
    """
    now = sweep(root, tuple(seen), now_ns)
    is_same = seen and {key: value.replace(DOUBT, "") for key, value in now.items()} == {
        key: value.replace(DOUBT, "") for key, value in seen.items()
    }
    return now if is_same else None


def is_doubtful(seen: Seen) -> bool:
    """Say whether a file was changed so shortly before it was seen that it may have changed again."""
    return any(DOUBT in value for value in seen.values())


def is_reordered(root: str, seen: Seen) -> bool:
    """Say whether any file was added, removed or renamed; cheap, whatever the size of the book."""
    return not seen or any(
        _changed(os.path.join(root, folder)) != int(value.split(" ")[0])
        for folder, value in seen.items()
    )


def listed(root: str, seen: Seen) -> dict[str, os.stat_result] | None:
    """Return how each file in the folders of `seen` looks, by path.

    Its inode alone would not tell a file from the one that was removed before it was made.
    None when there is a folder that was not seen before: then everything must be looked through.
    """
    found: dict[str, os.stat_result] = {}
    for folder in seen:
        try:
            with os.scandir(os.path.join(root, folder)) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.name.endswith(".md"):
                        found[path] = entry.stat(follow_symlinks=False)
                    elif (
                        folder != BESIDE
                        and path not in seen
                        and entry.is_dir(follow_symlinks=False)
                    ):
                        return None
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return found


def doubtful(root: str, seen: Seen) -> Seen:
    """Return when each folder changed last, and nothing certain about its files."""
    return {folder: f"{_changed(os.path.join(root, folder))} {DOUBT}" for folder in seen}


def _changed(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _look(folder: str, now_ns: int, ending: str) -> str:
    """Return when a folder changed, and the sum of what its files look like, in whatever order they come.

    Names are left out: who renames a file changes its folder. Numbers hash alike in every process. A sum
    costs half of what sorting, writing and digesting a row for each file did, and a hook waits for it.
    """
    newest = changed = _changed(folder)
    looks = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(ending) and not entry.is_dir(follow_symlinks=False):
                    look = entry.stat(follow_symlinks=False)
                    edited, noted = look.st_mtime_ns, look.st_ctime_ns
                    looks += hash((look.st_ino, look.st_size, edited, noted))
                    if noted > newest or edited > newest:
                        newest = max(edited, noted)
    except FileNotFoundError:
        return f"{changed} gone"
    except OSError:
        return f"{changed} {DOUBT}"
    doubt = DOUBT if newest > now_ns - RACY_NS else ""
    return f"{changed} {doubt}{looks & _WORD:016x}"


def number_of(path: str, look: tuple[int, int, int, int]) -> int:
    """Return the number of a file for a sum over files, by its path, and how it looks.

    Numbers hash alike in every process, and texts do not.
    """
    return hash((crc32(path.encode("utf-8", "surrogateescape")), look))


def edited_since(root: str, folders: tuple[str, ...], since_ns: int) -> list[str]:
    """Return the notes in `folders` that changed after a moment, by the time that no editor can set back."""
    found: list[str] = []
    for folder in folders:
        try:
            with os.scandir(os.path.join(root, folder)) as entries:
                found += [
                    f"{folder}/{entry.name}" if folder else entry.name
                    for entry in entries
                    if entry.name.endswith(".md")
                    and entry.stat(follow_symlinks=False).st_ctime_ns > since_ns
                ]
        except OSError:
            continue
    return found


def last_look(cache: str) -> tuple[int, int]:
    """Return when every file was last looked at and known, and how long the look took; 0 for never."""
    try:
        with open(os.path.join(cache, LOOKED), encoding="utf-8") as file:
            return os.fstat(file.fileno()).st_mtime_ns, int(file.read(20) or 0)
    except (OSError, ValueError):
        return 0, 0


def note_look(cache: str, began_ns: int, took_ns: int) -> None:
    """Keep that everything which was there when a look began is known by now."""
    mark = os.path.join(cache, LOOKED)
    write_private(mark, str(took_ns))
    os.utime(mark, ns=(began_ns, began_ns))


def read_seen(cache: str, index: str) -> Seen:
    """Return what was seen when the index at `index` was last brought up to date."""
    try:
        with open(os.path.join(cache, SEEN), encoding="utf-8", errors="surrogateescape") as file:
            first, *lines = file.read().split("\n")
        if first != str(os.stat(index).st_ino):
            return {}
    except OSError:
        return {}
    seen: Seen = {}
    for line in lines:
        value, _, folder = line.partition("\t")
        seen[folder] = value
    return seen


def write_seen(cache: str, index: str, seen: Seen) -> None:
    """Keep what was seen, bound to the index it was seen for."""
    lines = [str(os.stat(index).st_ino), *(f"{value}\t{folder}" for folder, value in seen.items())]
    write_private(os.path.join(cache, SEEN), "\n".join(lines))

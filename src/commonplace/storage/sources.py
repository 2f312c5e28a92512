"""Read what is not a book: the files and folders that somebody wants to learn from.

Links are not followed and nothing but plain files is opened, as in a book. What is passed over is
named, never silent.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from commonplace.core.segments.segmentation import SNIFFED_BYTES, is_known_text, looks_like_text
from commonplace.errors import BadInput
from commonplace.storage.disk import MAX_FILE_BYTES, NotReadable, read_guarded

LARGEST_FILE_BYTES = 102_400
"""A larger file of a folder is passed over (B2)."""
SCANNED_AT_MOST = 250
"""No more files are counted: twice as many as too many are still too many (B5)."""
EXCLUDED = frozenset({".git", "node_modules", "__pycache__", ".obsidian"})


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A text file below a folder: its path there, with forward slashes, and its size."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Scan:
    """What a folder holds that could be learnt, in the order of paths."""

    files: tuple[FoundFile, ...]
    too_large: tuple[str, ...]


def scan_folder(root: Path, is_ours: Callable[[Path], bool], ending: str = "") -> Scan:
    """Return the text files below `root` whose names end so; what `is_ours` is a book's is left out."""
    files: list[FoundFile] = []
    too_large: list[str] = []
    for entry in _walk(str(root), is_ours):
        if len(files) == SCANNED_AT_MOST:
            break
        if not entry.name.endswith(ending):
            continue
        path = os.path.relpath(entry.path, root).replace(os.sep, "/")
        size = entry.stat(follow_symlinks=False).st_size
        if not size or not _is_text(entry):
            continue
        if size > LARGEST_FILE_BYTES:
            too_large.append(path)
        else:
            files.append(FoundFile(path, size))
    return Scan(tuple(sorted(files, key=lambda each: each.path)), tuple(sorted(too_large)))


def read_source(path: Path) -> str:
    """Return the text of one file, or raise `BadInput` that names it and says why it cannot be had."""
    try:
        return read_guarded(str(path), MAX_FILE_BYTES).decode("utf-8")
    except UnicodeDecodeError as trouble:
        raise BadInput("source-unreadable", path=path, cause="not UTF-8") from trouble
    except NotReadable as trouble:
        raise BadInput("source-unreadable", path=path, cause=trouble.code) from trouble
    except OSError as trouble:
        raise BadInput("source-unreadable", path=path, cause=trouble.strerror) from trouble


def _walk(root: str, is_ours: Callable[[Path], bool]) -> Iterator[os.DirEntry[str]]:
    """Yield the plain files below `root`; links are not followed."""
    waiting = [root]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.is_symlink() or is_ours(Path(entry.path)):
                continue
            if entry.is_file(follow_symlinks=False):
                yield entry
            elif entry.is_dir(follow_symlinks=False) and entry.name not in EXCLUDED:
                waiting.append(entry.path)


def _is_text(entry: os.DirEntry[str]) -> bool:
    if is_known_text(entry.name):
        return True
    try:
        with open(entry.path, "rb") as file:
            return looks_like_text(file.read(SNIFFED_BYTES))
    except OSError:
        return False

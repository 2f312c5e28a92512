"""Read the code that memories quote: files of the project, never one outside it.

Plain functions on strings, because the hook asks them in a fresh process. A path is what a memory says,
and a memory may have come with a clone: it is resolved first, and must lead into the project.
"""

from __future__ import annotations

import os

from commonplace.storage.plain_files import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENTRIES_AT_MOST = 20_000
FILES_AT_MOST = 2_000
"""How far lines that are no longer in their file are looked for."""
_PASSED_OVER = frozenset({"node_modules", "__pycache__", "vendor", "target", "dist", "build"})


def inside(project: str, path: str) -> str | None:
    """Return where `path` leads to, None when that is not in the project or behind a link."""
    if not path or path.startswith(("/", "~")) or "\0" in path or "\\" in path:
        return None
    root = os.path.realpath(project)
    place = os.path.normpath(os.path.join(root, *path.split("/")))
    is_below = place.startswith(root.rstrip(os.sep) + os.sep)
    return place if is_below and os.path.realpath(place) == place else None


def read_code(project: str, path: str) -> str | None:
    """Return the text of a file of the project, None when there is none that may be read."""
    place = inside(project, path)
    content = read_plain(place) if place else None
    return None if content is None else content.decode("utf-8", "replace").replace("\r\n", "\n")


def find_code(
    project: str,
    path: str,
    is_it: Callable[[str], bool],
    entries: int = ENTRIES_AT_MOST,
    files: int = FILES_AT_MOST,
) -> str | None:
    """Return another file of the kind of `path` whose text `is_it` knows; one of the same name first."""
    name, ending = os.path.basename(path), os.path.splitext(path)[1]
    found = [
        other
        for other in _walk(project, entries)
        if other != path and os.path.splitext(other)[1] == ending
    ]
    found.sort(key=lambda other: (os.path.basename(other) != name, other))
    for other in found[:files]:
        text = read_code(project, other)
        if text is not None and is_it(text):
            return other
    return None


def _walk(project: str, most: int) -> Iterator[str]:
    """Yield the files below `project` by their paths there; links and hidden folders are left out."""
    waiting = [""]
    while waiting:
        folder = waiting.pop(0)
        try:
            with os.scandir(os.path.join(project, folder) if folder else project) as entries:
                seen = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in seen:
            most -= 1
            if most < 0:
                return
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_file(follow_symlinks=False):
                yield path
            elif entry.is_dir(follow_symlinks=False) and not _is_passed_over(entry.name):
                waiting.append(path)


def _is_passed_over(name: str) -> bool:
    return name.startswith(".") or name in _PASSED_OVER

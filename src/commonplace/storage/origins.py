"""What a book is called on every machine that has a clone of it: by where the clone came from.

The address stands in git's own configuration, which no clone brings along; credentials in it are left
out. A book without one is this machine's alone.
"""

from __future__ import annotations

import os
import re
import socket

from commonplace.storage.locating import main_repository

_ADDRESS = re.compile(
    r"(?:[a-z+]+://)?(?:[^@/\s]*@)?(?P<host>[^:/\s]+)(?::\d+(?=/))?[:/](?P<path>\S+)",
    re.IGNORECASE,
)
_LONGEST = 1 << 20


def shared_name(root: str) -> str:
    """Return the name under which all clones of the book at `root` are one book."""
    folder = os.path.realpath(root)
    top = _repository(folder)
    origin = _origin(top) if top else ""
    if not origin:
        return f"{socket.gethostname()}:{folder}"
    return f"{origin}#{os.path.relpath(folder, top)}".replace(os.sep, "/")


def _repository(folder: str) -> str:
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return folder


def _origin(top: str) -> str:
    """Return the host and path that `origin` points to, alike for all ways of writing it."""
    home = os.path.join(main_repository(top) or top, ".git")
    try:
        with open(os.path.join(home, "config"), encoding="utf-8", errors="replace") as file:
            text = file.read(_LONGEST)
    except OSError:
        return ""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line
        key, _, value = line.partition("=")
        if section == '[remote "origin"]' and key.strip() == "url":
            return _address(value.strip())
    return ""


def _address(url: str) -> str:
    found = None if url.startswith(("/", ".", "file:")) else _ADDRESS.fullmatch(url)
    if found is None:
        return ""
    path = found["path"].strip("/").removesuffix(".git")
    return f"{found['host'].lower()}/{path}"

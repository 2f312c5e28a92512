"""The key to the server's address on this machine: made once, readable by its owner alone."""

from __future__ import annotations

import os
import secrets

from commonplace.storage.disk import Disk, failure
from commonplace.storage.places import make_private, state_home
from commonplace.storage.publish import staged_name

BYTES = 32


def token_path() -> str:
    """Return where the token is kept."""
    return os.path.join(state_home(), "mcp-token")


def read_token() -> str:
    """Return the token of this user, made on first need."""
    try:
        with open(token_path(), encoding="ascii") as file:
            kept = file.read().strip()
    except (FileNotFoundError, ValueError):
        kept = ""
    return kept or renew_token()


def renew_token() -> str:
    """Make a new token, so that the old one opens nothing from now on."""
    token = secrets.token_urlsafe(BYTES)
    disk, path = Disk(), token_path()
    draft = os.path.join(os.path.dirname(path), staged_name())
    try:
        make_private(os.path.dirname(path))
        disk.write_new(draft, f"{token}\n".encode("ascii"))
        disk.rename(draft, path)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return token

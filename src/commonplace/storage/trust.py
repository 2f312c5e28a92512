"""Which books and which authors this user trusts: marks in the state folder, so that a clone cannot bring its own."""

from __future__ import annotations

import os
from contextlib import suppress

from commonplace.storage.disk import Disk, failure
from commonplace.storage.places import (
    STRICT,
    TRUSTED,
    WATCHED,
    make_private,
    state_home,
    state_of,
    write_private,
)

_AUTHORS = "authors"


def trust(root: str) -> bool:
    """Trust the book at `root` from now on, and say whether that was new."""
    return _set(root, TRUSTED, wanted=True)


def distrust(root: str) -> bool:
    """Trust the book at `root` no longer, and say whether that was new."""
    return _set(root, TRUSTED, wanted=False)


def be_strict(root: str, *, strict: bool) -> bool:
    """Trust only words that somebody let in here, or all again, and say whether that was new."""
    return _set(root, STRICT, wanted=strict)


def watch(root: str) -> bool:
    """Enter from now on what arrives in the book at `root`, and say whether that was new."""
    return _set(root, WATCHED, wanted=True)


def accepted_authors(root: str) -> frozenset[str]:
    """Return the addresses whose commits are accepted in the book at `root`."""
    try:
        with open(os.path.join(state_of(root), _AUTHORS), encoding="utf-8") as file:
            return frozenset(file.read().casefold().split())
    except OSError:
        return frozenset()


def accept_author(root: str, address: str, *, wanted: bool) -> bool:
    """Accept the commits of an author, or no longer, and say whether that was new."""
    known = accepted_authors(root)
    one = frozenset({address.casefold()})
    path = os.path.join(state_of(root), _AUTHORS)
    kept = sorted(known | one if wanted else known - one)
    try:
        write_private(path, "".join(f"{each}\n" for each in kept))
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return (one <= known) is not wanted


def _set(root: str, mark: str, *, wanted: bool) -> bool:
    path = os.path.join(state_of(root), mark)
    try:
        is_new = os.path.exists(path) is not wanted
        if wanted:
            _mark(path, root)
        else:
            with suppress(FileNotFoundError):
                os.unlink(path)
    except OSError as trouble:
        raise failure(trouble, path) from trouble
    return is_new


def _mark(path: str, root: str) -> None:
    if not os.path.exists(path):
        write_private(path, os.path.realpath(root) + "\n")


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
    import secrets  # noqa: PLC0415 - dear, and for the server's token alone

    from commonplace.storage.publish import staged_name  # noqa: PLC0415 - as above

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

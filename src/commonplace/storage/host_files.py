"""Files of agent programs: read whole, replaced whole, and what was there before kept for taking back.

They belong to other programs and their users, so each installation leaves a record in our state
folder: every file it touched, as it was and as it became.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from commonplace.core.hashing import digest as digest  # noqa: PLC0414 - for those who compare
from commonplace.core.values import dataclass
from commonplace.errors import BadInput, WriteFailed
from commonplace.storage.places import make_private, state_home

MOST_BYTES = 32 * 1024 * 1024
"""A program may keep much beside its settings; one of them keeps every project in one file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """One file of another program, as it was without us and as we left it."""

    path: str
    before: bytes | None
    """None when there was no such file."""
    left_as: str
    """The hash of what we wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What was written for one host, in one place."""

    name: str
    """Host, scope and place: the name of its record."""
    files: tuple[Touched, ...]
    folders: tuple[str, ...]
    """Folders that we made, the innermost first."""
    version: str = ""
    """The version of ours that wrote it; empty for one that did not say it."""
    book: str = ""
    """The book that its server was told to serve; empty when it looks around."""


def read_host_file(path: Path) -> bytes | None:
    """Return what the file holds, None when it is not there; links are followed, as the host does."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadInput("host-file-unreadable", path=path, cause=error.strerror) from error
    if len(content) > MOST_BYTES:
        raise BadInput("host-file-unreadable", path=path, cause="over 32 MiB")
    return content


def missing_folders(paths: Sequence[Path]) -> tuple[str, ...]:
    """Return the folders that will have to be made for these files, the innermost first."""
    real = {Path(os.path.realpath(path)) for path in paths}
    found = {str(folder) for path in real for folder in path.parents if not folder.exists()}
    return tuple(sorted(found, key=len, reverse=True))


def write_host_file(path: Path, content: bytes | None) -> None:
    """Replace the file in one step, keeping its mode and following a link to it; None removes it."""
    real = Path(os.path.realpath(path))
    staged = real.with_name(f".{real.name}.{os.getpid()}.commonplace")
    try:
        if content is None:
            real.unlink(missing_ok=True)
            return
        real.parent.mkdir(parents=True, exist_ok=True)
        with staged.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            staged.chmod(real.stat().st_mode & 0o7777)
        staged.replace(real)
    except OSError as error:
        raise WriteFailed("write-failed", path=path, cause=error.strerror) from error
    finally:
        with contextlib.suppress(OSError):
            staged.unlink(missing_ok=True)


def remove_empty(folders: Sequence[str]) -> None:
    """Remove those of our folders that nobody else uses."""
    for folder in folders:
        with contextlib.suppress(OSError):
            Path(folder).rmdir()


def installations() -> list[Installation]:
    """Return every installation that this machine knows of."""
    try:
        names = sorted(os.listdir(_home()))
    except OSError:
        return []
    found = (_loaded(name.removesuffix(".json")) for name in names if name.endswith(".json"))
    return [each for each in found if each is not None]


def keep(installation: Installation) -> None:
    """Keep the record of an installation; one of the same name is replaced."""
    make_private(_home())
    value = {
        "version": installation.version,
        "book": installation.book,
        "folders": installation.folders,
        "files": [
            {
                "path": each.path,
                "before": None if each.before is None else base64.b64encode(each.before).decode(),
                "left_as": each.left_as,
            }
            for each in installation.files
        ],
    }
    text = json.dumps(value, indent=1)
    write_host_file(Path(_home(), f"{installation.name}.json"), text.encode())


def drop(name: str) -> None:
    """Forget an installation that was taken back."""
    Path(_home(), f"{name}.json").unlink(missing_ok=True)


def _loaded(name: str) -> Installation | None:
    try:
        value = json.loads(Path(_home(), f"{name}.json").read_bytes())
        files = tuple(
            Touched(
                path=str(each["path"]),
                before=None if each["before"] is None else base64.b64decode(each["before"]),
                left_as=str(each["left_as"]),
            )
            for each in value["files"]
        )
        return Installation(
            name=name,
            files=files,
            folders=tuple(map(str, value["folders"])),
            version=str(value.get("version", "")),
            book=str(value.get("book", "")),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _home() -> str:
    return os.path.join(state_home(), "installed")

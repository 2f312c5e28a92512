"""Files of ours on this machine that are no wires: shell completions, indices, receipts, what is kept of sessions.

`uninstall --all` takes them away. What a person wrote is not among them: books, drawers and settings stay, and
so does what is kept beside a book while something in it was not yet decided or may be the only copy of a text.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from commonplace.core.values import dataclass
from commonplace.errors import WriteFailed, WriteRefused
from commonplace.storage.disk import Disk
from commonplace.storage.displaced import Displaced
from commonplace.storage.host_files import remove_empty, write_host_file
from commonplace.storage.journal import Journal
from commonplace.storage.places import cache_home, config_home, data_home, state_home

SHELLS = ("bash", "zsh", "fish")
_MARK = (
    "# Written by `commonplace completion --install`; `commonplace uninstall --all` removes it.\n"
)
_PLACES = {
    "bash": (
        "XDG_DATA_HOME",
        (".local", "share"),
        ("bash-completion", "completions", "commonplace"),
    ),
    "zsh": ("XDG_DATA_HOME", (".local", "share"), ("zsh", "site-functions", "_commonplace")),
    "fish": ("XDG_CONFIG_HOME", (".config",), ("fish", "completions", "commonplace.fish")),
}
"""Where each shell looks for a user's own: the variable of its home, that home without it, and the path below."""


_SCRIPTS = frozenset(below[-1] for _, _, below in _PLACES.values())
_BOOKS = frozenset({"personal", "memory-tool", "langgraph"})
"""What stands in the folder of the user's data: the personal book, and drawers."""


def script_path(shell: str, environ: Mapping[str, str]) -> Path:
    """Return where `shell` looks for the user's own completions."""
    variable, usual, below = _PLACES[shell]
    named = environ.get(variable, "").strip()
    home = environ.get("HOME", "") or str(Path.home())
    return Path(named if os.path.isabs(named) else os.path.join(home, *usual), *below)


def write_script(shell: str, text: str, environ: Mapping[str, str]) -> Path:
    """Write the script where `shell` looks for it, over none but an older one of ours, and return where."""
    path = script_path(shell, environ)
    if path.exists() and not _is_ours(path):
        raise WriteRefused("completion-foreign", path=path)
    write_host_file(path, f"{text}\n{_MARK}".encode())
    return path


def installed_scripts(environ: Mapping[str, str]) -> list[Path]:
    """Return the scripts that were installed; a file of that name which is not ours is none."""
    paths = (script_path(shell, environ) for shell in SHELLS)
    return [path for path in paths if _is_ours(path)]


def _is_ours(path: Path) -> bool:
    try:
        return path.read_text("utf-8", "replace").endswith(_MARK)
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that stays when we go, and why, as a name in the table of messages."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFiles:
    """What goes when we go, and what stays."""

    removed: tuple[Path, ...]
    kept: tuple[Kept, ...]


UNDECIDED = (("proposals", "proposals"), ("journal", "unfinished"))
"""Folders beside a book whose files nobody has decided about yet, and why each is kept."""


def own_files(environ: Mapping[str, str]) -> OwnFiles:
    """Return every file and folder of ours on this machine; nothing is changed."""
    removed = installed_scripts(environ)
    kept = list(_yours())
    for folder in map(Path, dict.fromkeys((cache_home(), state_home()))):
        below = _below(folder)
        held = [Kept(path, why) for path in below if (why := _undecided(path))]
        stays = {each.path for each in (*kept, *held)}
        removed += [path for path in below if path not in stays]
        kept += held
    return OwnFiles(removed=tuple(removed), kept=tuple(kept))


def _yours() -> Iterator[Kept]:
    """Yield what people wrote or set; some systems keep it in the same folder as what is ours."""
    yield from (Kept(path, "settings") for path in _below(Path(config_home()), "config.toml"))
    shared = {cache_home(), state_home(), config_home()}
    for path in _below(Path(data_home())):
        if data_home() not in shared or path.name in _BOOKS:
            yield Kept(path, "book")


def _below(folder: Path, name: str = "*") -> list[Path]:
    return sorted(folder.glob(name)) if folder.is_dir() else []


def _undecided(folder: Path) -> str:
    """Return why a folder of our state has to stay, empty where it may go."""
    if folder.is_symlink() or not folder.is_dir():
        return ""
    for name, why in UNDECIDED:
        inside = folder / name
        if not inside.is_symlink() and any(path.is_file() for path in inside.rglob("*")):
            return why
    state, disk = str(folder), Disk()
    is_late = Displaced("", state, disk, Journal(state, disk)).has_late_text()
    return "displaced" if is_late else ""


def remove(own: OwnFiles) -> None:
    """Take away what goes, then the folders that are empty after it; a link goes, what it leads to stays."""
    for path in own.removed:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as trouble:
            cause = trouble.strerror or str(trouble)
            raise WriteFailed("not-removed", path=path, cause=cause) from trouble
    scripts = [path for path in own.removed if path.name in _SCRIPTS]
    remove_empty([str(above) for path in scripts for above in (path.parent, path.parent.parent)])
    remove_empty([cache_home(), state_home()])

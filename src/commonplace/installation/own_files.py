"""Files of ours on this machine that are no wires: shell completions, indices, receipts, what is kept of sessions.

`uninstall --all` takes them away. What a person wrote is not among them: books, drawers and settings stay, and
of what is kept beside a book what was not yet decided or may be the only copy of a text, with what deciding needs.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Container, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from commonplace.core.values import dataclass
from commonplace.errors import WriteFailed, WriteRefused
from commonplace.storage.disk import Disk
from commonplace.storage.displaced import Displaced
from commonplace.storage.host_files import remove_empty, write_host_file
from commonplace.storage.journal import Journal
from commonplace.storage.places import (
    APPROVALS,
    STRICT,
    TRUSTED,
    WATCHED,
    cache_home,
    config_home,
    data_home,
    state_home,
    state_of,
)

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
PERSONAL = "personal"
_BOOKS = frozenset({PERSONAL, "memory-tool", "langgraph"})
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
    empty_book: Path | None = None
    """The personal book, where nothing was ever written into it: it goes, too."""


_MARKS = frozenset({APPROVALS, TRUSTED, STRICT, WATCHED})
"""Without them nobody could say yes: the book would have to be trusted first, and looked over."""
_TEXTS = frozenset({"journal", "receipts", "displaced"})
"""What a change is finished from, and by which a late text is told from an old one."""
_NEEDED = {
    "proposals": _MARKS | {"proposals"},
    "unfinished": _MARKS | _TEXTS,
    "displaced": _MARKS | _TEXTS,
}
"""What stays of a folder beside a book for each reason."""


def own_files(environ: Mapping[str, str]) -> OwnFiles:
    """Return every file and folder of ours on this machine; nothing is changed."""
    removed = installed_scripts(environ)
    kept = list(_yours())
    places = {each.path for each in kept}
    undecided: list[Kept] = []
    for folder in map(Path, dict.fromkeys((cache_home(), state_home()))):
        for path in _below(folder):
            reasons = _undecided(path)
            undecided += [Kept(path, why) for why in reasons]
            stays = frozenset().union(*(_NEEDED[why] for why in reasons))
            gone = [each for each in _below(path) if each.name not in stays] if stays else [path]
            removed += [each for each in gone if path not in places]
    held = {each.path for each in undecided}
    empty = next((path for path in places if _is_as_made(path, held)), None)
    left = (each for each in kept if each.path != empty)
    return OwnFiles(removed=tuple(removed), kept=(*left, *undecided), empty_book=empty)


def _yours() -> Iterator[Kept]:
    """Yield what people wrote or set; some systems keep it in the same folder as what is ours."""
    yield from (Kept(path, "settings") for path in _below(Path(config_home()), "config.toml"))
    shared = {cache_home(), state_home(), config_home()}
    for path in _below(Path(data_home())):
        if data_home() not in shared or path.name in _BOOKS:
            yield Kept(path, "book")


def _below(folder: Path, name: str = "*") -> list[Path]:
    return sorted(folder.glob(name)) if folder.is_dir() else []


def _is_as_made(folder: Path, held: Container[Path]) -> bool:
    """Say whether nothing was ever written into the personal book: its files are as we made them, and nothing is held for it."""
    from commonplace.app.books import book_in  # noqa: PLC0415 - a key press needs none of it
    from commonplace.config import Settings  # noqa: PLC0415
    from commonplace.flows.commit import derived_files  # noqa: PLC0415

    book = book_in(folder, Settings()) if folder.name == PERSONAL else None
    if book is None or folder.is_symlink() or Path(state_of(str(book.root))) in held:
        return False
    today = datetime.now(UTC).date()
    made, derived = book.layout.skeleton(today), derived_files(book.layout, today)
    for path in folder.rglob("*"):
        name = path.relative_to(book.root).as_posix() if book.root in path.parents else ""
        if path.is_symlink() or (path.is_file() and name not in {*made, *derived}):
            return False
        if name in made and name not in derived and path.read_bytes() != made[name]:
            return False
    return True


def _undecided(folder: Path) -> tuple[str, ...]:
    """Return why something of a folder of our state has to stay, empty where all of it may go."""
    if folder.is_symlink() or not folder.is_dir():
        return ()
    waiting, unfinished = (_has_files(folder / name) for name in ("proposals", "journal"))
    state, disk = str(folder), Disk()
    is_late = Displaced("", state, disk, Journal(state, disk)).has_late_text()
    found = {"proposals": waiting, "unfinished": unfinished, "displaced": is_late}
    return tuple(why for why, is_so in found.items() if is_so)


def _has_files(folder: Path) -> bool:
    return not folder.is_symlink() and any(path.is_file() for path in folder.rglob("*"))


def remove(own: OwnFiles) -> None:
    """Take away what goes, then the folders that are empty after it; a link goes, what it leads to stays."""
    for path in (*own.removed, *filter(None, (own.empty_book,))):
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
    remove_empty([cache_home(), state_home(), data_home()])

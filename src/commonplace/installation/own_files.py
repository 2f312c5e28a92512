"""Files of ours on this machine that are no wires: the scripts by which shells complete our words."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from commonplace.errors import WriteRefused
from commonplace.storage.host_files import write_host_file

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

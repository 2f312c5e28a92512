"""Set qmd up for a book: how the user's qmd is, installing it, and the model it embeds with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass

from commonplace.engines.qmd.calls import (
    FAILED,
    NO_MODEL,
    NO_NODE,
    QmdTrouble,
    find_program,
    full_folders,
    run,
)

PACKAGE = "@tobilu/qmd"
INSTALL_TIMEOUT_S = 900.0


def install(environ: Mapping[str, str]) -> None:
    """Run `npm install -g @tobilu/qmd`; raise `QmdTrouble` when it does not work."""
    npm = shutil.which("npm", path=full_folders(environ.get("PATH", "")))
    if npm is None:
        raise QmdTrouble(NO_NODE)
    words = [npm, "install", "-g", PACKAGE]
    code, _, err = run(words, environ, os.path.expanduser("~"), INSTALL_TIMEOUT_S)
    if code:
        lines = [line for line in err.splitlines() if line.strip()]
        raise QmdTrouble(FAILED, lines[0][:200] if lines else f"exit {code}")


DEFAULT_MODEL = "embeddinggemma-300M-Q8_0.gguf"
VARIABLE = "QMD_EMBED_MODEL"


def find_model(environ: Mapping[str, str]) -> str:
    """Return the file of the model that the user's qmd embeds with, empty when it is not here.

    What the user's own index.yml names wins, as in qmd itself; then the variable, then qmd's default.
    """
    named = _configured(environ) or environ.get(VARIABLE, "") or DEFAULT_MODEL
    if os.path.isabs(named):
        return named if os.path.isfile(named) else ""
    return _fetched(environ, named.rpartition("/")[2])


def config_folder(environ: Mapping[str, str]) -> str:
    """Return where the user's own qmd keeps its index.yml."""
    if folder := environ.get("QMD_CONFIG_DIR", ""):
        return folder
    return os.path.join(_home(environ, "XDG_CONFIG_HOME", ".config"), "qmd")


def _configured(environ: Mapping[str, str]) -> str:
    import yaml  # noqa: PLC0415 - only where qmd is used

    for name in ("index.yml", "index.yaml"):
        try:
            with open(os.path.join(config_folder(environ), name), encoding="utf-8") as file:
                found = yaml.safe_load(file)
        except (OSError, ValueError, yaml.YAMLError):
            continue
        models = found.get("models") if isinstance(found, dict) else None
        embed = models.get("embed") if isinstance(models, dict) else None
        return embed if isinstance(embed, str) else ""
    return ""


def _fetched(environ: Mapping[str, str], name: str) -> str:
    """Return the file that `qmd pull` fetched; its name holds the model's, with a prefix."""
    folder = os.path.join(_home(environ, "XDG_CACHE_HOME", ".cache"), "qmd", "models")
    try:
        found = [each for each in sorted(os.listdir(folder)) if name and each.endswith(name)]
    except OSError:
        return ""
    return os.path.join(folder, found[0]) if found else ""


def _home(environ: Mapping[str, str], variable: str, below: str) -> str:
    return environ.get(variable) or os.path.join(os.path.expanduser("~"), below)


@dataclass(frozen=True, slots=True, kw_only=True)
class QmdHealth:
    """What is wrong with qmd: `error.<why>` and `hint.<why>` in the table of messages say it."""

    why: str = ""
    """Empty when nothing is."""
    detail: str = ""
    command: str = ""
    model: str = ""


def qmd_health(environ: Mapping[str, str] | None = None) -> QmdHealth:
    """Return how qmd is on this machine: found, run by a Node that can, with a model to embed with."""
    variables = os.environ if environ is None else environ
    try:
        command = find_program(variables).words[-1]
    except QmdTrouble as trouble:
        return QmdHealth(why=trouble.why, detail=trouble.detail)
    model = find_model(variables)
    return QmdHealth(why="" if model else NO_MODEL, command=command, model=model)

"""Which model turns texts into vectors for qmd: one that is on this machine, or none.

qmd's own models come from a hub, and without a network it tries for twelve minutes. Nothing is
fetched from here: a model is used when its file is there.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

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

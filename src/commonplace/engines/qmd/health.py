"""How the user's qmd is, before anything is asked of it: for `init` and `doctor`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from commonplace.engines.qmd.models import find_model
from commonplace.engines.qmd.program import find_program
from commonplace.engines.qmd.troubles import NO_MODEL, QmdTrouble


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

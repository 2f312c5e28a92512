"""The real qmd of the tests, with a Node and a model of its own; `scripts/qmd_for_tests.sh` brings it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from commonplace.core.search import Source
from commonplace.engines.qmd.calls import (
    VARIABLE,
    Collection,
    Collections,
    QmdCommand,
    find_program,
    private_qmd,
)
from commonplace.engines.qmd.engine import QmdEngine

PLACE = Path(__file__).resolve().parent.parent / ".cache" / "qmd"
MODEL = PLACE / "minilm.gguf"
PATIENCE_S = 600.0
"""No test is about how fast a machine is that is busy with other work."""


def real_environment() -> dict[str, str]:
    """Return the variables under which qmd is found; the test is skipped, and says so, where it is not."""
    if not (PLACE / ".ready-1").exists():
        pytest.skip("NO QMD: the real qmd is not installed; run scripts/qmd_for_tests.sh")
    path = os.pathsep.join((str(PLACE / "node_modules" / ".bin"), os.environ["PATH"]))
    return {**os.environ, "PATH": path, VARIABLE: str(MODEL)}


def collections_over(folder: Path, name: str = "notes") -> Collections:
    """Return the files in `folder` as one collection."""
    only = Collection(name=name, folder=str(folder))
    return Collections(scope="project", mask="**/*.md", all=(only,))


def command_on(folder: Path, place: Path) -> QmdCommand:
    """Return a qmd with an index of its own in `place` over the files in `folder`."""
    environ = real_environment()
    place.mkdir(exist_ok=True)
    held = collections_over(folder)
    made = private_qmd(find_program(environ), environ, str(place), str(MODEL), held)
    return replace(made, query_s=PATIENCE_S)


def engine_on(folder: Path, place: Path, sources: Mapping[str, Source]) -> QmdEngine:
    """Return an engine with an index of its own in `place` over the files in `folder`."""
    command = command_on(folder, place)

    def read(paths: Sequence[str]) -> list[Source]:
        return [sources[path] for path in paths if path in sources]

    return QmdEngine(lambda: command, collections_over(folder), read)

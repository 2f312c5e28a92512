"""The files of a project that say how to work on it: manifests, CI, README and docs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from commonplace.errors import BadInput
from commonplace.flows.lessons import SourceText
from commonplace.storage.sources import read_source

NAMES = (
    "package.json",
    "pyproject.toml",
    "Cargo.toml",
    "go.mod",
    "Makefile",
    "Dockerfile",
    ".gitlab-ci.yml",
    ".github/workflows/*.yml",
    ".github/workflows/*.yaml",
    "README.md",
    "README.*.md",
    "CONTRIBUTING.md",
    "docs/*.md",
    "docs/*/*.md",
)
"""In the order in which a newcomer should read them."""
PAGES_AT_MOST = 40


def project_sources(project: Path) -> tuple[SourceText, ...]:
    """Return the texts that say how to work on `project`; what cannot be read is passed over."""
    sources: list[SourceText] = []
    for path in _paths(project):
        with suppress(BadInput):
            told = path.relative_to(project).as_posix()
            sources.append(SourceText(text=read_source(path), name=told))
    return tuple(sources)


def _paths(project: Path) -> Iterator[Path]:
    found = (path for name in NAMES for path in sorted(project.glob(name)))
    plain = (path for path in found if path.is_file() and not path.is_symlink())
    yield from list(plain)[:PAGES_AT_MOST]

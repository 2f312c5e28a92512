"""Name what the server keeps: a file as one machine reads it, by its content.

Two machines that hold the same text at the same path, and trust it alike, share one version; a branch, an
edit or another verdict about trust makes another, and neither disturbs the other. Nothing is ever
replaced, so a machine can only be shown what it holds itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from commonplace.core.hashing import digest
from commonplace.core.memory import Status
from commonplace.core.search import Source
from commonplace.engines.local.reading import FORMAT

_BYTES = 16
"""Of SHA-256: among a billion versions two meet by chance once in 10^20."""


@dataclass(frozen=True, slots=True)
class Held:
    """A file as this machine holds it: its content's hash, and how its living memories stand."""

    sha256: str
    statuses: tuple[str, ...] = ()


class Holdings(Protocol):
    """What this machine holds of the book; the embedded index knows."""

    def stamp(self) -> object:
        """Return something that differs when anything held may have changed."""

    def held(self) -> Mapping[str, Held]:
        """Return every file of the book by its path."""

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        """Return those files as they are now."""


def held_of(source: Source) -> Held:
    """Return a file that was just read in the form in which holdings are compared."""
    alive = (m for m in source.memories if m.status is not Status.TOMBSTONED)
    return Held(source.sha256, tuple(str(memory.status) for memory in alive))


def version_of(path: str, held: Held) -> bytes:
    """Return the name of a version; how rows are made is part of it, so that two ways never mix."""
    verdicts = () if set(held.statuses) <= {Status.ACTIVE} else held.statuses
    told = "\0".join((str(FORMAT), path, held.sha256, *verdicts))
    return bytes.fromhex(digest(told.encode("utf-8", "surrogatepass")))[:_BYTES]

"""Two engines as one: the better answers, and the one that always works stands below it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from commonplace.core.ports import Engine, Progress
from commonplace.core.search import EngineStatus, Finding, Query, Source


class WithFloor:
    """An engine with another below it, which answers when the first cannot."""

    def __init__(self, engine: Engine, floor: Engine) -> None:
        self._engine = engine
        self._floor = floor
        self.name = engine.name

    def find(self, query: Query) -> Finding:
        """Return what the engine finds, or when it is in trouble what the floor does, and say so."""
        finding = self._engine.find(query)
        if not finding.degraded or finding.hits:
            return finding
        return replace(self._floor.find(query), degraded=finding.degraded)

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Take in what changed."""
        self._engine.update(changed, removed)

    def rebuild(self, sources: Iterable[Source], progress: Progress | None = None) -> None:
        """Forget everything and take in the whole book."""
        self._engine.rebuild(sources, progress)

    def status(self) -> EngineStatus:
        """Say how the engine is."""
        return self._engine.status()

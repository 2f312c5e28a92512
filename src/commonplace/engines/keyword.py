"""The floor that always works: memories whose keywords stand in the prompt, whole.

mem-skill's own matching: case does not matter, a keyword is met whole or not at all (`Java` is not in
`JavaScript`), and one keyword of a category brings all that is in its file. Nothing is kept between
questions, so nothing can be stale or broken.

Two engines as one: the better answers, and the one that always works stands below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from commonplace.core.keywords import Prompt
from commonplace.core.memory import Memory
from commonplace.core.ports import Engine, Progress
from commonplace.core.search import EngineStatus, Hit, Query, Reason, SearchResult, Source, accepts
from commonplace.core.values import replace


def hit_in(source: Source, memory: Memory, reasons: tuple[Reason, ...]) -> Hit:
    """Return the hit that `memory` of the file `source` is, for these reasons; they make its score."""
    first, last = (source.lines or {}).get(memory.id, (1, 0))
    return Hit(
        memory=memory.id,
        score=sum(reason.score for reason in reasons),
        path=source.path,
        sha256=source.sha256,
        title=memory.title,
        line=memory.line,
        status=memory.status,
        first_line=first,
        last_line=last,
        reasons=reasons,
    )


OWN = 1.0
CATEGORY = 0.5
"""A keyword of the memory itself says more than one of its whole file."""


class KeywordEngine:
    """Finds memories by their keywords, reading the book afresh for each question."""

    name = "keyword"

    def __init__(self, sources: Callable[[], Iterable[Source]]) -> None:
        self._sources = sources

    def find(self, query: Query) -> SearchResult:
        """Return the memories with a keyword in the prompt, those with most keywords first."""
        prompt = Prompt(query.text)
        hits = [hit for source in self._sources() for hit in _hits(prompt, source, query)]
        hits.sort(key=lambda hit: (-hit.score, hit.memory))
        return SearchResult(hits=tuple(hits[: query.most]), confidence=1.0 if hits else 0.0)

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Do nothing: the next question reads the files."""

    def rebuild(self, sources: Iterable[Source], progress: Progress | None = None) -> None:
        """Do nothing: there is no index."""

    def status(self) -> EngineStatus:
        """Say how many memories there are."""
        count = sum(len(source.memories) for source in self._sources())
        return EngineStatus(name=self.name, is_ready=True, memories=count)


def _hits(prompt: Prompt, source: Source, query: Query) -> Iterator[Hit]:
    category = [word for word in source.keywords if prompt.holds(word)]
    for memory in source.memories:
        if not accepts(query, memory):
            continue
        own = [word for word in memory.keywords if prompt.holds(word)]
        reasons = [Reason(why=f"keyword:{word}", score=OWN) for word in own]
        reasons += [Reason(why=f"category:{word}", score=CATEGORY) for word in category]
        if reasons:
            yield hit_in(source, memory, tuple(reasons))


class WithFloor:
    """An engine with another below it, which answers when the first cannot."""

    def __init__(self, engine: Engine, floor: Engine) -> None:
        self._engine = engine
        self._floor = floor
        self.name = engine.name

    def find(self, query: Query) -> SearchResult:
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

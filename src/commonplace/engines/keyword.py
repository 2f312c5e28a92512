"""The floor that always works: memories whose keywords stand in the prompt, whole.

mem-skill's own matching: case does not matter, a keyword is met whole or not at all (`Java` is not in
`JavaScript`), and one keyword of a category brings all that is in its file. Nothing is kept between
questions, so nothing can be stale or broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from commonplace.core.memory import Memory
from commonplace.core.ports import Progress
from commonplace.core.search import EngineStatus, Finding, Hit, Query, Reason, Source
from commonplace.core.whole_words import Prompt
from commonplace.engines.filters import accepts


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

    def find(self, query: Query) -> Finding:
        """Return the memories with a keyword in the prompt, those with most keywords first."""
        prompt = Prompt(query.text)
        hits = [hit for source in self._sources() for hit in _hits(prompt, source, query)]
        hits.sort(key=lambda hit: (-hit.score, hit.memory))
        return Finding(hits=tuple(hits[: query.most]), confidence=1.0 if hits else 0.0)

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

"""Ask qmd, and take from its answer only what the book itself says.

qmd finds files; which memory is meant, whether it is active and how it reads are decided by the file
as it is now. What is no memory of this book (another collection, a stray text, something buried) is
dropped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from commonplace.core.memory import Memory
from commonplace.core.passages import cues_of
from commonplace.core.ports import Progress
from commonplace.core.search import EngineStatus, Finding, Hit, Query, Reason, Source
from commonplace.core.tokens import terms
from commonplace.engines.filters import accepts, is_filtered
from commonplace.engines.hitting import hit_in
from commonplace.engines.qmd.asking import MEANT_FROM, Answer, read_answers, typed_lines
from commonplace.engines.qmd.calls import EMBED_TIMEOUT_S, QmdCommand, index_file
from commonplace.engines.qmd.collecting import GLOBAL, Collections
from commonplace.engines.qmd.status import read_status
from commonplace.engines.qmd.troubles import NO_MODEL, TIMEOUT, QmdTrouble
from commonplace.engines.qmd.weighing import weigh

BESIDE = 20
"""So many files more than asked for are fetched: some of them will be dropped."""
FILTERED = 200
NOTHING = Finding(hits=(), confidence=0.0)

SourcesAt = Callable[[Sequence[str]], Sequence[Source]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    memory: Memory
    source: Source
    weight: float
    why: str
    cosine: float


class QmdEngine:
    """Finds the memories of one book with qmd."""

    name = "qmd"

    def __init__(
        self, open_qmd: Callable[[], QmdCommand], held: Collections, read: SourcesAt
    ) -> None:
        self._open = open_qmd
        self._held = held
        self._read = read
        self._trouble: QmdTrouble | None = None

    def find(self, query: Query) -> Finding:
        """Return what qmd finds, in its order; what is wrong with it is told, not hidden."""
        lines = typed_lines(query.text)
        if not lines:
            return NOTHING
        try:
            answers = self._ask(lines, query)
        except QmdTrouble as trouble:
            return Finding(hits=(), confidence=0.0, degraded=trouble.why)
        found = sorted(self._candidates(answers, query), key=lambda each: -each.weight)
        return _finding(query, found[: query.most])

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:  # noqa: ARG002 - it reads the files itself
        """Let qmd read again what has changed."""
        self.sync()

    def rebuild(self, sources: Iterable[Source], progress: Progress | None = None) -> None:  # noqa: ARG002 - it reads the files itself
        """Make an index of the book's own again; the user's own is only brought up to date."""
        if self._held.scope != GLOBAL:
            with suppress(FileNotFoundError):
                os.remove(index_file(self._open().folder))
        self.sync()

    def sync(self, embed_s: float = EMBED_TIMEOUT_S) -> None:
        """Bring qmd up to date, texts and vectors; what is left when time is up waits its turn.

        A qmd that cannot be brought up to date is not asked: its answers would be of yesterday.
        """
        try:
            qmd = self._ready()
            qmd.update()
            self._trouble = None
        except QmdTrouble as trouble:
            self._trouble = trouble
            raise
        try:
            qmd.embed(embed_s)
        except QmdTrouble as trouble:
            if trouble.why != TIMEOUT:
                raise

    def status(self) -> EngineStatus:
        """Say how qmd is; nothing is changed."""
        try:
            qmd = self._ready()
            return read_status(self.name, qmd.status(), self._held, qmd.folder)
        except QmdTrouble as trouble:
            return EngineStatus(name=self.name, is_ready=False, trouble=trouble.why)

    def _ready(self) -> QmdCommand:
        qmd = self._open()
        if not qmd.model:
            raise QmdTrouble(NO_MODEL)
        return qmd

    def _ask(self, lines: Sequence[str], query: Query) -> tuple[Answer, ...]:
        if self._trouble is not None:
            raise self._trouble
        most = FILTERED if is_filtered(query) else 2 * query.most + BESIDE
        return read_answers(self._ready().query(lines, self._held.names, most))

    def _candidates(self, answers: Sequence[Answer], query: Query) -> Iterator[_Candidate]:
        ours = {each.name: each for each in self._held.all}
        placed = [
            (ours[answer.collection].path_of(answer.name), answer)
            for answer in answers
            if answer.collection in ours
        ]
        sources = {source.path: source for source in self._read([path for path, _ in placed])}
        asked = set(terms(query.text))
        rank = 0
        for path, answer in placed:
            entries = list(_entries(sources.get(path), answer, asked, query))
            rank += bool(entries)
            for memory, share, why in entries:
                yield _Candidate(memory, sources[path], share / rank, why, answer.cosine)


def _entries(
    source: Source | None, answer: Answer, asked: set[str], query: Query
) -> Iterator[tuple[Memory, float, str]]:
    """Yield the memories of a found file that answer, with their share of its rank, and why.

    A file of many memories is found by all of them: those that hold the words of the prompt are
    meant, or where none does and the meaning is near the one that qmd points at. To qmd the keys of
    front matter are words like any other; here they are not.
    """
    if source is None:
        return
    active = [memory for memory in source.memories if accepts(query, memory)]
    shared = {each.id: len(asked.intersection(terms(_text(each)))) for each in active}
    most = max(shared.values(), default=0)
    is_near = not most and answer.cosine >= MEANT_FROM
    for memory in active:
        first, last = (source.lines or {}).get(memory.id, (1, 0))
        if shared[memory.id]:
            yield memory, shared[memory.id] / most, "qmd:words"
        elif is_near and (len(source.memories) == 1 or first <= answer.line <= last):
            yield memory, 1.0, "qmd:meaning"


def _text(memory: Memory) -> str:
    named = (*memory.keywords, *memory.tags, memory.kind, memory.topic)
    return "\n".join((memory.title, memory.summary, *cues_of(memory), *named, memory.body))


def _finding(query: Query, found: Sequence[_Candidate]) -> Finding:
    if not found:
        return NOTHING
    cosine = max(each.cosine for each in found)
    scale, sure = weigh(query.text, [each.memory for each in found], cosine)
    return Finding(hits=tuple(_hit(each, scale, sure) for each in found), confidence=sure)


def _hit(found: _Candidate, scale: float, sure: float) -> Hit:
    reason = Reason(why=found.why, score=scale * found.weight)
    return replace(hit_in(found.source, found.memory, (reason,)), confidence=sure)

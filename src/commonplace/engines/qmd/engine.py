"""Ask qmd, and take from its answer only what the book itself says.

qmd finds files; which memory is meant, whether it is active and how it reads are decided by the file
as it is now. What is no memory of this book (another collection, a stray text, something buried) is
dropped.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby

from commonplace.core import gate
from commonplace.core.letters import is_unspaced, levelled
from commonplace.core.memory import Memory
from commonplace.core.passages import cues_of, passages_of
from commonplace.core.ports import Progress
from commonplace.core.ranking import (
    Postings,
    bm25,
    code_of,
    code_weights,
    length_class,
    passage_key,
    rarity,
    supported,
)
from commonplace.core.search import (
    EngineStatus,
    Hit,
    Query,
    Reason,
    SearchResult,
    Source,
    accepts,
    is_filtered,
)
from commonplace.core.tokens import content_tokens, terms
from commonplace.core.values import dataclass, replace
from commonplace.engines.keyword import hit_in
from commonplace.engines.qmd.calls import (
    EMBED_TIMEOUT_S,
    FAILED,
    GLOBAL,
    NO_MODEL,
    TIMEOUT,
    Collections,
    QmdCommand,
    QmdTrouble,
    index_file,
    read_status,
)

RELATED_FROM = 0.5
"""mem-skill calls two texts related from here on; it is the only bound for vectors of any model."""


def weigh(text: str, memories: Sequence[Memory], cosine: float) -> tuple[float, float]:
    """Return the score of the best passage by its words, and the probability that it is relevant."""
    passages = [
        (passage_key(note, place), content_tokens(passage))
        for note, memory in enumerate(memories)
        for place, passage in enumerate(passages_of(memory))
    ]
    asked = _asked(text, passages)
    sizes = bytes(min(len(passages_of(memory)), 255) for memory in memories)
    ranked = supported([worth for _, _, worth in asked if worth], sizes)
    if not ranked:
        return 1.0, 1.0 if cosine >= RELATED_FROM else 0.0
    score, key = ranked[0]
    sure = gate.WordEvidence(asked, ranked, sizes, _average(passages)).confidence(key)
    return score, 1.0 if cosine >= RELATED_FROM else sure


def _average(passages: Sequence[tuple[int, Sequence[str]]]) -> float:
    return sum(len(words) for _, words in passages) / max(len(passages), 1)


def _asked(text: str, passages: Sequence[tuple[int, Sequence[str]]]) -> list[gate.Asked]:
    by_code = code_weights(_average(passages))
    counted = [(key, Counter(words), length_class(len(words))) for key, words in passages]
    asked: list[gate.Asked] = []
    for word in dict.fromkeys(content_tokens(text)):
        held = [(key, code_of(counts[word], size)) for key, counts, size in counted if counts[word]]
        rare = rarity(len(held), len(passages))
        postings: Postings = ([key for key, _ in held], bytes(code for _, code in held))
        asked.append((word, rare, bm25(rare, [postings], by_code)))
    return asked


MOST_WORDS = 10
TOGETHER = 6
LONGEST_MEANING = 500
MEANT_FROM = 0.3
"""mem-skill's `--min-score`: nearer texts are found by meaning alone; the nearest of nothing is not."""

_CHUNK = re.compile(r"[\w.+#/-]+")
_NEGATED = re.compile(r"(^|\s)-+")


@dataclass(frozen=True, slots=True, kw_only=True)
class QmdHit:
    """One file that qmd found, best first."""

    collection: str
    name: str
    line: int
    is_worded: bool
    """Whether words of the prompt stand in it."""
    cosine: float
    """How near its meaning is, 0 when qmd does not say."""


def typed_lines(text: str) -> tuple[str, ...]:
    """Return what qmd is asked for `text`; nothing when it has no word that says anything.

    qmd knows no traditional characters for simplified ones, so both are asked for.
    """
    plain = "".join(char if char.isprintable() and char != '"' else " " for char in text)
    levelled_words = tuple(dict.fromkeys(_words(levelled(plain))))
    words = _chosen(levelled_words)
    if not words:
        return ()
    together = (" ".join(words),) if 1 < len(words) <= TOGETHER else ()
    written = (word for word in dict.fromkeys(_words(plain)) if not word.isascii())
    others = tuple(word for word in written if word not in levelled_words)[:MOST_WORDS]
    meaning = _NEGATED.sub(r"\1", " ".join(plain.split()))[:LONGEST_MEANING]
    return (*(f"lex: {each}" for each in (*together, *words, *others)), f"vec: {meaning}")


def read_answers(printed: str) -> tuple[QmdHit, ...]:
    """Return the files that qmd printed, without those that are only the nearest of nothing."""
    try:
        found = json.loads(printed)
        answers = [_answer(each) for each in found]
    except (ValueError, KeyError, TypeError, AttributeError) as cause:
        raise QmdTrouble(FAILED, "unreadable answer") from cause
    return tuple(each for each in answers if each.is_worded or each.cosine >= MEANT_FROM)


def _answer(found: dict[str, object]) -> QmdHit:
    place = str(found["file"]).removeprefix("qmd://")
    collection, _, name = place.partition("/")
    explained = found.get("explain")
    scores = explained if isinstance(explained, dict) else {}
    line = found.get("line")
    return QmdHit(
        collection=collection,
        name=name,
        line=line if isinstance(line, int) else 1,
        is_worded=bool(scores.get("ftsScores")),
        cosine=max(map(float, scores.get("vectorScores") or ()), default=0.0),
    )


def _words(text: str) -> Iterator[str]:
    """Yield the words that say something, scripts without spaces as pairs of characters."""
    for chunk in _CHUNK.findall(text):
        for unspaced, run in groupby(chunk, is_unspaced):
            piece = "".join(run)
            if unspaced:
                yield from _pairs(piece)
            elif content_tokens(piece) and (word := piece.strip(".+#/-_")):
                yield word


def _pairs(run: str) -> Iterator[str]:
    if len(run) < 3:
        if content_tokens(run):
            yield run
        return
    yield from (pair for at in range(len(run) - 1) if content_tokens(pair := run[at : at + 2]))


def _chosen(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many words as a query should have, the long ones rather than the short.

    Two pairs of characters make about one word: a question in Chinese keeps its end, where its subject
    often stands.
    """
    kept: set[str] = set()
    room = float(MOST_WORDS)
    for word in sorted(words, key=lambda word: -len(word)):
        room -= 0.5 if is_unspaced(word[0]) else 1.0
        if room < 0:
            break
        kept.add(word)
    return tuple(word for word in words if word in kept)


BESIDE = 20
"""So many files more than asked for are fetched: some of them will be dropped."""
FILTERED = 200
NOTHING = SearchResult(hits=(), confidence=0.0)

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

    def find(self, query: Query) -> SearchResult:
        """Return what qmd finds, in its order; what is wrong with it is told, not hidden."""
        lines = typed_lines(query.text)
        if not lines:
            return NOTHING
        try:
            answers = self._ask(lines, query)
        except QmdTrouble as trouble:
            return SearchResult(hits=(), confidence=0.0, degraded=trouble.why)
        # Decision 0013: only qmd's order is taken; each file is read as it is now, and its memories decide.
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

    def _ask(self, lines: Sequence[str], query: Query) -> tuple[QmdHit, ...]:
        if self._trouble is not None:
            raise self._trouble
        most = FILTERED if is_filtered(query) else 2 * query.most + BESIDE
        return read_answers(self._ready().query(lines, self._held.names, most))

    def _candidates(self, answers: Sequence[QmdHit], query: Query) -> Iterator[_Candidate]:
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
    source: Source | None, answer: QmdHit, asked: set[str], query: Query
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


def _finding(query: Query, found: Sequence[_Candidate]) -> SearchResult:
    if not found:
        return NOTHING
    cosine = max(each.cosine for each in found)
    scale, sure = weigh(query.text, [each.memory for each in found], cosine)
    return SearchResult(hits=tuple(_hit(each, scale, sure) for each in found), confidence=sure)


def _hit(found: _Candidate, scale: float, sure: float) -> Hit:
    reason = Reason(why=found.why, score=scale * found.weight)
    return replace(hit_in(found.source, found.memory, (reason,)), confidence=sure)

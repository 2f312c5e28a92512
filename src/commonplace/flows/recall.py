"""Prompt in, memories out: found, checked against the files, and only if anything is relevant.

What is served is current: each file is hashed again before its memory is shown. A stale one is taken
in anew and the question asked once more; what is stale even then is left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from commonplace.core.anchors import Standing
from commonplace.core.hashing import digest
from commonplace.core.hygiene import shorten
from commonplace.core.injection import count_tokens
from commonplace.core.memory import MemoryId
from commonplace.core.ports import Engine, Store
from commonplace.core.search import Finding, Hit, Query
from commonplace.errors import BadInput

HITS = "hits"
NOTHING_RELEVANT = "nothing_relevant"
DEGRADED = "degraded:"
CONFLICT_MARK = b"<<<<<<< "


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """A book that is asked, and how to take in files of it that turn out to have changed."""

    name: str
    engine: Engine
    store: Store
    take_in: Callable[[Sequence[str]], None]
    code: Callable[[str, bytes], Mapping[MemoryId, Standing]] = lambda *_: {}
    """How the code stands that the memories of a file quote, the worst of each memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One memory that was found, and the book it stands in."""

    hit: Hit
    book: str
    code: Standing | None = None
    """How the code stands that it quotes; None when it quotes none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The answer: `hits`, `nothing_relevant`, or `degraded:<why>` with whatever could be had."""

    outcome: str
    found: tuple[Found, ...] = ()
    confidence: float = 0.0
    """How sure the engine was that its best hit matters; below the threshold nothing is served."""
    left_out: int = 0
    """How many relevant memories the budget had no room for."""
    has_unsure: bool = False
    """Whether something was found that is too unsure to be told."""


def recall(
    query: Query,
    books: Sequence[Searched],
    *,
    threshold: float,
    budget_tokens: int | None = None,
) -> Recalled:
    """Return what the books know about `query`, best first, or nothing when nothing is relevant."""
    answers = [(book, _current(book, query)) for book in books]
    confidence = max((finding.confidence for _, finding in answers if finding.hits), default=0.0)
    found = [
        Found(hit=hit, book=book.name)
        for book, finding in answers
        if finding.confidence >= threshold
        for hit in finding.hits
    ]
    found.sort(key=lambda each: -each.hit.score)
    best = found[: query.most]
    kept = _with_code(_within(best, budget_tokens), books)
    troubles = [finding.degraded for _, finding in answers if finding.degraded]
    return Recalled(
        outcome=_outcome(kept, troubles),
        found=kept,
        confidence=confidence,
        left_out=len(best) - len(kept),
        has_unsure=not found and any(finding.hits for _, finding in answers),
    )


def _outcome(found: Sequence[Found], troubles: Sequence[str]) -> str:
    if troubles:
        return DEGRADED + troubles[0]
    return HITS if found else NOTHING_RELEVANT


def _current(book: Searched, query: Query) -> Finding:
    finding = book.engine.find(query)
    stale = [hit.path for hit in finding.hits if not _is_current(book.store, hit)]
    if not stale:
        return finding
    book.take_in(tuple(dict.fromkeys(stale)))
    again = book.engine.find(query)
    return replace(again, hits=tuple(hit for hit in again.hits if _is_current(book.store, hit)))


def _is_current(store: Store, hit: Hit) -> bool:
    try:
        content = store.read_one(hit.path)
    except BadInput:
        return False
    if content is None or digest(content) != hit.sha256:
        return False
    return CONFLICT_MARK not in content or not _is_conflicted(content)


def _with_code(found: Sequence[Found], books: Sequence[Searched]) -> tuple[Found, ...]:
    """Look up the code that the few memories quote which are shown."""
    by_name = {book.name: book for book in books}
    return tuple(replace(each, code=_code(by_name[each.book], each.hit)) for each in found)


def _code(book: Searched, hit: Hit) -> Standing | None:
    return book.code(hit.path, book.store.read_one(hit.path) or b"").get(hit.memory)


def _is_conflicted(content: bytes) -> bool:
    """Say whether git left both sides of a merge in the file: nobody has said which one holds."""
    return any(line.startswith(CONFLICT_MARK) for line in content.split(b"\n"))


def _within(found: Sequence[Found], budget_tokens: int | None) -> tuple[Found, ...]:
    """Return the memories that fit; the best one always, shortened where it must be.

    An empty answer would say that nothing is known.
    """
    if budget_tokens is None or not found:
        return tuple(found)
    kept: list[Found] = []
    left = budget_tokens
    for each in found:
        left -= count_tokens(each.hit.line)
        if left < 0:
            break
        kept.append(each)
    return tuple(kept) or (_shortened(found[0], budget_tokens),)


def _shortened(found: Found, budget_tokens: int) -> Found:
    line = found.hit.line
    lengths = range(1, len(line) + 1)
    fitting = bisect_right(lengths, budget_tokens, key=lambda most: count_tokens(line[:most]))
    return replace(found, hit=replace(found.hit, line=shorten(line, fitting)))

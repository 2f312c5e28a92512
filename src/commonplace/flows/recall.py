"""Question in, memories out: found, checked against the files, each marked by how sure it is.

What is served is current: each file is hashed again before its memory is shown. A stale one is taken
in anew and the question asked once more; what is stale even then is left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date

from commonplace.core.anchors import AnchorStanding, QuoteState
from commonplace.core.decided_pairs import Succession
from commonplace.core.gate import UNSURE, tiers
from commonplace.core.hashing import digest
from commonplace.core.hygiene import shorten
from commonplace.core.injection import count_tokens
from commonplace.core.memory import MemoryId, Status
from commonplace.core.ports import Engine, Layout, Store
from commonplace.core.search import Hit, Query, SearchResult
from commonplace.core.tokens import content_tokens
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput

HITS = "hits"
NOTHING_RELEVANT = "nothing_relevant"
DEGRADED = "degraded:"
NORMAL = "normal"
"""How much hooks speak unless a setting says otherwise."""
CONFLICT_MARK = b"<<<<<<< "


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """A book that is asked, and how to take in files of it that turn out to have changed."""

    name: str
    engine: Engine
    store: Store
    take_in: Callable[[Sequence[str]], None]
    code: Callable[[str, bytes], Mapping[MemoryId, AnchorStanding]] = lambda *_: {}
    """How the code stands that the memories of a file quote, the worst of each memory."""
    undue: Callable[[str, bytes], Collection[MemoryId]] = lambda *_: ()
    """Which memories of a file do not hold today."""
    kept: Callable[[Sequence[str]], Sequence[Succession]] = lambda _: ()
    """Which memories of some files somebody decided to keep beside each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One memory that was found, and the book it stands in."""

    hit: Hit
    book: str
    code: AnchorStanding | None = None
    """How the code stands that it quotes; None when it quotes none."""
    is_due: bool = True
    """Whether it holds today; else it is found, and handed to nobody."""
    tier: str = UNSURE
    """What a hook would do with it: say it (`sure`), point to it (`likely`) or be silent (`unsure`)."""
    since: date | None = None
    """Since when it holds, where an older memory that was kept says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The answer: `hits`, `nothing_relevant`, or `degraded:<why>` with whatever could be had."""

    outcome: str
    found: tuple[Found, ...] = ()
    confidence: float = 0.0
    """How sure the engine was that its best hit matters."""
    left_out: int = 0
    """How many of the memories found the budget had no room for."""
    is_unlikely: bool = False
    """Whether something was found, but nothing likely and nothing with every word of the question."""


def undue_in(layout: Layout, today: date) -> Callable[[str, bytes], Collection[MemoryId]]:
    """Return how to ask which memories of a file do not hold today; a file that sets no dates is not parsed."""

    def undue(path: str, content: bytes) -> Collection[MemoryId]:
        if b"valid" not in content.lower():
            return ()
        memories = layout.parse({path: content}).memories
        return {each.id for each in memories if not each.validity.holds_on(today)}

    return undue


def recall(
    query: Query,
    books: Sequence[Searched],
    *,
    threshold: float = 0.0,
    speak: str = NORMAL,
    budget_tokens: int | None = None,
) -> Recalled:
    """Return what the books know about `query`, best first, each marked as `speak` has it.

    Who asks is told whatever was found; below a `threshold` a book has nothing to say to a hook.
    """
    answers = [(book, _current(book, query)) for book in books]
    confidence = max((finding.confidence for _, finding in answers if finding.hits), default=0.0)
    found = [
        Found(hit=hit, book=book.name, tier=tier)
        for book, finding in answers
        if finding.confidence >= threshold
        for hit, tier in zip(finding.hits, _tiers(finding, speak), strict=True)
    ]
    found.sort(key=lambda each: -each.hit.score)
    best = _newer_first(found[: query.most], books)
    kept = _within(best, budget_tokens)
    troubles = [finding.degraded for _, finding in answers if finding.degraded]
    return Recalled(
        outcome=_outcome(kept, troubles),
        found=_beside_code(kept, books),
        confidence=confidence,
        left_out=len(best) - len(kept),
        is_unlikely=bool(kept) and not any(_may_answer(each, query) for each in kept),
    )


def _newer_first(found: list[Found], books: Sequence[Searched]) -> list[Found]:
    """Return what was found with the later one of two kept memories before the earlier, and since when it holds."""
    for book in books:
        own = {each.hit.memory: each for each in found if each.book == book.name}
        for pair in book.kept([each.hit.path for each in own.values()]) if len(own) > 1 else ():
            newer, older = own.get(pair.newer), own.get(pair.older)
            if newer and older:
                rest = [each for each in found if each != newer]
                at = min(found.index(newer), rest.index(older))
                own[pair.newer] = dated = replace(newer, since=pair.since)
                found = [*rest[:at], dated, *rest[at:]]
    return found


def _outcome(found: Sequence[Found], troubles: Sequence[str]) -> str:
    if troubles:
        return DEGRADED + troubles[0]
    return HITS if found else NOTHING_RELEVANT


def _current(book: Searched, query: Query) -> SearchResult:
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


def _tiers(finding: SearchResult, speak: str) -> list[str]:
    return tiers([hit.confidence for hit in finding.hits], speak)


def _may_answer(found: Found, query: Query) -> bool:
    """Say whether a hit is likely, or has every word of the question: who types one word wants it."""
    held = {reason.why.removeprefix("word:") for reason in found.hit.reasons}
    return found.tier != UNSURE or held >= set(content_tokens(query.text))


def _beside_code(found: Sequence[Found], books: Sequence[Searched]) -> tuple[Found, ...]:
    """Say of the few memories that are shown whether they hold today, and how the code stands they quote.

    What nobody approved, what does not hold, and what lost its code, no hook says.
    """
    by_name = {book.name: book for book in books}
    seen = [_standing(each, by_name[each.book]) for each in found]
    return tuple(each if _may_be_told(each) else replace(each, tier=UNSURE) for each in seen)


def _standing(found: Found, book: Searched) -> Found:
    path, name = found.hit.path, found.hit.memory
    content = book.store.read_one(path) or b""
    return replace(
        found,
        code=book.code(path, content).get(name),
        is_due=name not in book.undue(path, content),
    )


def _may_be_told(found: Found) -> bool:
    is_gone = found.code is not None and found.code.state is QuoteState.GONE
    return found.hit.status is Status.ACTIVE and found.is_due and not is_gone


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
        left -= count_tokens(each.hit.answer)
        if left < 0:
            break
        kept.append(each)
    return tuple(kept) or (_shortened(found[0], budget_tokens),)


def _shortened(found: Found, budget_tokens: int) -> Found:
    line = found.hit.answer
    lengths = range(1, len(line) + 1)
    fitting = bisect_right(lengths, budget_tokens, key=lambda most: count_tokens(line[:most]))
    return replace(found, hit=replace(found.hit, line=shorten(line, fitting), passage=""))

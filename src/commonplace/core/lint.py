"""Check memories as mem-skill does: what is stale, said twice, not linked, or alone.

The figures are those of seed formats A3, the open points as A5.7 and A5.8 settle them. Only memories that share
words which few have are compared: each with every other would take hours in a large book.

The kinds of things a lint finds: each is a value that knows whether it is critical.

Critical is what makes the book say something wrong (a contradiction, a link to nowhere, a count that does
not count); a warning is what would make it better.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from heapq import nsmallest
from itertools import islice
from math import ceil
from typing import ClassVar

from commonplace.core import lazy_re as re
from commonplace.core.anchors import AnchorStanding
from commonplace.core.claims.clauses import normalize_text
from commonplace.core.health import MOST_ALIKE, Overlaps, compared
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.ports import Problem
from commonplace.core.tokens import fold, terms
from commonplace.core.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Stale:
    """A memory of long ago that nobody has touched since."""

    name: ClassVar[str] = "stale"
    is_critical: ClassVar[bool] = False
    memory: Memory
    since: date
    months: int


@dataclass(frozen=True, slots=True)
class DuplicateIssue:
    """Two memories that say the same."""

    name: ClassVar[str] = "duplicate"
    is_critical: ClassVar[bool] = False
    one: Memory
    other: Memory
    alike: str
    """What is alike: `keywords`, `title` or `content`."""
    share: float


@dataclass(frozen=True, slots=True)
class ContradictionIssue:
    """Two memories that cannot both hold, with the words of each."""

    name: ClassVar[str] = "contradiction"
    is_critical: ClassVar[bool] = True
    one: Memory
    other: Memory
    said: str
    said_otherwise: str
    question: str


@dataclass(frozen=True, slots=True)
class Orphan:
    """A page without a row, a row without a page, or a link to nowhere."""

    name: ClassVar[str] = "orphan"
    is_critical: ClassVar[bool] = True
    problem: Problem


@dataclass(frozen=True, slots=True)
class MissingReference:
    """Two memories about one thing that do not know each other."""

    name: ClassVar[str] = "cross-ref"
    is_critical: ClassVar[bool] = False
    one: Memory
    other: Memory
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A category with hardly anything in it."""

    name: ClassVar[str] = "gap"
    is_critical: ClassVar[bool] = False
    category: str
    count: int
    broader: str = ""
    """The larger category with which it shares most keywords; empty where none shares any."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An index that counts otherwise than the files."""

    name: ClassVar[str] = "index"
    is_critical: ClassVar[bool] = True
    problem: Problem


@dataclass(frozen=True, slots=True)
class Unanchored:
    """A memory whose quoted code is elsewhere, another, or gone."""

    name: ClassVar[str] = "anchor"
    is_critical: ClassVar[bool] = False
    memory: Memory
    standing: AnchorStanding


@dataclass(frozen=True, slots=True)
class Returned:
    """A memory that says what was refused."""

    name: ClassVar[str] = "refused"
    is_critical: ClassVar[bool] = True
    problem: Problem


Issue = (
    Stale
    | DuplicateIssue
    | MissingReference
    | ContradictionIssue
    | Orphan
    | Gap
    | Mismatch
    | Unanchored
    | Returned
)
ORDER: tuple[type[Issue], ...] = (
    Stale,
    DuplicateIssue,
    MissingReference,
    ContradictionIssue,
    Orphan,
    Gap,
    Mismatch,
    Unanchored,
    Returned,
)
"""The order in which the original reports them; anchors and what was refused are ours."""


def about(issue: Issue) -> tuple[Memory, ...]:
    """Return the memories that `issue` is about, none when it is about a file."""
    match issue:
        case Stale(memory) | Unanchored(memory):
            return (memory,)
        case (
            DuplicateIssue(one, other)
            | MissingReference(one, other)
            | ContradictionIssue(one, other)
        ):
            return one, other
        case Orphan() | Gap() | Mismatch() | Returned():
            return ()


COMMON_FROM = 64
"""A word in as many memories is not followed."""
NEAR_AT_MOST = 5
"""So many memories are compared with each, as when something new is written."""
LOOKED_AT = 20
TELLING_WORDS = 24
SHARED_AT_LEAST = 2
NEAR_FROM, NEAR_BOTH_WAYS_FROM = 0.2, 0.1
"""A little below the shares from which two texts can contradict each other (`core.governance`)."""
Words = Mapping[MemoryId, frozenset[str]]
Pair = tuple[MemoryId, MemoryId]
STALE_AFTER_MONTHS = 6
KEYWORDS_FROM = 0.7
TITLE_FROM = 0.85
TITLE_LETTERS = 200
"""Titles are compared letter by letter, which takes the square of their length."""
BODY_CHARACTERS = 8_000
"""So much of a text is compared with its neighbours: one file of a megabyte is not to cost as much as a book."""
CONTENT_FROM = 0.9
SHARED_KEYWORDS = 2
RARE_AT_MOST, RARE_SHARE = 3, 50
"""A subject is rare that three memories have, or one in fifty."""
REFERENCES_AT_MOST = 10
ENTRIES_AT_LEAST = 2
_MONTHS_A_YEAR = 12
Keywords = Mapping[MemoryId, frozenset[str]]
_SENTENCE_END = re.compile(
    r"(?<=[.!?])\s+|(?<=[.!?][\"'”）)])\s+|(?<=[。！？；])|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+>#|]|\d+[.)]) )"
)
"""A line that is merely wrapped ends no sentence; a blank one does, and one that begins an item."""
_MARKS = "-*>#+ \t\n"


@dataclass(frozen=True, slots=True)
class NearPairs:
    """The words of some memories, counted once, and which of them are near each other."""

    words: Words
    pairs: tuple[Pair, ...]

    def sharing(self, most: float, least: float) -> Iterator[Pair]:
        """Yield the near pairs that share `most` of the words of one and `least` of the other's."""
        for one, other in self.pairs:
            shared = len(self.words[one] & self.words[other])
            less, more = sorted(shared / max(len(self.words[name]), 1) for name in (one, other))
            if more >= most and less >= least:
                yield one, other


def compared_part(memory: Memory) -> Memory:
    """Return `memory` with as much of its text as is compared with others."""
    if len(memory.body) <= BODY_CHARACTERS:
        return memory
    return replace(memory, body=memory.body[:BODY_CHARACTERS])


def near_pairs_of(memories: Iterable[Memory]) -> NearPairs:
    """Return the words of each memory, of its title, its text and its keywords, and what they bring near."""
    words = {
        memory.id: frozenset(
            terms(" ".join((memory.title, compared_part(memory).body, *memory.keywords)))
        )
        for memory in memories
    }
    return NearPairs(words, tuple(near_pairs(words)))


def sharing(words: Words) -> Iterator[tuple[MemoryId, Counter[MemoryId]]]:
    """Yield each name with how many rare words it shares with which others."""
    holders = _holders(words)
    for name, own in words.items():
        met: Counter[MemoryId] = Counter()
        for word in own:
            met.update(holders.get(word, ()))
        met.pop(name, None)
        yield name, met


def near_pairs(words: Words) -> list[Pair]:
    """Return the pairs that share the most, at most five for each memory, in the order of the book."""
    places = {name: place for place, name in enumerate(words)}
    pairs: set[Pair] = set()
    for name, met in sharing(_telling(words)):
        nearest = nsmallest(LOOKED_AT, met.items(), key=lambda each: (-each[1], places[each[0]]))
        alike = (
            other
            for other, count in nearest
            if count >= SHARED_AT_LEAST and _are_near(words[name], words[other])
        )
        for other in islice(alike, NEAR_AT_MOST):
            pairs.add((name, other) if places[name] < places[other] else (other, name))
    return sorted(pairs, key=lambda pair: (places[pair[0]], places[pair[1]]))


def _telling(words: Words) -> dict[MemoryId, frozenset[str]]:
    """Return the rarest words of each memory that another one has, too."""
    holders = {word: len(names) for word, names in _holders(words).items() if len(names) > 1}
    return {
        name: frozenset(
            nsmallest(TELLING_WORDS, own & holders.keys(), key=lambda word: (holders[word], word))
        )
        for name, own in words.items()
    }


def _are_near(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two texts may be about one thing; looking closer costs a thousand times as much."""
    shared = len(one & other)
    less, more = sorted((len(one), len(other)))
    return shared >= NEAR_FROM * less and shared >= NEAR_BOTH_WAYS_FROM * more


def _holders(words: Words) -> dict[str, list[MemoryId]]:
    """Return who has each word that is not common."""
    found: defaultdict[str, list[MemoryId]] = defaultdict(list)
    for name, own in words.items():
        for word in own:
            found[word].append(name)
    return {word: names for word, names in found.items() if len(names) < COMMON_FROM}


def folded_keywords(memories: Sequence[Memory]) -> dict[MemoryId, frozenset[str]]:
    """Return the keywords of each memory, however they are written."""
    return {memory.id: compared(map(fold, memory.keywords)) for memory in memories}


def stale(memories: Sequence[Memory], today: date) -> Iterator[Stale]:
    """Yield the memories of more than six months ago that were never updated."""
    for memory in memories:
        born = memory.created
        is_updated = memory.modified is not None and memory.modified != born
        if born and not is_updated and _is_past(born, STALE_AFTER_MONTHS, today):
            yield Stale(memory, born, months_between(born, today))


def months_between(start: date, end: date) -> int:
    """Return the whole months from `start` to `end`."""
    months = (end.year - start.year) * _MONTHS_A_YEAR + end.month - start.month
    return months - (end.day < start.day)


def _is_past(start: date, months: int, today: date) -> bool:
    passed = months_between(start, today)
    return passed > months or (passed == months and today.day > start.day)


def duplicates(memories: Sequence[Memory], near: Sequence[Pair]) -> list[DuplicateIssue]:
    """Return the pairs that say the same, by their keywords, their titles or their texts."""
    by_id = {memory.id: memory for memory in memories}
    shares = dict(_same_keywords(folded_keywords(memories)))
    found: dict[Pair, DuplicateIssue] = {
        pair: DuplicateIssue(by_id[pair[0]], by_id[pair[1]], "keywords", share)
        for pair, share in shares.items()
    }
    for pair in near:
        one, other = by_id[pair[0]], by_id[pair[1]]
        if pair not in found and (how := alike(one, other)):
            found[pair] = DuplicateIssue(one, other, *how)
    places = {memory.id: place for place, memory in enumerate(memories)}
    return [found[pair] for pair in sorted(found, key=lambda p: (places[p[0]], places[p[1]]))]


def _same_keywords(keywords: Keywords) -> Iterator[tuple[Pair, float]]:
    """Yield the pairs that share 70 % of the smaller set, and two at least; the first of many alike."""
    overlaps = Overlaps(keywords)
    places = {name: place for place, name in enumerate(keywords)}
    for name, own in keywords.items():
        least = max(SHARED_KEYWORDS, ceil(KEYWORDS_FROM * len(own) - 1e-9))
        larger = (
            other
            for other in overlaps.sharing(name, least)
            if (len(own), places[name]) < (len(keywords[other]), places[other])
        )
        for other in islice(larger, MOST_ALIKE):
            pair = (name, other) if places[name] < places[other] else (other, name)
            yield pair, len(own & keywords[other]) / len(own)


def alike(one: Memory, other: Memory) -> tuple[str, float] | None:
    """Return by what two memories say the same, title or content, and how much; None when by neither."""
    here, there = (fold(each.title)[:TITLE_LETTERS] for each in (one, other))
    title = SequenceMatcher(None, here, there, autojunk=False).ratio()
    if title >= TITLE_FROM:
        return "title", title
    left, right = (Counter(terms(compared_part(each).body)) for each in (one, other))
    content = 2 * (left & right).total() / max(1, left.total() + right.total())
    return ("content", content) if content >= CONTENT_FROM else None


def missing_references(
    memories: Sequence[Memory], categories: Mapping[MemoryId, str], known: Container[Pair]
) -> list[MissingReference]:
    """Return pairs about one rare thing that do not link to each other, the surest first, ten at most.

    `known` are told already. A word that many memories have is what the book is about, and links none of
    them in particular.
    """
    keywords = folded_keywords(memories)
    holders = Counter(word for own in keywords.values() for word in own)
    rare_to = max(RARE_AT_MOST, len(memories) // RARE_SHARE)
    found: list[MissingReference] = []
    for one, other in _unlinked(memories, keywords, categories):
        shared = sorted(keywords[one.id] & keywords[other.id])
        is_rare = any(holders[word] <= rare_to for word in shared)
        if is_rare and (one.id, other.id) not in known:
            found.append(MissingReference(one, other, tuple(shared)))
    found.sort(key=lambda each: -sum(1 / holders[word] for word in each.shared))
    return found[:REFERENCES_AT_MOST]


def _unlinked(
    memories: Sequence[Memory], keywords: Keywords, categories: Mapping[MemoryId, str]
) -> Iterator[tuple[Memory, Memory]]:
    """Yield the pairs, in the order of the book, that share enough keywords and no link."""
    by_id = {memory.id: memory for memory in memories}
    places = {memory.id: place for place, memory in enumerate(memories)}
    for name, met in sharing(keywords):
        for other, count in sorted(met.items(), key=lambda each: places[each[0]]):
            is_near = count >= SHARED_KEYWORDS or categories[name] == categories[other]
            is_linked = other in by_id[name].links or name in by_id[other].links
            if is_near and not is_linked and places[name] < places[other]:
                yield by_id[name], by_id[other]


def gaps(
    categories: Mapping[MemoryId, str], named: Sequence[str], keywords: Keywords
) -> Iterator[Gap]:
    """Yield the categories with fewer than two entries, those that are named and empty included."""
    counts = Counter(dict.fromkeys(named, 0))
    counts.update(categories.values())
    words: dict[str, set[str]] = {}
    for memory, name in categories.items():
        words.setdefault(name, set()).update(keywords[memory])
    larger = sorted(name for name, count in counts.items() if count >= ENTRIES_AT_LEAST)
    for name, count in sorted(counts.items()):
        if count < ENTRIES_AT_LEAST:
            own = words.get(name, set())
            best = max(larger, key=lambda other: len(own & words[other]), default="")
            yield Gap(name, count, best if best and own & words[best] else "")


def quoted(memory: Memory, words: str) -> str:
    """Return the sentence of `memory` in which `words` stand, else the line it is known by.

    `words` may be normalized as a judge reads them: that moves no character.
    """
    said = normalize_text(words).strip()
    for text in (memory.body, memory.title) if said else ():
        if (at := normalize_text(text).find(said)) >= 0:
            return _around(text, at)
    return memory.line


def _around(text: str, at: int) -> str:
    """Return the sentence of `text` that stands at that place, on one line."""
    start, end = 0, len(text)
    for stop in _SENTENCE_END.finditer(text):
        if stop.end() > at:
            end = stop.start()
            break
        start = stop.end()
    return " ".join(text[start:end].strip(_MARKS).split())

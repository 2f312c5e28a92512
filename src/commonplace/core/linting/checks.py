"""mem-skill's checks on memories, as functions: what is stale, said twice, not linked, or alone.

The figures are those of seed formats A3, the open points as A5.7 and A5.8 settle them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from math import ceil

from commonplace.core.linting.issues import Duplicate, Gap, MissingReference, Stale
from commonplace.core.linting.pairing import Pair, sharing
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.overlaps import Overlaps
from commonplace.core.tokens import fold, terms

STALE_AFTER_MONTHS = 6
KEYWORDS_FROM = 0.7
TITLE_FROM = 0.85
CONTENT_FROM = 0.9
SHARED_KEYWORDS = 2
ENTRIES_AT_LEAST = 2
_MONTHS_A_YEAR = 12

Keywords = Mapping[MemoryId, frozenset[str]]


def folded_keywords(memories: Sequence[Memory]) -> dict[MemoryId, frozenset[str]]:
    """Return the keywords of each memory, however they are written."""
    return {memory.id: frozenset(map(fold, memory.keywords)) for memory in memories}


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


def duplicates(memories: Sequence[Memory], near: Sequence[Pair]) -> list[Duplicate]:
    """Return the pairs that say the same, by their keywords, their titles or their texts."""
    by_id = {memory.id: memory for memory in memories}
    shares = dict(_same_keywords(folded_keywords(memories)))
    found: dict[Pair, Duplicate] = {
        pair: Duplicate(by_id[pair[0]], by_id[pair[1]], "keywords", share)
        for pair, share in shares.items()
    }
    for pair in near:
        one, other = by_id[pair[0]], by_id[pair[1]]
        if pair not in found and (how := alike(one, other)):
            found[pair] = Duplicate(one, other, *how)
    places = {memory.id: place for place, memory in enumerate(memories)}
    return [found[pair] for pair in sorted(found, key=lambda p: (places[p[0]], places[p[1]]))]


def _same_keywords(keywords: Keywords) -> Iterator[tuple[Pair, float]]:
    """Yield the pairs that share 70 % of the smaller set, and two at least."""
    overlaps = Overlaps(keywords)
    places = {name: place for place, name in enumerate(keywords)}
    for name, own in keywords.items():
        least = max(SHARED_KEYWORDS, ceil(KEYWORDS_FROM * len(own) - 1e-9))
        for other in overlaps.sharing(name, least):
            is_smaller = (len(own), places[name]) < (len(keywords[other]), places[other])
            if is_smaller:
                pair = (name, other) if places[name] < places[other] else (other, name)
                yield pair, len(own & keywords[other]) / len(own)


def alike(one: Memory, other: Memory) -> tuple[str, float] | None:
    """Return by what two memories say the same, title or content, and how much; None when by neither."""
    title = SequenceMatcher(None, fold(one.title), fold(other.title), autojunk=False).ratio()
    if title >= TITLE_FROM:
        return "title", title
    left, right = Counter(terms(one.body)), Counter(terms(other.body))
    content = 2 * (left & right).total() / max(1, left.total() + right.total())
    return ("content", content) if content >= CONTENT_FROM else None


def missing_references(
    memories: Sequence[Memory], categories: Mapping[MemoryId, str], known: set[Pair]
) -> Iterator[MissingReference]:
    """Yield pairs about one thing that do not link to each other; `known` are told already."""
    by_id = {memory.id: memory for memory in memories}
    places = {memory.id: place for place, memory in enumerate(memories)}
    keywords = folded_keywords(memories)
    for name, met in sharing(keywords):
        for other, count in sorted(met.items(), key=lambda each: places[each[0]]):
            one, two = by_id[name], by_id[other]
            is_near = count >= SHARED_KEYWORDS or categories[name] == categories[other]
            is_told = places[other] < places[name] or (name, other) in known
            if is_near and not is_told and other not in one.links and name not in two.links:
                yield MissingReference(one, two, tuple(sorted(keywords[name] & keywords[other])))


def gaps(categories: Mapping[MemoryId, str], named: Sequence[str]) -> Iterator[Gap]:
    """Yield the categories with fewer than two entries, those that are named and empty included."""
    counts = Counter(dict.fromkeys(named, 0))
    counts.update(categories.values())
    for name, count in sorted(counts.items()):
        if count < ENTRIES_AT_LEAST:
            yield Gap(name, count)

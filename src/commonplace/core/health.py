"""How healthy a book is: skill-memory's scores, exactly as its formulas say.

Pure: the day and the size of each memory are given. The figures are advice about upkeep; they never
change what recall finds.

What a look at a book and its surroundings finds: observations, each with a grade.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from math import ceil

from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.tokens import terms
from commonplace.core.values import dataclass, field


class Grade(StrEnum):
    """How well something is, best first."""

    OK = "ok"
    WARNING = "warning"
    """It works, with less than was promised."""
    PROBLEM = "problem"
    """Something does not work until somebody does something about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One thing that was looked at, and how it is.

    `doctor.<code>` in the table of messages says it, `doctor.<code>.next` what to do about it; what is
    not well always has something to do.
    """

    about: str
    """What was looked at, in one word: book, index, lock ..."""
    code: str
    grade: Grade = Grade.OK
    values: Mapping[str, str] = field(default_factory=dict)
    can_fix: bool = False
    """Whether `doctor --fix` mends it without touching a memory."""


def worst(observations: Iterable[Observation]) -> Grade:
    """Return the grade of the whole: that of the worst part."""
    ranks = tuple(Grade)
    return max((each.grade for each in observations), key=ranks.index, default=Grade.OK)


def ok(about: str, code: str, **values: object) -> Observation:
    """Return that something is well."""
    return Observation(about=about, code=code, values=_texts(values))


def warning(about: str, code: str, *, can_fix: bool = False, **values: object) -> Observation:
    """Return that something works with less than was promised."""
    return Observation(
        about=about, code=code, grade=Grade.WARNING, values=_texts(values), can_fix=can_fix
    )


def problem(about: str, code: str, *, can_fix: bool = False, **values: object) -> Observation:
    """Return that something does not work."""
    return Observation(
        about=about, code=code, grade=Grade.PROBLEM, values=_texts(values), can_fix=can_fix
    )


def size_as_text(count: int) -> str:
    """Return a number of bytes as people read it."""
    kib = count / 1024
    return f"{kib:.0f} KiB" if kib < 10 * 1024 else f"{kib / 1024:.0f} MiB"


def _texts(values: Mapping[str, object]) -> Mapping[str, str]:
    return {name: str(value) for name, value in values.items()}


COMMON_FROM = 64
"""A word that as many sets have is common."""
MOST_ALIKE = 20
"""So many pairs of one memory are told."""
MOST_WORDS = 64
"""A memory with more keywords than anybody writes is compared by the first so many."""


def compared(words: Iterable[str]) -> frozenset[str]:
    """Return the words by which a memory is compared with others."""
    return frozenset(islice(dict.fromkeys(words), MOST_WORDS))


class Overlaps:
    """Sets of words, by name, that can be asked for their like."""

    def __init__(self, sets: Mapping[str, frozenset[str]], common_from: int = COMMON_FROM) -> None:
        self._sets = sets
        self._common_from = common_from
        self._names = tuple(sets)
        self._places = {name: place for place, name in enumerate(self._names)}
        self._levels: dict[frozenset[str], tuple[int, ...]] = {}

    def most_shared(self, name: str) -> int:
        """Return how many words of the set `name` the set nearest to it has."""
        own = self._sets[name]
        rarely = max((len(own & self._sets[other]) for other in self._by_rare(name)), default=0)
        # The set itself is in every row of its words: where a second one is, that is another.
        levels = self._sharing(own)
        often = sum(1 for level in levels if level.bit_count() > 1)
        return max(rarely, often)

    def sharing(self, name: str, least: int) -> Iterator[str]:
        """Yield the names of the other sets that have at least so many words of the set `name`.

        Nothing is looked for before it is asked for; those that come after `name` come first.
        """
        own = self._sets[name]
        rare = dict.fromkeys(self._by_rare(name))
        levels = self._sharing(own)
        often = self._named(levels[least - 1], name) if 0 < least <= len(levels) else ()
        for other in chain(rare, (each for each in often if each not in rare)):
            if other != name and len(own & self._sets[other]) >= least:
                yield other

    @cached_property
    def _postings(self) -> Mapping[str, list[int]]:
        postings: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self._names):
            for word in self._sets[name]:
                postings[word].append(place)
        return postings

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        """The common words, each with the bits of the sets that have it."""
        return {
            word: _bits(places, len(self._names))
            for word, places in self._postings.items()
            if len(places) >= self._common_from
        }

    def _by_rare(self, name: str) -> Iterator[str]:
        rare = self._sets[name].difference(self._rows)
        places = {place for word in rare for place in self._postings[word]}
        return (self._names[place] for place in sorted(places) if self._names[place] != name)

    def _sharing(self, own: frozenset[str]) -> tuple[int, ...]:
        """Return the bits of the sets with at least one common word of `own`, with at least two, ..."""
        words = own.intersection(self._rows)
        if words not in self._levels:
            levels: list[int] = []
            for word in words:
                row = self._rows[word]
                levels.append(0)
                for level in range(len(levels) - 1, 0, -1):
                    levels[level] |= levels[level - 1] & row
                levels[0] |= row
            self._levels[words] = tuple(levels)
        return self._levels[words]

    def _named(self, bits: int, name: str) -> Iterator[str]:
        """Yield the sets whose bit is set: from the place of `name` on, then those before it."""
        row = bits.to_bytes(len(self._names) // 8 + 1, "little")
        start = self._places[name] >> 3
        for at in chain(range(start, len(row)), range(start)):
            byte = row[at]
            if byte:
                for bit in range(8):
                    if byte >> bit & 1:
                        yield self._names[8 * at + bit]


def _bits(places: list[int], width: int) -> int:
    row = bytearray(width // 8 + 1)
    for place in places:
        row[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(row, "little")


STALE_AFTER_DAYS = 90
REUSED_AFTER_DAYS = 60
REUSE_BONUS = 0.3
UNUSED_AFTER_DAYS = 30
COMFORTABLE_TOKENS = 600
WEIGHTS = (0.3, 0.25, 0.2, 0.25)
"""Of staleness, never being retrieved, size, and duplication."""
PURGE_FROM = 0.7
REVIEW_FROM = 0.3
STALE_ABOVE = 0.8
MERGE_ABOVE = 0.6
MERGE_FROM = Fraction(6, 10)
"""As a fraction, so that three words of five are enough whatever the machine makes of 0.6."""
TITLE_FROM, TITLE_WORDS = 0.6, 2
"""The share of the shorter title, and the words, that two memories of different topics must have in common."""
COMPRESS_ABOVE = 0.5
COSTS = (3, 5, 2)
"""What each candidate for purging, merging and compressing takes from a health of 100."""
TIME_TO_LIVE_DAYS: Mapping[str, int] = {
    "CONFIG": 180,
    "WORKFLOW": 365,
    "TECHNIQUE": 270,
    "PATTERN": 540,
}
STATUSES = ((80, "healthy"), (60, "manageable"), (40, "concerning"), (0, "critical"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The parts of one memory's score, and the whole."""

    memory: MemoryId
    staleness: float
    unadjusted_staleness: float
    """Before the bonus for having been of use, which caps it for good."""
    is_unused: bool
    size_penalty: float
    duplicate: float
    composite: float
    days_past_its_time: int = 0
    """How long ago the time of its kind ran out; an insight has none."""

    @property
    def purge_score(self) -> bool:
        """Say whether the whole score speaks for purging: what health counts."""
        return self.composite >= PURGE_FROM

    @property
    def is_duplicate(self) -> bool:
        """Say whether it mostly repeats another memory."""
        return self.duplicate > MERGE_ABOVE

    @property
    def is_oversized(self) -> bool:
        """Say whether it is too long: more than 900 tokens."""
        return self.size_penalty > COMPRESS_ABOVE

    @property
    def purge_eligible(self) -> bool:
        """Say whether a purge may offer it: never used, or stale."""
        return self.is_unused or self.staleness > STALE_ABOVE

    @property
    def is_advised(self) -> bool:
        """Say whether it was used once and is out of date by now: the adjusted score never shows that."""
        has_expired = self.unadjusted_staleness >= 1 and self.days_past_its_time > 0
        return has_expired and not self.purge_eligible


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """A book at a glance."""

    files: int
    active: int
    tombstoned: int
    tokens: int
    tokens_on_disk: int
    """Those of tombstoned memories included, which still take their place."""
    never_retrieved: int
    purge: int
    merge: int
    """Memories that mostly repeat another one, anywhere in the book."""
    merge_pairs: tuple[tuple[MemoryId, MemoryId], ...]
    """Pairs of one topic, in either direction: what a merge would offer."""
    compress: int
    score: int
    status: str


def score(
    memory: Memory, tokens: int, today: date, keywords: Mapping[MemoryId, frozenset[str]]
) -> Score:
    """Return the score of one `memory` beside the `keywords` of others; a buried one has one too."""
    own = keywords_of([memory])[memory.id]
    others = (known for name, known in keywords.items() if name != memory.id)
    shared = max((len(own & known) for known in others), default=0)
    return _scored(memory, tokens, today, shared / len(own) if own else 0.0)


def scores(
    memories: Sequence[Memory], tokens: Mapping[MemoryId, int], today: date
) -> tuple[Score, ...]:
    """Return the score of each of `memories` beside the others."""
    keywords = keywords_of(memories)
    overlaps = Overlaps(keywords)
    return tuple(
        _scored(memory, tokens.get(memory.id, 0), today, _share(memory.id, keywords, overlaps))
        for memory in memories
    )


def _share(
    name: MemoryId, keywords: Mapping[MemoryId, frozenset[str]], overlaps: Overlaps
) -> float:
    own = keywords[name]
    return overlaps.most_shared(name) / len(own) if own else 0.0


def _scored(memory: Memory, tokens: int, today: date, duplicate: float) -> Score:
    age = _days(memory.created, today)
    unadjusted = min(1.0, _days(memory.usage.last or memory.created, today) / STALE_AFTER_DAYS)
    is_reused = memory.usage.count > 0 and age > REUSED_AFTER_DAYS
    staleness = max(0.0, unadjusted - REUSE_BONUS) if is_reused else unadjusted
    is_unused = memory.usage.count == 0 and age > UNUSED_AFTER_DAYS
    size = max(0.0, (tokens - COMFORTABLE_TOKENS) / COMFORTABLE_TOKENS)
    parts = (staleness, float(is_unused), size, duplicate)
    whole = sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True))
    lifetime = TIME_TO_LIVE_DAYS.get(memory.kind.upper())
    return Score(
        memory=memory.id,
        staleness=staleness,
        unadjusted_staleness=unadjusted,
        is_unused=is_unused,
        size_penalty=size,
        duplicate=duplicate,
        composite=min(1.0, max(0.0, whole)),
        days_past_its_time=max(0, age - lifetime) if lifetime else 0,
    )


def health(memories: Sequence[Memory], tokens: Mapping[MemoryId, int], today: date) -> Health:
    """Return the health of a book; tombstoned memories are counted as files and not scored."""
    active = [memory for memory in memories if memory.status is not Status.TOMBSTONED]
    return health_of(memories, tokens, scores(active, tokens, today))


def health_of(
    memories: Sequence[Memory], tokens: Mapping[MemoryId, int], found: Sequence[Score]
) -> Health:
    """Return the health of a book whose active memories have been scored already."""
    active = [memory for memory in memories if memory.status is not Status.TOMBSTONED]
    purge = sum(each.purge_score for each in found)
    merge = sum(each.is_duplicate for each in found)
    compress = sum(each.is_oversized for each in found)
    costs = zip(COSTS, (purge, merge, compress), strict=True)
    points = min(100, max(0, 100 - sum(cost * count for cost, count in costs)))
    return Health(
        files=len(memories),
        active=len(active),
        tombstoned=len(memories) - len(active),
        tokens=sum(tokens.get(memory.id, 0) for memory in active),
        tokens_on_disk=sum(tokens.get(memory.id, 0) for memory in memories),
        never_retrieved=sum(memory.usage.count == 0 for memory in active),
        purge=purge,
        merge=merge,
        merge_pairs=tuple(merge_pairs(active)),
        compress=compress,
        score=points,
        status=next(word for least, word in STATUSES if points >= least),
    )


def keywords_of(memories: Iterable[Memory]) -> dict[MemoryId, frozenset[str]]:
    """Return the keywords of each memory as they are compared: without regard to case."""
    return {memory.id: compared(map(str.lower, memory.keywords)) for memory in memories}


def cluster_of(memory: Memory) -> str:
    """Return the group that a memory is compared in: the first part of its topic."""
    return memory.topic.partition("/")[0] or "uncategorized"


def merge_pairs(memories: Sequence[Memory]) -> Iterator[tuple[MemoryId, MemoryId]]:
    """Yield the pairs of one subject of which the smaller one's keywords are mostly the other's too."""
    by_id = {memory.id: memory for memory in memories}
    subjects = Subjects(memories)
    for one, other in alike_pairs(memories):
        if subjects.are_one(by_id[one], by_id[other]):
            yield one, other


def alike_pairs(memories: Iterable[Memory]) -> Iterator[tuple[MemoryId, MemoryId]]:
    """Yield the pairs of one cluster whose keywords are mostly alike, whatever they are about."""
    clusters: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        clusters[cluster_of(memory)].append(memory)
    for members in clusters.values():
        yield from _pairs(keywords_of(members))


class Subjects:
    """What the titles of a book name: a word in the titles of many topics, such as `Configuration`, names no subject."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._topics: dict[str, set[str]] = defaultdict(set)
        for memory in memories:
            for word in terms(memory.title):
                self._topics[word].add(memory.topic)

    def are_one(self, one: Memory, other: Memory) -> bool:
        """Say whether two memories are filed under one topic, or their titles name one subject.

        Words to find them by prove nothing: those of a price feed and of a push relay are nearly the same.
        """
        if one.topic == other.topic:
            return True
        here, there = frozenset(terms(one.title)), frozenset(terms(other.title))
        shared = here & there
        is_most = len(shared) >= max(TITLE_WORDS, TITLE_FROM * min(len(here), len(there)))
        return is_most and any(len(self._topics[word]) <= len((one, other)) for word in shared)


def _pairs(keywords: Mapping[MemoryId, frozenset[str]]) -> Iterator[tuple[MemoryId, MemoryId]]:
    overlaps = Overlaps(keywords)
    place = {name: at for at, name in enumerate(keywords)}
    found = {
        (min(place[name], place[other]), max(place[name], place[other]))
        for name, own in keywords.items()
        if own
        for other in islice(overlaps.sharing(name, ceil(len(own) * MERGE_FROM)), MOST_ALIKE)
    }
    names = tuple(keywords)
    return ((names[one], names[other]) for one, other in sorted(found))


def _days(since: date | None, today: date) -> int:
    """Return the age in days; a date to come, or none, is no age."""
    return max(0, (today - since).days) if since else 0
